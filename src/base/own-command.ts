/** How this very program is started anew, and how it runs scripts of Node where there is no Node. */
import { join } from "node:path";
import { isEmbedded } from "./asset.ts";

/** The executable; from source also its entry, whatever file the process was started with. */
export function ownCommand(): [string, ...string[]] {
  const entry = join(import.meta.dir, "../main.ts");
  return isEmbedded(import.meta.dir) || isEmbedded(Bun.main) ? [process.execPath] : [process.execPath, entry];
}

/** Runs scripts of Node as Node would. */
export function ownRuntime(): { command: [string]; env: Readonly<Record<string, string>> } {
  return { command: [process.execPath], env: { BUN_BE_BUN: "1" } };
}
