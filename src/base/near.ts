/** Offers the names that a mistyped one may have meant. */
import { distance } from "fastest-levenshtein";

/**
 * The known names nearest to `name`, best first. A name counts as near when two fifths of it or less are mistyped, or when
 * one holds the other.
 * @param limit most names to return.
 */
export function nearNames(name: string, known: Iterable<string>, limit = 3): string[] {
  const wanted = name.toLowerCase();
  const letters = sorted(wanted);
  const scored: { candidate: string; score: number }[] = [];
  for (const candidate of known) {
    const other = candidate.toLowerCase();
    const contains = wanted.length >= 3 && (other.includes(wanted) || (other.length >= 3 && wanted.includes(other)));
    const away = letters === sorted(other) ? 1 : distance(wanted, other); // swapped letters are one slip
    if (contains || away <= Math.max(1, Math.round(Math.max(wanted.length, other.length) * 0.4))) {
      scored.push({ candidate, score: contains ? Math.min(away, 1.5) : away });
    }
  }
  scored.sort((a, b) => a.score - b.score || a.candidate.localeCompare(b.candidate, "en"));
  return scored.slice(0, limit).map(({ candidate }) => candidate);
}

function sorted(text: string): string {
  return [...text].sort().join("");
}

/** `did you mean "a" or "b"?`, or an empty string when nothing is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const near = nearNames(name, known).map((candidate) => JSON.stringify(candidate));
  return near.length === 0 ? "" : `did you mean ${near.join(" or ")}?`;
}
