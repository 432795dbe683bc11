/** Offers the names that a mistyped one may have meant. */
import { distance } from "fastest-levenshtein";

/**
 * The known names nearest to `name`, best first. A name counts as near when a third of it or less is mistyped, or when
 * one holds the other.
 * @param limit most names to return.
 */
export function nearNames(name: string, known: Iterable<string>, limit = 3): string[] {
  const wanted = name.toLowerCase();
  const scored: { candidate: string; score: number }[] = [];
  for (const candidate of known) {
    const other = candidate.toLowerCase();
    const contains = wanted.length >= 3 && (other.includes(wanted) || (other.length >= 3 && wanted.includes(other)));
    const away = distance(wanted, other);
    if (contains || away <= Math.max(1, Math.floor(Math.max(wanted.length, other.length) / 3))) {
      scored.push({ candidate, score: contains ? Math.min(away, 1.5) : away });
    }
  }
  scored.sort((a, b) => a.score - b.score || a.candidate.localeCompare(b.candidate, "en"));
  return scored.slice(0, limit).map(({ candidate }) => candidate);
}

/** `did you mean "a" or "b"?`, or an empty string when nothing is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const near = nearNames(name, known).map((candidate) => JSON.stringify(candidate));
  return near.length === 0 ? "" : `did you mean ${near.join(" or ")}?`;
}
