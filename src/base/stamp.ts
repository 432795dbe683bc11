/** What tells, without reading it, that a file is still what it was. */
import type { BigIntStats } from "node:fs";

/** A file that changed within this time of being read may have changed again without its times showing it. */
export const RACY_MS = 50;

export function stampOf({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string {
  return `${size} ${mtimeNs} ${ctimeNs} ${ino}`;
}

/** Whether a file changed so shortly before it was read that its stamp is no proof. @param readAt milliseconds since 1970. */
export function isRacy({ mtimeMs, ctimeMs }: BigIntStats, readAt: number): boolean {
  return Math.max(Number(mtimeMs), Number(ctimeMs)) > readAt - RACY_MS;
}
