/** The paths of a project's files, found by their ends and by their folders. */

export class ProjectPaths {
  readonly all: readonly string[];
  readonly #paths: ReadonlySet<string>;
  readonly #byName = new Map<string, string[]>();
  /** Files right in a folder; the root is "". */
  readonly #inFolder = new Map<string, string[]>();
  /** Folders by their last name. */
  readonly #folders = new Map<string, string[]>();

  /** @param paths relative to the root, with `/`, sorted. */
  constructor(paths: readonly string[]) {
    this.all = paths;
    this.#paths = new Set(paths);
    for (const path of paths) {
      put(this.#byName, nameOf(path), path);
      const folder = folderOf(path);
      if (!this.#inFolder.has(folder)) this.#noteFolders(folder);
      put(this.#inFolder, folder, path);
    }
  }

  /** A folder with its parents, which may hold no file themselves. */
  #noteFolders(folder: string): void {
    for (let here = folder; here !== "" && !this.#folders.get(nameOf(here))?.includes(here); here = folderOf(here)) {
      put(this.#folders, nameOf(here), here);
    }
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** Files with a name, wherever they are. */
  named(name: string): readonly string[] {
    return this.#byName.get(name) ?? [];
  }

  /** Files right in a folder, whose own path has no slash at the end; "" is the root. */
  inFolder(folder: string): readonly string[] {
    return this.#inFolder.get(folder) ?? [];
  }

  /** Files whose path is `tail` or ends with it behind a slash. */
  endingWith(tail: string): string[] {
    return ending(this.named(nameOf(tail)), tail);
  }

  /** Folders whose path is `tail` or ends with it behind a slash. */
  foldersEndingWith(tail: string): string[] {
    return ending(this.#folders.get(nameOf(tail)) ?? [], tail);
  }
}

function ending(paths: readonly string[], tail: string): string[] {
  return paths.filter((path) => path === tail || path.endsWith(`/${tail}`));
}

function put(lists: Map<string, string[]>, key: string, path: string): void {
  const list = lists.get(key);
  if (list) list.push(path);
  else lists.set(key, [path]);
}

/** The folder of a path; "" for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A path from a folder on, without `.` and `..`; undefined when it leaves the root. */
export function pathFrom(folder: string, relative: string): string | undefined {
  const parts = folder === "" || relative.startsWith("/") ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/** A folder and those above it, from the inside out; the root is "". */
export function upwards(folder: string): string[] {
  const folders = [folder];
  for (let here = folder; here !== ""; ) {
    here = folderOf(here);
    folders.push(here);
  }
  return folders;
}
