/** A log file that cannot grow without end: when it is full, it becomes `<name>.1`, and the one before that goes. */
import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";

const MAX_BYTES = 5 * 1024 * 1024;

/** Returns what appends text. Appending never throws: a full disk must not end a server. */
export function logFile(path: string, maxBytes = MAX_BYTES): (text: string) => void {
  let bytes = sizeOf(path);
  return (text) => {
    try {
      if (bytes > maxBytes) {
        renameSync(path, `${path}.1`);
        bytes = 0;
      }
      if (bytes === 0) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      appendFileSync(path, text, { mode: 0o600 });
      bytes += Buffer.byteLength(text);
    } catch {
      bytes = sizeOf(path); // another process may have rotated it
    }
  };
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0; // there is none, or none can be; writing finds out
  }
}
