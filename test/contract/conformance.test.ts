import { beforeAll, describe, expect, test } from "bun:test";
import {
  installSuite,
  PRODUCT_SCENARIOS,
  REVISIONS,
  runRequirements,
  runScenario,
  serveFixtures,
} from "../fixture/conformance/run.ts";
import { serve } from "../fixture/subject.ts";
import { tmp } from "../fixture/tmp.ts";

const INSTALL_LIMIT_MS = 120_000;

beforeAll(installSuite, INSTALL_LIMIT_MS);

// The fixtures are no part of the executable, so a run on it would test the source once more.
describe.skipIf(process.env.WAYMARK_BIN !== undefined)("the HTTP stack with the suite's fixtures", () => {
  test.each(REVISIONS)("meets all that revision %s demands", async (revision) => {
    await using fixtures = await serveFixtures();
    const { code, stdout } = await runRequirements(fixtures.url, revision);
    expect([code, stdout.slice(stdout.lastIndexOf("=== SUMMARY"))]).toEqual([0, expect.stringContaining("Total: ")]);
  });
});

test("the real server passes every scenario that needs no fixtures", async () => {
  await using home = await tmp();
  await using server = await serve(["--no-auth"], { home: home.path });
  for (const { scenario, revision, known } of PRODUCT_SCENARIOS) {
    const { code, stdout, stderr } = await runScenario(server.url, scenario, revision, known);
    if (code !== 0) throw new Error(`${scenario} of ${revision} ended with ${code}:\n${stdout}${stderr}`);
  }
});
