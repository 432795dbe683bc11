/** The bearer token of the HTTP surface, kept in a file that only the user can read. */
import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Unavailable } from "../base/error.ts";

/** The token of this data folder, made on first use. Safe when several processes start at once. */
export function ensureToken(dataDir: string): string {
  const path = join(dataDir, "token");
  const existing = readToken(path);
  if (existing) return closed(path, existing);
  // An empty one protects nothing. Where there was none, another process may have made one just now.
  if (existing !== undefined) rmSync(path, { force: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(fresh, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flag: "wx" });
  chmodSync(fresh, 0o600);
  try {
    linkSync(fresh, path); // fails when another process was first: its token counts
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(fresh);
  }
  const token = readToken(path);
  if (!token) throw new Unavailable("unavailable", `The token file ${path} was emptied while it was made; call again.`);
  return token;
}

/** A copy or an old program may have left it open to others. */
function closed(path: string, token: string): string {
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  return token;
}

/** Undefined where there is no file; empty where there is nothing in it. */
function readToken(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
