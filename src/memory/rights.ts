/** Which memories may be changed, and which are passed over. */
import { RE2JS } from "re2js";
import { UserError } from "../base/error.ts";
import type { SettingValues } from "../settings/resolve.ts";

export type MemoryPatterns = Pick<SettingValues, "read_only_memory_patterns" | "ignored_memory_patterns">;

export class MemoryRights {
  readonly #readOnly: readonly RE2JS[];
  readonly #ignored: readonly RE2JS[];

  constructor({ read_only_memory_patterns, ignored_memory_patterns }: MemoryPatterns) {
    this.#readOnly = read_only_memory_patterns.map((source) => RE2JS.compile(source));
    this.#ignored = ignored_memory_patterns.map((source) => RE2JS.compile(source));
  }

  isReadOnly(name: string): boolean {
    return this.#readOnly.some((pattern) => pattern.matches(name));
  }

  isIgnored(name: string): boolean {
    return this.#ignored.some((pattern) => pattern.matches(name));
  }

  /** @throws UserError `refused` for a memory that is passed over. */
  assertSeen(name: string): void {
    if (!this.isIgnored(name)) return;
    throw new UserError("refused", `Memory "${name}" is passed over (ignored_memory_patterns).`, {
      hint: "Take another name, or change that setting.",
    });
  }

  /** @throws UserError `refused` for a memory that may not be changed. */
  assertWritable(name: string): void {
    this.assertSeen(name);
    if (!this.isReadOnly(name)) return;
    throw new UserError("refused", `Memory "${name}" is read-only (read_only_memory_patterns); nothing was changed.`, {
      hint: "Write what is new into a memory of another name.",
    });
  }
}
