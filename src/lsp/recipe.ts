/** What each way to install a server runs. Nothing of a project is run, and no install script of a package. */
import { join } from "node:path";
import type { Recipe, ServerSpec } from "../language/server-spec.ts";

/** The recipes that Waymark runs itself; the others are told to people. */
export type RunnableRecipe = Extract<Recipe, { with: "npm" | "pip" | "go" | "cargo" }>;

/** One program to run in the new folder. */
export interface Step {
  /** What a person is told meanwhile. */
  says: string;
  command: readonly [string, ...string[]];
  env?: Readonly<Record<string, string>>;
}

export interface RecipePlan {
  /** Files to write first, by their path in the folder. */
  files: Readonly<Record<string, string>>;
  steps: readonly Step[];
  /** Path of the program in the folder. */
  program: string;
}

/** Programs of this machine that a recipe is carried out with. */
export interface Tools {
  /** npm; or how our own runtime installs packages, where there is none. */
  npm: { command: readonly [string, ...string[]]; isOwn: boolean; env: Readonly<Record<string, string>> };
  python: string;
  go: string;
  cargo: string;
}

export function isRunnable(recipe: Recipe): recipe is RunnableRecipe {
  return ["npm", "pip", "go", "cargo"].includes(recipe.with);
}

/**
 * The server of a language that is installed where nobody names one: the first that answers, that is for projects and files
 * of every kind, and that has a recipe that we carry out; undefined when there is none.
 * @param specs the preferred one first.
 */
export function usualServer(specs: readonly ServerSpec[]): ServerSpec | undefined {
  const answering = specs.filter(({ role, install }) => role === "primary" && install.some(isRunnable));
  return answering.find(({ needs_root, only }) => !needs_root && only.length === 0) ?? answering[0];
}

/** The version that a recipe installs. */
export function versionOf(recipe: RunnableRecipe): string {
  return "packages" in recipe ? Object.values(recipe.packages)[0]! : recipe.version;
}

/** What a recipe fetches, as a person reads it. */
export function packagesOf(recipe: RunnableRecipe): string {
  const pairs = "packages" in recipe ? Object.entries(recipe.packages) : [[recipe.package, recipe.version] as const];
  return pairs.map(([name, version]) => `${name} ${version}`).join(", ");
}

/** @param folder the new folder, absolute. */
export function planOf(recipe: RunnableRecipe, tools: Tools, folder: string): RecipePlan {
  const says = `fetching ${packagesOf(recipe)} with ${recipe.with}`;
  switch (recipe.with) {
    case "npm":
      return npmPlan(recipe, tools.npm, says);
    case "pip":
      return pipPlan(recipe, tools.python, folder, says);
    case "go": {
      const env = { GOBIN: join(folder, "bin"), GOTOOLCHAIN: "local", GOWORK: "off" };
      const command = [tools.go, "install", `${recipe.package}@${recipe.version}`] as const;
      return { files: {}, steps: [{ says: `${says}, which builds it`, command, env }], program: inBin(recipe.program) };
    }
    case "cargo": {
      const version = ["--version", recipe.version, "--locked"];
      const command = [tools.cargo, "install", "--quiet", "--root", folder, ...version, recipe.package] as const;
      return { files: {}, steps: [{ says: `${says}, which builds it`, command }], program: inBin(recipe.program) };
    }
  }
}

/** By itself it tries for many minutes to reach a registry that is not there. */
const NPM_PATIENCE = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];

function npmPlan(recipe: Extract<Recipe, { with: "npm" }>, npm: Tools["npm"], says: string): RecipePlan {
  const quiet = npm.isOwn
    ? ["--production"]
    : ["--no-audit", "--no-fund", "--omit=dev", "--loglevel=error", ...NPM_PATIENCE];
  const name = recipe.program.replaceAll("{platform}", process.platform).replaceAll("{arch}", process.arch);
  return {
    files: { "package.json": `${JSON.stringify({ private: true, dependencies: recipe.packages }, null, 2)}\n` },
    steps: [{ says, command: [...npm.command, "install", "--ignore-scripts", ...quiet], env: npm.env }],
    program: name.includes("/") ? withSuffix(name, ".exe") : withSuffix(`node_modules/.bin/${name}`, ".cmd"),
  };
}

/** Wheels only: the build of a source package would run its code. */
function pipPlan(recipe: Extract<Recipe, { with: "pip" }>, python: string, folder: string, says: string): RecipePlan {
  const wanted = Object.entries(recipe.packages).map(([name, version]) => `${name}==${version}`);
  const bin = process.platform === "win32" ? "Scripts" : "bin";
  const own = join(folder, bin, process.platform === "win32" ? "python.exe" : "python");
  const flags = ["--only-binary", ":all:", "--no-input", "--disable-pip-version-check", "--quiet", "--retries", "1"];
  return {
    files: {},
    steps: [
      { says: "making an environment of Python's", command: [python, "-I", "-m", "venv", folder] },
      { says, command: [own, "-I", "-m", "pip", "install", ...flags, ...wanted] },
    ],
    program: withSuffix(`${bin}/${recipe.program}`, ".exe"),
  };
}

function inBin(program: string): string {
  return withSuffix(`bin/${program}`, ".exe");
}

function withSuffix(path: string, suffix: string): string {
  return process.platform === "win32" ? path + suffix : path;
}
