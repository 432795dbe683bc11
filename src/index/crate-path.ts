/** From paths of Rust's modules to files. A path goes through modules, each a file or part of one. */
import { folderOf, nameOf, type ProjectPaths, pathFrom, upwards } from "./project-paths.ts";

/** Files that begin a crate or a folder of modules: their children lie beside them, not below a folder of their name. */
const STARTS: ReadonlySet<string> = new Set(["mod.rs", "lib.rs", "main.rs", "build.rs"]);

/**
 * The files in which what a path means is defined; undefined when the path does not begin in the project.
 * @param crate the root file of another crate of this name, if the project has it.
 */
export function cratePath(
  from: string,
  parts: readonly string[],
  names: readonly string[],
  paths: ProjectPaths,
  crate: (name: string) => string | undefined,
): string[] | undefined {
  let [start, rest]: [string | undefined, readonly string[]] = [from, parts];
  if (parts[0] === "crate") {
    [start, rest] = [rootOf(from, paths), parts.slice(1)];
  } else if (parts.join() === "super" && names.length === 0) {
    // `use super::*` stands in a module with a body, the tests of the file as a rule.
  } else if (parts[0] === "self" || parts[0] === "super") {
    while (rest[0] === "self" || rest[0] === "super") {
      if (rest[0] === "super") start = parentOf(start, paths) ?? start;
      rest = rest.slice(1);
    }
  } else if (!childOf(from, parts[0]!, paths)) {
    [start, rest] = [crate(parts[0]!), parts.slice(1)];
    // `use Colour::Red`: a type, of this file as a rule.
    if (start === undefined && /^\p{Lu}/u.test(parts[0]!)) start = from;
  }
  if (start === undefined) return undefined;
  const last = deepest(start, rest, paths);
  if (names.length === 0 || last.left > 0) return [last.file];
  return [...new Set(names.map((name) => deepest(last.file, name.split("::"), paths).file))];
}

/** The file of the last module of a path that is a file, and how many parts are not. */
function deepest(start: string, parts: readonly string[], paths: ProjectPaths): { file: string; left: number } {
  let file = start;
  for (const [at, part] of parts.entries()) {
    const child = childOf(file, part, paths);
    if (child === undefined) return { file, left: parts.length - at };
    file = child;
  }
  return { file, left: 0 };
}

function childOf(file: string, name: string, paths: ProjectPaths): string | undefined {
  const isStart = STARTS.has(nameOf(file)) || isOwnCrate(file, paths);
  const folder = isStart ? folderOf(file) : file.replace(/\.rs$/, "");
  const [plain, nested] = [pathFrom(folder, `${name}.rs`)!, pathFrom(folder, `${name}/mod.rs`)!];
  return [plain, nested].find((path) => path !== file && paths.has(path));
}

/** Each file of these folders of a package is a crate. */
function isOwnCrate(file: string, paths: ProjectPaths): boolean {
  const place = /^(?:(.*)\/)?(?:tests|examples|benches|src\/bin)\/[^/]+\.rs$/.exec(file);
  return place !== null && paths.has(pathFrom(place[1] ?? "", "Cargo.toml")!);
}

function parentOf(file: string, paths: ProjectPaths): string | undefined {
  const folder = nameOf(file) === "mod.rs" ? folderOf(folderOf(file)) : folderOf(file);
  const named = folder === "" ? [] : [`${folder}.rs`];
  return [...["mod.rs", "lib.rs", "main.rs"].map((name) => pathFrom(folder, name)!), ...named].find(
    (path) => path !== file && paths.has(path),
  );
}

function rootOf(file: string, paths: ProjectPaths): string | undefined {
  if (isOwnCrate(file, paths)) return file;
  const roots = upwards(folderOf(file)).flatMap((folder) => [
    pathFrom(folder, "lib.rs")!,
    pathFrom(folder, "main.rs")!,
  ]);
  return roots.find((path) => paths.has(path));
}
