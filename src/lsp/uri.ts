/** Paths to addresses and back. Servers spell the same address in several ways, so only paths are compared. */
import { fileURLToPath, pathToFileURL } from "node:url";

export function toUri(path: string): string {
  return pathToFileURL(path).href;
}

/** The absolute path of an address; undefined when it is no file, such as `jdt:` and `deno:`. */
export function toPath(uri: string): string | undefined {
  if (!/^file:/i.test(uri)) return undefined;
  try {
    const path = fileURLToPath(uri);
    return process.platform === "win32" ? path.replace(/^[a-z]:/, (drive) => drive.toUpperCase()) : path;
  } catch {
    return undefined; // of another machine, or with an escaped slash
  }
}
