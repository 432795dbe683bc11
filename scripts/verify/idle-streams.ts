/**
 * Silence that must not be taken for an end: `bun scripts/verify/idle-streams.ts [--call 14] [--idle 60]`, in seconds. Each
 * real client by each way makes a silent call, then does nothing for a while, then calls again; meanwhile streams of both
 * eras stay open, on the real server and on a runtime that cuts silence after ten seconds. Ends with 1 when one was cut.
 */
import { parseArgs } from "node:util";
import { testApp } from "../../test/fixture/app.ts";
import { installPython, noPython, PYTHON_KINDS } from "../../test/fixture/client/python.ts";
import { SDK_KINDS } from "../../test/fixture/client/sdk.ts";
import { reach, WAYS } from "../../test/fixture/client/way.ts";
import { changingServer, isListeningAfter, isOpenAfter, silentStream } from "../../test/fixture/idle-stream.ts";
import { listen } from "../../test/fixture/listen.ts";
import { RpcSession } from "../../test/fixture/rpc.ts";
import { serve } from "../../test/fixture/subject.ts";
import { tmp } from "../../test/fixture/tmp.ts";

const { values } = parseArgs({
  options: { call: { type: "string", default: "14" }, idle: { type: "string", default: "60" } },
});
const [callS, idleMs] = [Number(values.call), Number(values.idle) * 1000];
const CUT_AFTER_S = 10;

const missing = noPython();
if (missing) console.log(`The Python clients are skipped: ${missing}.`);
else await installPython();
const kinds = [...SDK_KINDS, ...(missing ? [] : PYTHON_KINDS)];

let faults = 0;
async function judge(what: string, check: () => Promise<boolean>, isWanted = true): Promise<void> {
  const said = await check().catch((error: Error) => error.message);
  const isFine = said === isWanted;
  if (!isFine) faults++;
  console.log(`${isFine ? "ok  " : "FAIL"} ${what}${typeof said === "string" ? `: ${said}` : ""}`);
}

/** A silent call, silence, and a call that shows that all is as before. */
const clients = WAYS.map(async (way) => {
  await using reached = await reach(way);
  await Promise.all(
    kinds.map((kind) =>
      judge(
        `${kind.name} over ${way}: a call of ${callS} s, then nothing for ${values.idle} s, then a call`,
        async () => {
          await using client = await kind.connect(reached.target);
          const silent = await client.call("run_command", { command: ["sleep", String(callS)] });
          await Bun.sleep(idleMs);
          return (
            silent.includes("Ended with 0.") && (await client.call("find_file", { query: "a.ts" })).includes("a.ts")
          );
        },
      ),
    ),
  );
});

await using shop = await testApp();
await using changing = await testApp({ mcp: { server: changingServer } });
await using home = await tmp();
await using real = await serve([], { home: home.path });
await using cutting = listen(
  (request) => (request.url.endsWith("/silence") ? silentStream() : shop.http.fetch(request)),
  CUT_AFTER_S,
);
await using cuttingToo = listen(changing.http.fetch, CUT_AFTER_S);
const onCutting = (path: string, init: RequestInit) => fetch(`${cutting.url}${path}`, init);
const streamOf = async (send: (path: string, init: RequestInit) => Promise<Response>) =>
  isOpenAfter(idleMs, await (await RpcSession.open(send)).request("GET"));

await Promise.all([
  ...clients,
  judge("the real server's GET stream stays open", () => streamOf((path, init) => real.fetch(path, init))),
  judge("a GET stream stays open where silence is cut", () => streamOf(onCutting)),
  judge("a stream of change notices stays open where silence is cut", () => isListeningAfter(idleMs, cuttingToo.url)),
  judge(
    "a stream without signs of life is cut there",
    async () => isOpenAfter(idleMs, await onCutting("/silence", {})),
    false,
  ),
]);
console.log(`${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;
