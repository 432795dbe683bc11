/** Keeps swapping a folder and a file of the project at argv[2] for links to places that must not be reached. */

import { dlopen, ptr } from "bun:ffi";
import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const race = join(process.argv[2]!, "race");
const [folder, link] = [join(race, "folder"), join(race, "link")];
const [file, fresh] = [join(race, "file.txt"), join(race, "fresh")];
const FOLDERS = ["../../outside", "../../repo-other", "../.git", "../../outside", "../.ssh"];
const FILES = ["../../outside/a.txt", "../.env", "../.git/config", "../../repo-other/a.txt"];

const exchange = exchanger();
const parent = process.ppid;
for (let turn = 0; process.ppid === parent; turn++) {
  symlinkSync(FOLDERS[turn % FOLDERS.length]!, link);
  exchange(link, folder);
  symlinkSync(FILES[turn % FILES.length]!, fresh);
  renameSync(fresh, file);
  pause(turn);
  exchange(link, folder);
  rmSync(link);
  writeFileSync(fresh, "inside\n");
  renameSync(fresh, file);
  pause(turn * 7);
  if (turn === 0) console.log("swapping");
}

/** Swaps two names in one step where the system can, so that a call never finds the place empty. */
function exchanger(): (a: string, b: string) => void {
  if (process.platform !== "linux") {
    return (a, b) => {
      renameSync(a, fresh);
      renameSync(b, a);
      renameSync(fresh, b);
    };
  }
  const { renameat2 } = dlopen("libc.so.6", {
    renameat2: { args: ["i32", "ptr", "i32", "ptr", "u32"], returns: "i32" },
  }).symbols;
  const [HERE, EXCHANGE] = [-100, 2];
  return (a, b) => {
    const [from, to] = [Buffer.from(`${a}\0`), Buffer.from(`${b}\0`)];
    if (renameat2(HERE, ptr(from), HERE, ptr(to), EXCHANGE) !== 0) throw new Error(`cannot exchange ${a} and ${b}`);
  };
}

/** None to some hundred microseconds, so that each swap falls into another moment of a call. */
function pause(turn: number): void {
  const until = performance.now() + (turn % 40) / 100;
  while (performance.now() < until);
}
