/** Keeps out what may be test material: by the name of a package, and by the paths of copies within other packages. */
import table from "./excluded.yaml";

const { names, scopes, paths } = table as Record<"names" | "scopes" | "paths", string[]>;

const NAMES = names.map((name) => new RegExp(`^(${name})$`, "i"));
const SCOPES = scopes.map((scope) => new RegExp(`^(${scope})$`, "i"));
const PATHS = paths.map((path) => new RegExp(path, "i"));

/** True for a package that must not be learned from; the name as its registry writes it, Debian's with or without `@suite`. */
export function isExcludedPackage(name: string): boolean {
  const plain = name.replace(/(?<=.)@[a-z]+$/, "");
  const parts = plain.split(/[/:]/);
  const own = parts.filter((part) => !/^v\d+$/.test(part)).at(-1)!;
  const artifact = own.replace(/_(2\.1[0-9]|3)(\..*)?$/, "").replace(/-jvm$/, "");
  const scope = plain.includes(":") ? parts[0]! : parts.slice(0, -1).join("/");
  const matches = (patterns: readonly RegExp[], text: string) => patterns.some((pattern) => pattern.test(text));
  return matches(NAMES, own) || matches(NAMES, artifact) || matches(SCOPES, scope) || matches(SCOPES, parts[0]!);
}

/** True for a file that is a copy of such a project within another package. */
export function isExcludedPath(path: string): boolean {
  return PATHS.some((pattern) => pattern.test(path));
}
