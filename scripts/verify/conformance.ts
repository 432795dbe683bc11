/**
 * Runs the protocol's official conformance suite: `bun scripts/verify/conformance.ts`. First all that both revisions
 * demand, on our HTTP stack with the suite's fixtures; then what needs no fixtures, on the real server. Prints the suite's
 * own words; exits with 1 unless every run ends with 0.
 */
import {
  installSuite,
  PRODUCT_SCENARIOS,
  REVISIONS,
  runRequirements,
  runScenario,
  serveFixtures,
} from "../../test/fixture/conformance/run.ts";
import { type Finished, serve } from "../../test/fixture/subject.ts";
import { tmp } from "../../test/fixture/tmp.ts";

const started = performance.now();
const verdicts: string[] = [];

function judge(what: string, { code, stdout, stderr }: Finished): void {
  console.log(stdout.slice(stdout.lastIndexOf("=== SUMMARY")) + stderr);
  verdicts.push(`exit ${code}  ${what}`);
  if (code !== 0) process.exitCode = 1;
}

await installSuite();
{
  await using fixtures = await serveFixtures();
  for (const revision of REVISIONS) judge(`requirements of ${revision}`, await runRequirements(fixtures.url, revision));
}
await using home = await tmp();
await using served = await serve(["--no-auth"], { home: home.path });
for (const { scenario, revision, known } of PRODUCT_SCENARIOS) {
  judge(`${scenario} of ${revision}`, await runScenario(served.url, scenario, revision, known));
}
console.log(verdicts.join("\n"));
console.log(`${verdicts.length} runs in ${((performance.now() - started) / 1000).toFixed(1)} s`);
