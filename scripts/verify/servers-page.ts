/** The page that says which language servers were proven, and with what: one row for each server and program. */
import type { Verdict } from "../../test/fixture/server-check.ts";
import { CHECKS } from "../../test/fixture/server-program.ts";
import type { Proof } from "../../test/fixture/server-proof.ts";

const HEAD = `# Language servers that were proven

Written by \`scripts/verify/servers.ts --write\`; do not edit.

Each server answered through Waymark's own tools about a small program of \`test/fixture/project/\`: an outline, what the server
itself says of the symbols, a symbol found by name, its uses in another file, where it is declared, the end of the server's
process in between (\`kill -9\`), what implements an interface, a rename (as a dry run), and the problems before and after
an edit that breaks the program and one that mends it. \`-\` means that the server does not offer it, by its own capabilities;
\`known\` that it offers it and does not do it, as the notes say; an empty cell that the program has nothing to ask for.

`;

/** The rows of a page as they stand in it, by server and program. */
export function rowsIn(page: string): Map<string, string> {
  const rows = page.split("\n").filter((line) => /^\| [a-z]/.test(line) && !line.startsWith("| server"));
  return new Map(
    rows.map((row) => [
      row
        .split("|")
        .slice(1, 3)
        .map((cell) => cell.trim())
        .join(" "),
      row,
    ]),
  );
}

/** @param before rows that stay where nothing newer is known. */
export function serversPage(before: ReadonlyMap<string, string>, proofs: readonly Proof[]): string {
  const rows = new Map(before);
  for (const proof of proofs) if (proof.verdicts) rows.set(`${proof.server} ${proof.program}`, rowOf(proof));
  const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  const isProven = (row: string) => !/\| FAIL (?=\|)/.test(row) && (row.match(/\| pass (?=\|)/g) ?? []).length > 1; // more than that it starts anew
  const servers = new Set(sorted.filter(isProven).map((row) => row.split("|")[1]!.trim()));
  const columns = ["server", "program", "version", ...CHECKS, "notes"];
  const table = [`| ${columns.join(" | ")} |`, `|${" --- |".repeat(columns.length)}`, ...sorted];
  return `${HEAD}${servers.size} servers passed.\n\n${table.join("\n")}\n`;
}

function rowOf({ server, program, version = "", verdicts = {} }: Proof): string {
  const notes: string[] = [];
  const cells = CHECKS.map((check) => {
    const verdict: Verdict | undefined = verdicts[check];
    if (!verdict) return "";
    if ((verdict.is === "FAIL" || verdict.is === "known") && verdict.note) notes.push(`${check}: ${verdict.note}`);
    return verdict.is === "not offered" ? "-" : verdict.is;
  });
  const note = notes.join("; ").replaceAll("|", "\\|").replaceAll("\n", " ");
  return `| ${[server, program, version.replaceAll("|", " "), ...cells, note].join(" | ")} |`;
}
