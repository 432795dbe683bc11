/**
 * Everything that must hold before a change lands: format, lint, types, layers, generated files, tests. `npm test` runs
 * it. With `--binary` it also builds the executable and runs the suites of the outside faces on it; other arguments go to
 * the test runner. Ends with the line `N passed, N failed, N skipped`, in which each step before the tests counts as one.
 */
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const bin = (name: string) => join(root, "node_modules/.bin", name);
const bun = process.execPath;

const STEPS: { name: string; command: string[] }[] = [
  { name: "format, lint and imports", command: [bin("biome"), "check", "--error-on-warnings", "."] },
  { name: "types", command: [bin("tsc"), "-p", "."] },
  { name: "layers", command: [bun, "scripts/check-layers.ts"] },
  { name: "generated files", command: [bun, "scripts/gen.ts", "--check"] },
];

/** What a user can reach of the executable. */
const BINARY_SUITES = [
  "test/contract",
  "test/surface/cli.test.ts",
  "test/surface/cli-projects.test.ts",
  "test/surface/cli-servers.test.ts",
  "test/surface/dashboard/login.test.ts",
  "test/surface/dashboard/pages.test.ts",
  "test/surface/docs.test.ts",
  "test/surface/mcp-pump.test.ts",
];

const tally = { passed: 0, failed: 0, skipped: 0 };

/** Said again at the end, where whoever looks at a long log looks first. */
const failures: string[] = [];

async function step(name: string, command: string[]): Promise<boolean> {
  const child = Bun.spawn(command, { cwd: root, stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  console.log(`${code === 0 ? "ok  " : "FAIL"} ${name}`);
  if (code === 0) tally.passed++;
  else {
    tally.failed++;
    failures.push(name);
    console.log(stdout + stderr);
  }
  return code === 0;
}

/** Runs test files and adds what their report says. */
async function tests(name: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const report = join(root, `dist/${name}.xml`);
  await Bun.write(report, "");
  const flags = ["--timeout=60000", "--reporter=junit", `--reporter-outfile=${report}`];
  const child = Bun.spawn([bun, "test", ...flags, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdout: "inherit",
    stderr: "inherit",
  });
  const code = await child.exited;
  const said = await Bun.file(report).text();
  const suite = /<testsuites [^>]*>/.exec(said)?.[0];
  const count = (attribute: string) => Number(new RegExp(`${attribute}="(\\d+)"`).exec(suite ?? "")?.[1] ?? 0);
  const [failed, skipped] = [count("failures") + count("errors"), count("skipped")];
  tally.failed += failed;
  tally.skipped += skipped;
  tally.passed += count("tests") - failed - skipped;
  for (const [, test] of said.matchAll(/<testcase ([^>]*[^/])>\s*<(?:failure|error)/g))
    failures.push(`${name}: ${test}`);
  if (suite && (code === 0 || failed > 0)) return;
  console.log(`The test run "${name}" ended with ${code} and ${suite ? "without a failed test" : "without a report"}.`);
  tally.failed++;
  failures.push(name);
}

const wantsBinary = process.argv.includes("--binary");
for (const { name, command } of STEPS) await step(name, command);
await tests(
  "tests",
  process.argv.slice(2).filter((argument) => argument !== "--binary"),
);
if (wantsBinary && (await step("the executable builds", [bun, "scripts/build.ts", "--out", "dist"]))) {
  const { executableName, hostTarget } = await import("./build.ts");
  await tests("binary-tests", BINARY_SUITES, { WAYMARK_BIN: join(root, "dist", executableName(hostTarget()!)) });
}
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
process.exit(tally.failed > 0 ? 1 : 0);
