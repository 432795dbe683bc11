/** How much a folder takes on the disk. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { orMissingNow } from "./missing.ts";

/** Bytes of the files in a folder, which holds no further ones; 0 when it is not there. */
export function sizeOf(folder: string): number {
  const names = orMissingNow(() => readdirSync(folder)) ?? [];
  return names.reduce((sum, name) => sum + (orMissingNow(() => statSync(join(folder, name)))?.size ?? 0), 0);
}
