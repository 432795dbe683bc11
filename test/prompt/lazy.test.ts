import { expect, test } from "bun:test";
import { join } from "node:path";
import { tmp } from "../fixture/tmp.ts";

const SRC = join(import.meta.dir, "../../src");

/** Composes Waymark in a process of its own, and says before and after the first prompt whether the engine is loaded. */
const PROGRAM = `
const { compose } = await import(${JSON.stringify(`${SRC}/compose.ts`)});
const { readEnvironment } = await import(${JSON.stringify(`${SRC}/settings/load.ts`)});
const [dataDir] = process.argv.slice(-1);
const app = await compose({ environment: readEnvironment({ HOME: dataDir }), dataDir, writeLog() {} });
const isLoaded = () => Object.keys(require.cache).some((file) => /node_modules.eta./.test(file));
const before = isLoaded();
await app.promptBook();
console.log(JSON.stringify([before, isLoaded()]));
await app[Symbol.asyncDispose]();
`;

test("the engine of templates is loaded with the first prompt, not with the start", async () => {
  await using home = await tmp({ "program.ts": PROGRAM });
  const child = Bun.spawn([process.execPath, join(home.path, "program.ts"), home.path], { stdout: "pipe" });
  expect(await child.stdout.text()).toBe("[false,true]\n");
});
