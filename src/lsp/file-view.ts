/** The files of a project on the disk, as far as roots of language servers depend on them. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readSmallFile } from "../base/held.ts";
import { orMissingNow } from "../base/missing.ts";
import type { FileView } from "../language/root.ts";

/** Manifests are smaller; what is larger says nothing. */
const TEXT_LIMIT_BYTES = 1_048_576;

/**
 * A view that looks at each folder once: it shows the moment, and is to be made anew when files have come or gone.
 * @param root absolute, real.
 */
export function fileView(root: string): FileView {
  const names = new Map<string, readonly string[]>();
  return {
    names(folder) {
      const known = names.get(folder);
      if (known) return known;
      const found = orMissingNow(() => readdirSync(join(root, folder))) ?? [];
      names.set(folder, found);
      return found;
    },
    text(path) {
      const read = orMissingNow(() => readSmallFile(join(root, path), TEXT_LIMIT_BYTES));
      return read instanceof Uint8Array ? new TextDecoder().decode(read) : undefined;
    },
  };
}
