/** The short content hash that tools print and take back. */
import { createHash } from "node:crypto";

/** 12 hex digits of SHA-256. */
export function shortHash(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 12);
}
