/** Globs over paths, one dialect everywhere: `*` and `?` stay within a folder, `**` crosses, `{a,b}`, `[a-z]`, `!` excludes. */
import picomatch from "picomatch";
import { UserError } from "../base/error.ts";

/** Each doubles the alternatives. */
const CROSSINGS = 5;

export type PathFilter = (path: string) => boolean;

/**
 * Whether a path is wanted: it matches one of `include` (or there are none) and none of `exclude`.
 * A glob without a slash matches the file's name anywhere; one that names a folder means all in it; a leading `!` moves
 * it to the other list; brackets also match a name that is spelt with them.
 * @throws UserError `invalid_arguments` that names the glob.
 */
export function pathFilter(root: string, include: readonly string[], exclude: readonly string[]): PathFilter {
  const isNegated = (glob: string) => glob.startsWith("!");
  const wanted = include.filter((glob) => !isNegated(glob)).map((glob) => globMatcher(root, glob, "include_glob"));
  const unwanted = [
    ...exclude.map((glob) => globMatcher(root, glob, "exclude_glob")),
    ...include.filter(isNegated).map((glob) => globMatcher(root, glob.slice(1), "include_glob")),
  ];
  return (path) =>
    (wanted.length === 0 || wanted.some((matches) => matches(path))) && !unwanted.some((matches) => matches(path));
}

/**
 * @param field the input field that the glob came in.
 * @throws UserError `invalid_arguments`.
 */
export function globMatcher(root: string, glob: string, field: string): PathFilter {
  const slashed = glob.replaceAll("\\", "/");
  const relative = slashed.startsWith(`${root}/`) ? slashed.slice(root.length + 1) : slashed;
  const pattern = relative.replace(/^(\.?\/)+/, "").replace(/\/+$/, "");
  if (pattern === "" || pattern === ".") return () => true;
  const fault = /\{\s*\}/.test(pattern) ? "it has empty braces" : unbalanced(pattern);
  if (fault) throw unusable(glob, fault, field);
  assertFast(pattern, field);
  const alternatives = [pattern, ...(/[[\]]/.test(pattern) ? [pattern.replace(/[[\]]/g, "\\$&")] : [])];
  const isName = !pattern.includes("/");
  const matchers = alternatives.flatMap((alternative) => [
    compiled(alternative, isName),
    ...(/\*\*$/.test(alternative) ? [] : [compiled(`${isName ? "**/" : ""}${alternative}/**`, false)]),
  ]);
  return (path) => matchers.some((matches) => matches(path));
}

/** More stars in one part of a path would let the matcher try so many ways that everybody waits for it. */
const STARS = 3;
const CROSSING_STARS = 6;

/**
 * Refuses globs whose matching could take long: the matcher tries every way in which stars can share a name.
 * @throws UserError `invalid_arguments`.
 */
export function assertFast(glob: string, field: string): void {
  const most = Math.max(
    ...atItsWorst(glob)
      .split("/")
      .map((part) => part.replaceAll("**", "").split("*").length - 1),
  );
  if (most > STARS)
    throw unusable(glob, `it has ${most} stars in one part of the path, and at most ${STARS} are taken`, field);
  const crossings = glob.split("**").length - 1;
  if (crossings > CROSSING_STARS)
    throw unusable(glob, `it has ${crossings} times **, and at most ${CROSSING_STARS} are taken`, field);
}

/** The glob with the alternative of most stars in the place of each brace. */
function atItsWorst(glob: string): string {
  const stars = (text: string) => text.split("*").length;
  for (let worst = glob; ; ) {
    const next = worst.replace(/\{([^{}]*)\}/, (_, inner: string) =>
      inner.split(",").reduce((most, one) => (stars(one) > stars(most) ? one : most)),
    );
    if (next === worst) return worst;
    worst = next;
  }
}

function unusable(glob: string, fault: string, field: string): UserError {
  const message = `Glob ${JSON.stringify(glob)} cannot be used: ${fault}.`;
  return new UserError("invalid_arguments", message, {
    errors: [{ pointer: `/${field}`, message }],
    hint: "Examples: *.ts, src/**, **/*.{ts,tsx}, !**/*.test.ts.",
  });
}

/**
 * A glob in our dialect, without what `pathFilter` adds to it.
 * @param onName matches the name at the end of a path alone.
 */
export function compiled(glob: string, onName: boolean): PathFilter {
  const alternatives = withCrossings(glob.replaceAll("[!", "[^"));
  return picomatch(alternatives, { dot: true, basename: onName, nonegate: true, noextglob: true });
}

/** `**` beside other characters crosses folders, too; picomatch takes it for `*` there. */
function withCrossings(glob: string): string[] {
  const parts = glob.split(/(?<=[^/*])\*\*(?=[^*]|$)|(?<=^|\/)\*\*(?=[^/*])/);
  if (parts.length === 1 || parts.length > CROSSINGS) return [glob];
  return parts
    .slice(1)
    .reduce((globs, part) => globs.flatMap((start) => [`${start}*${part}`, `${start}*/**/*${part}`]), [parts[0]!]);
}

function unbalanced(pattern: string): string | undefined {
  let depth = 0;
  for (let index = 0; index < pattern.length; index++) {
    if (pattern[index] === "\\") index++;
    else if (pattern[index] === "{") depth++;
    else if (pattern[index] === "}" && --depth < 0) return "a brace is closed that was not opened";
  }
  return depth > 0 ? "a brace is not closed" : undefined;
}
