/** How this very program is started anew. */
import { join } from "node:path";
import { isEmbedded } from "./asset.ts";

/** The executable; from source also its entry, whatever file the process was started with. */
export function ownCommand(): [string, ...string[]] {
  const entry = join(import.meta.dir, "../main.ts");
  return isEmbedded(import.meta.dir) || isEmbedded(Bun.main) ? [process.execPath] : [process.execPath, entry];
}
