/** The sqlite-vec extension that ships with Waymark, one for each platform; a build keeps only its own. */
import type { Database } from "bun:sqlite";
import { programFile } from "../base/asset.ts";
import { loadVectorExtension, type VectorSupport } from "./open.ts";

type Embedded = Promise<{ default: unknown }>;

/**
 * Loads the extension into an open database. That it cannot be is no fault: the answer says why.
 * @param folder where the executable's copies of programs are kept: the system's loader needs a real file.
 */
export async function loadVectors(database: Database, folder: string): Promise<VectorSupport> {
  const embedded = await embeddedVectorExtension();
  let file: string | undefined;
  try {
    file = embedded === undefined ? undefined : await programFile(embedded, folder);
  } catch (error) {
    return { isLoaded: false, reason: `sqlite-vec cannot be copied to ${folder}: ${(error as Error).message}` };
  }
  return loadVectorExtension(database, file);
}

/**
 * Path of the extension, inside the executable or in the packages; undefined where none is shipped. Beside a C library other
 * than glibc there is none: what is made for glibc must not be loaded there, where it may break the process.
 */
export async function embeddedVectorExtension(): Promise<string | undefined> {
  const found = await load();
  return found?.default as string | undefined;
}

function load(): Embedded | undefined {
  if (process.platform === "linux" && !hasGlibc()) return undefined;
  if (process.platform === "linux" && process.arch === "x64") {
    return import("sqlite-vec-linux-x64/vec0.so", { with: { type: "file" } });
  }
  if (process.platform === "linux" && process.arch === "arm64") {
    return import("sqlite-vec-linux-arm64/vec0.so", { with: { type: "file" } });
  }
  if (process.platform === "darwin" && process.arch === "arm64") {
    return import("sqlite-vec-darwin-arm64/vec0.dylib", { with: { type: "file" } });
  }
  if (process.platform === "darwin" && process.arch === "x64") {
    return import("sqlite-vec-darwin-x64/vec0.dylib", { with: { type: "file" } });
  }
  if (process.platform === "win32" && process.arch === "x64") {
    return import("sqlite-vec-windows-x64/vec0.dll", { with: { type: "file" } });
  }
  return undefined;
}

function hasGlibc(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}
