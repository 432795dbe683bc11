/**
 * Compares our outlines of real files with those of real language servers: `bun scripts/verify/outlines.ts --list FILE
 * [--files N] [--seed N] [--language ID] [--show N]`. FILE is a JSON list of `{root, language, server, command, files?}`: a folder,
 * a language's id, the id of a server that ships or the fields of another one's spec, how it is started, and globs of the files
 * that count. N files of each language are looked at. Differences are sorted into the classes of `outline-classes.yaml`; those
 * that none explains are printed with both sides, and there is an exit code of 1.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { dialectOf } from "../../src/syntax/dialect.ts";
import { parseFile } from "../../src/syntax/parser.ts";
import { SymbolTree } from "../../src/syntax/tree.ts";
import { catalog, seeded } from "../corpus.ts";
import { readClasses } from "./outline-classes.ts";
import { branchLines, type Comparison, compareOutlines } from "./outline-compare.ts";
import { outlineRows } from "./outline-row.ts";
import { OutlineServer, serverSpec } from "./outline-server.ts";
import { OutlineTally } from "./outline-tally.ts";

const TIME_LIMIT_MS = 60_000;
/** Machine-made files say little about how people write. */
const FILE_CHARS = 300_000;
const LINE_CHARS = 2_000;

const listSchema = z.array(
  z.strictObject({
    root: z.string(),
    language: z.string(),
    server: z.union([z.string(), z.looseObject({ id: z.string() })]),
    command: z.array(z.string()).min(1),
    files: z.array(z.string()).default(["**/*"]),
  }),
);

export type Subject = z.output<typeof listSchema>[number];

/** Paths of a subject's files in random order. */
function* sampled({ root, language, files }: Subject, random: () => number): Generator<string> {
  const globs = files.map((glob) => new Bun.Glob(glob));
  const all = [...new Bun.Glob("**/*").scanSync({ cwd: root })].sort();
  const paths = all.filter((path) => catalog.of(path)?.id === language && globs.some((glob) => glob.match(path)));
  while (paths.length > 0) yield paths.splice(Math.floor(random() * paths.length), 1)[0]!;
}

function isByHand(text: string): boolean {
  const isLong = text.split("\n").some((line) => line.length > LINE_CHARS);
  return text.trim() !== "" && text.length <= FILE_CHARS && !isLong && !text.includes("\ufffd");
}

/** One file as we and the server see it. @param path within the root. */
async function compared(server: OutlineServer, root: string, path: string, text: string): Promise<Comparison> {
  const dialect = dialectOf(path, catalog);
  if (!dialect) throw new Error(`No grammar is known for "${path}".`);
  const syntax = await parseFile({ ...dialect, text, occurrences: false, timeLimit: TIME_LIMIT_MS }, catalog);
  const tree = new SymbolTree(text, syntax);
  const broken = new Set<number>();
  for (const span of syntax.errors.spans) {
    const { start, end } = tree.lines(span);
    for (let line = start; line <= end; line++) broken.add(line);
  }
  const theirs = await server.outline(join(root, path));
  const lines = text.split("\n");
  return compareOutlines({ path, lines, ours: outlineRows(tree), theirs, broken, branches: branchLines(lines) });
}

async function verify(subject: Subject, files: number, random: () => number, tally: OutlineTally): Promise<void> {
  const { root, language, command } = subject;
  const spec = serverSpec(subject.server, language, command);
  const home = mkdtempSync(join(tmpdir(), "waymark-outlines-"));
  try {
    await using server = await OutlineServer.start(spec, root, home);
    let left = files;
    for (const path of sampled(subject, random)) {
      if (left === 0) break;
      const text = readFileSync(join(root, path), "utf8");
      if (!isByHand(text)) continue;
      left--;
      tally.add(language, spec.id, path, await compared(server, root, path, text));
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      list: { type: "string" },
      files: { type: "string", default: "60" },
      seed: { type: "string", default: "1" },
      show: { type: "string", default: "40" },
      language: { type: "string" },
    },
  });
  if (!values.list) throw new Error("Give --list FILE, a JSON list of {root, language, server, command}.");
  const list = listSchema.parse(JSON.parse(readFileSync(values.list, "utf8")));
  const subjects = list.filter(({ language }) => !values.language || language === values.language);
  const tally = new OutlineTally(readClasses());
  const random = seeded(Number(values.seed));
  for (const subject of subjects) {
    const shares = subjects.filter((one) => keyOf(one) === keyOf(subject)).length;
    await verify(subject, Math.ceil(Number(values.files) / shares), random, tally);
  }
  for (const line of tally.lines(Number(values.show))) console.log(line);
  process.exit(tally.unexplained > 0 ? 1 : 0);
}

function keyOf({ language, server }: Subject): string {
  return `${language} ${typeof server === "string" ? server : server.id}`;
}
