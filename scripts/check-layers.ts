/** Fails on the first arrow that points up: a folder imports itself and folders before it. Types must obey too. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Steps from the ground up. Folders of one step do not import each other. */
const STEPS = [
  ["base"],
  ["language"],
  ["settings"],
  ["project"],
  ["syntax", "store", "embed", "lsp"],
  ["index"],
  ["intent"],
  ["change"],
  ["symbol"],
  ["memory", "client"],
  ["tool"],
  ["prompt"],
  ["tools"],
  ["surface"],
  ["compose.ts"],
  ["main.ts"],
];
const RANK = new Map(STEPS.flatMap((rooms, rank) => rooms.map((room) => [room, rank] as const)));

/** Powers that one file alone has, with the pattern that gives them away. */
const ONLY: { power: string; pattern: RegExp; allowed: RegExp }[] = [
  {
    power: "spawn a process",
    pattern: /\bBun\.spawn|node:child_process|\bBun\.\$/,
    allowed: /^base\/(process|process-tree|server-process|reaper|kill)\.ts$/,
  },
  { power: "open a database", pattern: /\bnew Database\(/, allowed: /^store\/open\.ts$/ },
  {
    power: "read the environment",
    pattern: /\bprocess\.env\b|\bBun\.env\b|\bimport\.meta\.env\b/,
    allowed: /^settings\/load\.ts$/,
  },
  { power: "end the process", pattern: /\bprocess\.(exit|abort|reallyExit)\b/, allowed: /^main\.ts$/ },
  {
    power: "write files",
    pattern:
      /\b(writeFile|writeFileSync|writeSync|rename|renameSync|rm|rmSync|linkSync|symlinkSync|unlinkSync|chmodSync)\(|Bun\.write\(/,
    // Project files are written by one file alone, clients' configurations by another; the rest write Waymark's own state, the
    // sockets of `mcp` among it.
    allowed: /^(project\/disk\.ts|client\/config-file\.ts|base\/|store\/|lsp\/install\.ts$|surface\/cli\/seat\.ts$)/,
  },
  {
    power: "use more than web standards",
    pattern: /\bBun\.|from "node:|import\("node:|\bprocess\./,
    allowed: /^(?!tool\/|surface\/(?!cli\/|stdio\.ts$))/,
  },
];

/** Every broken rule in `files` (text by path relative to `src`). */
export function layerFaults(files: Readonly<Record<string, string>>): string[] {
  const faults: string[] = [];
  for (const [file, text] of Object.entries(files)) {
    const room = file.split("/")[0]!;
    const rank = RANK.get(room);
    if (rank === undefined) {
      faults.push(`${file}: "${room}" is no folder of the design`);
      continue;
    }
    const code = withoutComments(text);
    for (const { power, pattern, allowed } of ONLY) {
      if (pattern.test(code) && !allowed.test(file)) faults.push(`${file} must not ${power}`);
    }
    for (const target of importsOf(code)) {
      if (!target.startsWith(".")) continue;
      const resolved = join(file, "..", target);
      if (resolved.startsWith("..")) {
        if (resolved !== "../package.json") faults.push(`${file} imports ${target}, outside src`);
        continue;
      }
      const other = resolved.split("/")[0]!;
      const otherRank = RANK.get(other) ?? Number.POSITIVE_INFINITY;
      if (other !== room && otherRank >= rank) faults.push(`${file} imports ${resolved}, which is not below it`);
      if (/^tools\/[a-z]/.test(file) && /^tools\//.test(resolved))
        faults.push(`${file} imports another tool, ${resolved}`);
      if (room === "surface" && other === "tools") faults.push(`${file} imports a tool, ${resolved}`);
    }
  }
  return faults;
}

function importsOf(code: string): string[] {
  const patterns = [
    /\b(?:import|export)\s[^"';]*?from\s*"([^"]+)"/g,
    /\bimport\s*\(\s*"([^"]+)"/g,
    /\bimport\s+"([^"]+)"/g,
  ];
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, target]) => target!));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

if (import.meta.main) {
  const src = join(import.meta.dir, "../src");
  const paths = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const files = Object.fromEntries(
    paths.map((path) => [path.replaceAll("\\", "/"), readFileSync(join(src, path), "utf8")]),
  );
  const faults = layerFaults(files);
  for (const fault of faults) console.error(fault);
  console.log(`${paths.length} files, ${faults.length} broken layer rules`);
  if (faults.length > 0) process.exit(1);
}
