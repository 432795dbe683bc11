/** Paths that try to leave a project, made from a seed. */
import { dirname, join, relative } from "node:path";
import type { World } from "./jail-world.ts";

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;

const PARTS = [
  "..",
  ".",
  "",
  "...",
  ".. ",
  "..;",
  "%2e%2e",
  "%252e%252e",
  "‥",
  "．．",
  "..\\..",
  " ",
  "~",
  "-",
  "*",
  "src",
];
const STARTS = [
  "/",
  "//",
  "./",
  "../",
  "\\",
  "\\\\",
  "C:\\",
  "c:/",
  "C:",
  "\\\\server\\share\\",
  "\\\\?\\C:\\",
  "//?/",
];
const SCHEMES = [
  "file://",
  "file:",
  "~/",
  "~root/",
  "/proc/self/cwd/",
  "/proc/self/root",
  "/dev/fd/",
  ":/",
  ":(top)",
  "--",
  "@",
];
const ENDS = [
  "/",
  "/.",
  "/..",
  ".",
  " ",
  "\t",
  "\0",
  "\0.txt",
  "\n",
  "\x1b[2J",
  "\x7f",
  "::$DATA",
  ":stream",
  "/*",
  "?",
  "#x",
  "\u202e",
  "\ud800",
];
const SLASHES = ["\\", "//", "/./", "%2f", "%5c", "%c0%af", "／", "∕", "⁄", "/\0/", ":", "/../", "\\..\\"];

/** A path, and what was done to make it. */
export function randomPath(world: World, random: Random): string {
  let path = start(world, random);
  for (let left = Math.max(0, Math.floor(random() * 6) - 2); left > 0; left--) path = mutated(path, random);
  return path === "" ? "." : path;
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)]!;
}

function start({ top, root, known, racing }: World, random: Random): string {
  const place = () =>
    pick(["a.txt", "in/a.txt", "in", "src/a.txt", "new.txt", "in/new.txt", "new/new.txt", "config", "."], random);
  const neighbour = () => pick(["outside", "repo-other", "Repo", "repo/../outside", "none"], random);
  const inside = pick(known, random);
  const ways: (() => string)[] = [
    () => inside,
    () => join(inside, place()),
    () => `${inside}/${place()}`,
    () => `${inside}/../${place()}`,
    () => join(root, inside),
    () => `${root}/${inside}/${place()}`,
    () => join(top, neighbour(), place()),
    () => `../${neighbour()}/${place()}`,
    () => `${dirname(inside)}/${"../".repeat(Math.floor(random() * 8))}${neighbour()}/${place()}`,
    () => `${"../".repeat(12)}${relative("/", top)}/outside/${place()}`,
    () => `up/${neighbour()}/${place()}`,
    () => `src/back/${neighbour()}/${place()}`,
    () => `${root}-other/${place()}`,
    () => `${"loop/".repeat(Math.floor(random() * 60))}${inside}`,
    () => pick(["/etc/passwd", "/proc/self/environ", "/dev/zero", "/dev/stdin", "/", "..", "."], random),
    () => `new/${place()}`,
    ...Array.from({ length: 5 }, () => () => pick(racing, random)),
    () => Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(PARTS, random)).join("/"),
    () => "x".repeat(pick([255, 256, 1_000, 4_096, 5_000], random)),
    () => `${"d/".repeat(random() < 0.02 ? 2_040 : pick([20, 100], random))}a.txt`,
    () =>
      String.fromCharCode(...Array.from({ length: 1 + Math.floor(random() * 12) }, () => Math.floor(random() * 400))),
  ];
  return pick(ways, random)();
}

function mutated(path: string, random: Random): string {
  const at = Math.floor(random() * (path.length + 1));
  const parts = path.split("/");
  const ways: (() => string)[] = [
    () => parts.toSpliced(Math.floor(random() * (parts.length + 1)), 0, pick(PARTS, random)).join("/"),
    () => parts.toSpliced(Math.floor(random() * parts.length), 1, pick(PARTS, random)).join("/"),
    () => path.replaceAll("/", pick(SLASHES, random)),
    () => path.replace("/", pick(SLASHES, random)),
    () => path.replaceAll("..", pick(["%2e%2e", "%2E%2E", ".%2e", "..;", "‥", "．．", ".\u200b.", "..\0"], random)),
    () => pick(STARTS, random) + path,
    () => pick(SCHEMES, random) + path,
    () => path + pick(ENDS, random),
    () => path.normalize(pick(["NFD", "NFC", "NFKC"], random)),
    () =>
      pick([path.toUpperCase(), path.toLowerCase(), path.replace(/[a-z]/, (letter) => letter.toUpperCase())], random),
    () =>
      path.slice(0, at) +
      pick(["\0", "\r", "\n", "\u0007", "\u200b", "\ufeff", "é", "İ", "%00", "\\"], random) +
      path.slice(at),
    () => encodeURIComponent(path.toWellFormed()),
    () => path.repeat(2),
  ];
  return pick(ways, random)();
}
