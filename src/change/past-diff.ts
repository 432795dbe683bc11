/** What a change of the journal did to the lines of its files, as far as both sides of it can still be had. */
import { UserError } from "../base/error.ts";
import { shortHash } from "../base/hash.ts";
import type { Project } from "../project/project.ts";
import type { ChangeTable, JournalFile } from "../store/change-table.ts";
import { lineDiff } from "./diff.ts";
import { type PastFile, pastFile } from "./past-change.ts";

/** Longer texts are not compared for who merely looks, in bytes of both sides. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The most of a diff that is given, in characters. */
const MOST_CHARS = 100_000;

const TOO_LARGE = "The file is too large to be shown.";

export interface PastDiff extends PastFile {
  /** Hunks without a file header. */
  diff?: string;
  /** Why there is no diff, or not all of it. */
  reason?: string;
}

/** @param id of a change of the journal. */
export async function pastDiffs(project: Project, journal: ChangeTable, id: number): Promise<PastDiff[]> {
  const diffs: PastDiff[] = [];
  for (const file of journal.files(id)) diffs.push({ ...pastFile(file), ...(await diffOf(project, journal, file)) });
  return diffs;
}

async function diffOf(
  { files }: Project,
  journal: ChangeTable,
  { path, real, before, afterHash }: JournalFile,
): Promise<Pick<PastDiff, "diff" | "reason">> {
  const after = afterHash === null ? null : await contentOf(files, journal, { path, real, hash: afterHash });
  if (after === "too large") return { reason: TOO_LARGE };
  if (after === undefined) return { reason: "The file has changed since, so what it was then is not known any more." };
  if ((before?.length ?? 0) + (after?.length ?? 0) > MOST_BYTES) return { reason: TOO_LARGE };
  const [old, now] = [before, after].map((bytes) => (bytes === null ? "" : files.decode(bytes)?.text));
  if (old === undefined || now === undefined) return { reason: "The file is not text." };
  const diff = lineDiff(old, now, true).diff ?? "";
  if (diff.length <= MOST_CHARS) return { diff };
  return {
    diff: diff.slice(0, diff.lastIndexOf("\n", MOST_CHARS) + 1),
    reason: "The rest is too long to be shown.",
  };
}

/** The bytes with that hash: what a later change found there, or what is there now. */
async function contentOf(
  files: Project["files"],
  journal: ChangeTable,
  { path, real, hash }: { path: string; real: string; hash: string },
): Promise<Uint8Array | "too large" | undefined> {
  const found = journal.contentOf(real, hash);
  if (found) return found;
  try {
    using file = await files.open(path);
    if (file.size > MOST_BYTES) return "too large";
    const current = file.read(0, file.size);
    return shortHash(current) === hash ? current : undefined;
  } catch (error) {
    if (error instanceof UserError) return undefined; // it is gone, or is not to be read any more
    throw error;
  }
}
