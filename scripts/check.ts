/**
 * Everything that must hold before a change lands: format, lint, types, layers, generated files, tests. `npm test` runs
 * it. Ends with the line `N passed, N failed, N skipped`; each step before the tests counts as one.
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

let passed = 0;
let failed = 0;
let skipped = 0;

for (const { name, command } of STEPS) {
  const child = Bun.spawn(command, { cwd: root, stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  console.log(`${code === 0 ? "ok  " : "FAIL"} ${name}`);
  if (code === 0) passed++;
  else {
    failed++;
    console.log(stdout + stderr);
  }
}

const report = join(root, "dist/test-report.xml");
await Bun.write(report, "");
const tests = Bun.spawn(
  [bun, "test", "--timeout=60000", "--reporter=junit", `--reporter-outfile=${report}`, ...process.argv.slice(2)],
  {
    cwd: root,
    stdout: "inherit",
    stderr: "inherit",
  },
);
const testCode = await tests.exited;
const suite = /<testsuites [^>]*>/.exec(await Bun.file(report).text())?.[0];
const count = (name: string) => Number(new RegExp(`${name}="(\\d+)"`).exec(suite ?? "")?.[1] ?? 0);
failed += count("failures") + count("errors");
skipped += count("skipped");
passed += count("tests") - count("failures") - count("errors") - count("skipped");
if (!suite || (testCode !== 0 && failed === 0)) {
  console.log(`The test run ended with ${testCode} and ${suite ? "without a failed test" : "without a report"}.`);
  failed++;
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed > 0 ? 1 : 0);
