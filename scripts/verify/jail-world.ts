/**
 * The world of the jail fuzzer: a project among neighbours that it must not touch, with links of every kind, secrets,
 * git data, and a process that keeps putting links in the place of files and folders.
 */
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { git } from "../../test/fixture/project.ts";
import { tmp } from "../../test/fixture/tmp.ts";

/** Stands in every name and content that must never be told; no generated path holds it. */
const TOKEN = `sentinel-${crypto.randomUUID().slice(0, 8)}`;

export interface World extends AsyncDisposable {
  /** Holds the project `repo` and its neighbours. */
  readonly top: string;
  readonly root: string;
  readonly token: string;
  /** Paths relative to the root that exist at the start, links and what they lead to among them. */
  readonly known: readonly string[];
  /** Paths whose meaning changes while calls run. */
  readonly racing: readonly string[];
  /** What must not change: all neighbours, secrets and git data. */
  snapshot(): string;
}

const LINKS: Record<string, string> = {
  "to-folder": "src",
  "to-file": "src/a.txt",
  "to-nothing": "nowhere/at/all",
  loop: ".",
  ring: "ring-back",
  "ring-back": "ring",
  up: "..",
  out: "../outside",
  "out-file": "../outside/a.txt",
  "out-new": "../outside/new.txt",
  sibling: "../repo-other",
  "chain-1": "chain-2",
  "chain-2": "deep/chain-3",
  "deep/chain-3": "../out/in",
  "notes.txt": ".env",
  keys: ".ssh",
  "config.txt": ".git/config",
  hooks: ".git",
  "src/back": "../..",
};

const RACING = ["race/folder", "race/folder/a.txt", "race/folder/in/a.txt", "race/folder/new.txt", "race/file.txt"];

/** @param isRepository makes the project a git repository; otherwise its `.git` is only data. */
export async function jailWorld(isRepository: boolean): Promise<World> {
  const hidden = `${TOKEN}\n`;
  const neighbour = (folder: string) => ({
    [`${folder}/a.txt`]: hidden,
    [`${folder}/in/a.txt`]: hidden,
    [`${folder}/${TOKEN}.txt`]: hidden,
    [`${folder}/in/${TOKEN}/x.txt`]: hidden,
    [`${folder}/src/a.txt`]: hidden,
  });
  const top = await tmp({
    ...neighbour("outside"),
    ...neighbour("repo-other"),
    ...neighbour("Repo"),
    "repo/a.txt": "inside\n",
    "repo/src/a.txt": "inside\n",
    "repo/src/é.txt": "inside\n",
    "repo/src/in/a.txt": "inside\n",
    "repo/deep/er/est/a.txt": "inside\n",
    "repo/odd\\name.txt": "inside\n",
    "repo/.ci/a.txt": "inside\n",
    "repo/.env": hidden,
    "repo/.env.local": hidden,
    "repo/src/id_rsa": hidden,
    "repo/.ssh/config": hidden,
    "repo/race/folder/a.txt": "inside\n",
    "repo/race/folder/in/a.txt": "inside\n",
    "repo/race/file.txt": "inside\n",
  });
  const root = join(top.path, "repo");
  if (isRepository) git(root, "init", "--quiet");
  const data = await tmp({ config: `[user]\n\tname = ${TOKEN}\n` });
  await mkdir(join(root, ".git"), { recursive: true });
  await Bun.write(join(root, ".git/config"), await Bun.file(join(data.path, "config")).text());
  await Bun.write(join(root, `.git/${TOKEN}`), hidden);
  await data[Symbol.asyncDispose]();
  for (const [name, to] of Object.entries({ ...LINKS, absolute: join(top.path, "outside") })) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await symlink(to, join(root, name));
  }
  const known = [...Object.keys(LINKS), "absolute", ...placesBelow(root).filter((path) => !path.includes(TOKEN))];
  return {
    top: top.path,
    root,
    token: TOKEN,
    known,
    racing: RACING,
    snapshot: () => protectedPlaces(top.path).map(state).join("\n"),
    [Symbol.asyncDispose]: () => top[Symbol.asyncDispose](),
  };
}

/** Starts the process that swaps; it ends with the returned value. */
export async function startSwapping(world: World): Promise<AsyncDisposable> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "jail-swapper.ts"), world.root], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await child.stdout.getReader().read(); // its first word: it swaps now
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

/** Folders and files, links not followed. */
function placesBelow(folder: string, prefix = ""): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .filter((entry) => !entry.isSymbolicLink())
    .flatMap((entry) => {
      const path = join(prefix, entry.name);
      return entry.isDirectory() ? [path, ...placesBelow(folder, path)] : [path];
    });
}

function protectedPlaces(top: string): string[] {
  const neighbours = readdirSync(top).filter((name) => name !== "repo");
  const below = (name: string) => [name, ...placesBelow(join(top, name)).map((path) => join(name, path))];
  const secrets = ["repo/.env", "repo/.env.local", "repo/src/id_rsa", ...below("repo/.ssh"), ...below("repo/.git")];
  return [...neighbours.flatMap(below), ...secrets].sort().map((path) => join(top, path));
}

/** The content of a file, or that it is a folder, in one line. */
function state(path: string): string {
  try {
    return `${path} ${Bun.hash(readFileSync(path))}`;
  } catch (error) {
    return `${path} ${(error as NodeJS.ErrnoException).code}`;
  }
}
