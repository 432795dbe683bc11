/**
 * Proves that each security rule is tested: takes every part of every rule out of a copy of the source, one after the
 * other, and runs the test that must notice. `bun scripts/verify/rules.ts [rule number ...]`; ends with 1 if a change
 * survives, or if a test fails without one.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const LIMIT_MS = 90_000;

/** One change to the source. */
export interface Change {
  file: string;
  /** Stands in the file exactly once. */
  from: string;
  to: string;
}

export interface Part {
  says: string;
  /** File of the test. */
  test: string;
  /** How its name begins, or a part of it; all tests of the file where it is empty. */
  name: string;
  without: Change[];
}

export interface Rule {
  rule: number;
  says: string;
  parts: Part[];
}

export function readRules(): Rule[] {
  return Bun.YAML.parse(readFileSync(join(import.meta.dir, "rules.yaml"), "utf8")) as Rule[];
}

/** The text with the change made. @throws Error when its place is not found exactly once. */
export function changed(text: string, { file, from, to }: Change): string {
  const count = text.split(from).length - 1;
  if (count !== 1) throw new Error(`${file} holds ${JSON.stringify(from)} ${count} times, not once.`);
  return text.replace(from, () => to);
}

/** Copies what git tracks; dependencies are shared. */
function copied(): string {
  const copy = mkdtempSync(join(tmpdir(), "waymark-rules-"));
  const listed = Bun.spawnSync(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT });
  for (const file of listed.stdout.toString().split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Runs a part's tests. @returns whether they pass, and what was said. */
async function passes(copy: string, { test, name }: Part): Promise<{ isOk: boolean; said: string }> {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const filter = name === "" ? [] : ["--test-name-pattern", escaped];
  const child = Bun.spawn([process.execPath, "test", "--timeout=15000", ...filter, join(".", test)], {
    cwd: copy,
    stdout: "pipe",
    stderr: "pipe",
    timeout: LIMIT_MS,
    killSignal: "SIGKILL",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  const ran = /^ *(\d+) pass$/m.exec(err)?.[1];
  return { isOk: code === 0 && ran !== "0", said: out + err };
}

async function verify(rules: readonly Rule[]): Promise<number> {
  const copy = copied();
  let faults = 0;
  try {
    for (const { rule, says, parts } of rules) {
      console.log(`\nRule ${rule}: ${says}`);
      for (const part of parts) {
        console.log(`  ${part.says} (${part.test}${part.name && `: ${part.name}`})`);
        const before = await passes(copy, part);
        if (!before.isOk) {
          faults++;
          console.log(`    FAILS UNCHANGED\n${before.said.slice(-2_000)}`);
          continue;
        }
        for (const change of part.without) {
          const path = join(copy, change.file);
          const text = readFileSync(path, "utf8");
          writeFileSync(path, changed(text, change));
          const { isOk, said } = await passes(copy, part);
          writeFileSync(path, text);
          if (isOk) faults++;
          const verdict = isOk
            ? "SURVIVED"
            : said.includes("error: expect(")
              ? "caught  "
              : "caught by an error or a time-out:";
          console.log(`    ${verdict} ${change.file}: ${change.from.split("\n")[0]!.slice(0, 90)}`);
        }
      }
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  const count = rules.flatMap(({ parts }) => parts.flatMap(({ without }) => without)).length;
  console.log(`\n${count} changes, ${faults} that no test noticed or that could not be judged`);
  return faults === 0 ? 0 : 1;
}

if (import.meta.main) {
  const asked = process.argv.slice(2).map(Number);
  process.exit(await verify(readRules().filter(({ rule }) => asked.length === 0 || asked.includes(rule))));
}
