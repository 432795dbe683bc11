/** Plain tools as agents have them: a search by lines, a read of a range with line numbers, a replacement of text. Answers are short. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Reply } from "./serena-side.ts";

const reply = (text: string, isError = false): Reply => ({ text, isError, ms: 0 });

/** Runs one of the three in a project. */
export async function plainCall(root: string, tool: string, input: Record<string, unknown>): Promise<Reply> {
  const path = String(input.path);
  if (tool === "grep") {
    const found = Bun.spawnSync(["git", "grep", "-nP", String(input.pattern), "--", path], { cwd: root });
    return reply(found.stdout.toString());
  }
  const file = join(root, path);
  const text = await readFile(file, "utf8");
  if (tool === "read") {
    const { offset, limit } = input as { offset: number; limit: number };
    const lines = text.split("\n").slice(offset - 1, offset - 1 + limit);
    return reply(lines.map((line, at) => `${offset + at}\t${line}`).join("\n"));
  }
  const { old_string, new_string, replace_all } = input as Record<string, string>;
  const parts = text.split(replace_all ? new RegExp(`\\b${old_string}\\b`) : old_string!);
  if (parts.length < 2 || (parts.length > 2 && !replace_all)) return reply(`${parts.length - 1} places`, true);
  await writeFile(file, parts.join(new_string));
  return reply(`The file ${path} has been updated.`);
}
