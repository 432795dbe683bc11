/** Makes a file of the user's own; one that is there is never written over. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { UserError } from "./error.ts";

/** @throws UserError `exists` where something is there already. */
export async function makeFile(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, text, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new UserError("exists", `${file} is there already; nothing was written.`, { hint: "Edit it, or delete it." });
  }
}
