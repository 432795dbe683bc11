/** Reads what `git log` says. */

export interface Commit {
  hash: string;
  author: string;
  /** ISO 8601. */
  date: string;
  subject: string;
  files: { path: string; added: number | null; removed: number | null }[];
}

/**
 * Reads `git log` field by field: two empty fields open a commit, then come its hash, author, date, subject and an empty
 * field, then a field for each file. No name or message can hold the NUL between fields, so none can forge a commit.
 */
export function parsedCommits(fields: readonly string[]): Commit[] {
  const commits: Commit[] = [];
  for (let at = 0; at + 6 < fields.length; ) {
    const [hash, author, date, subject] = fields.slice(at + 2, at + 6) as [string, string, string, string];
    const commit: Commit = { hash, author, date, subject, files: [] };
    commits.push(commit);
    at += 7;
    for (; at < fields.length; at++) {
      const counted = /^\n?(\d+|-)\t(\d+|-)\t(.+)$/s.exec(fields[at]!);
      if (!counted) break;
      const [, added, removed, path] = counted as unknown as [string, string, string, string];
      commit.files.push({ path, added: count(added), removed: count(removed) });
    }
  }
  return commits;
}

/** Git writes `-` for binary files. */
function count(text: string): number | null {
  return text === "-" ? null : Number(text);
}
