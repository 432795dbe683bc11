import { describe, expect, test } from "bun:test";
import { Gate } from "../../src/tool/gate.ts";
import { testApp } from "../fixture/app.ts";
import { RpcSession } from "../fixture/rpc.ts";
import { slowTool } from "../fixture/tools.ts";

const never = new AbortController().signal;

describe("a gate", () => {
  test("lets so many in, the others in their order as places become free, and refuses those beyond", async () => {
    const gate = new Gate({ running: 2, waiting: 2 });
    const order: string[] = [];
    const [first, second] = [await gate.enter(never), await gate.enter(never)];
    const enter = async (name: string) => {
      const place = await gate.enter(never);
      order.push(name);
      return place;
    };
    const [third, fourth] = [enter("third"), enter("fourth")];
    await expect(gate.enter(never)).rejects.toMatchObject({ code: "busy", retryAfterSeconds: 1 });
    expect(order).toEqual([]);
    first[Symbol.dispose]();
    using _third = await third;
    expect(order).toEqual(["third"]);
    second[Symbol.dispose]();
    using _fourth = await fourth;
    expect(order).toEqual(["third", "fourth"]);
  });

  test("forgets who does not wait any longer", async () => {
    const gate = new Gate({ running: 1, waiting: 1 });
    const first = await gate.enter(never);
    const gone = new AbortController();
    const given = gate.enter(gone.signal);
    gone.abort(new Error("gone"));
    await expect(given).rejects.toThrow("gone");
    const next = gate.enter(never);
    first[Symbol.dispose]();
    (await next)[Symbol.dispose]();
    (await gate.enter(never))[Symbol.dispose]();
  });
});

test("a server at its limit says so on each surface, and goes on when a call has ended", async () => {
  const stopped = Promise.withResolvers<unknown>();
  await using shop = await testApp({ tools: [slowTool(stopped.resolve)], settings: { running_calls: 1 } });
  const session = await RpcSession.open((path, init) => shop.http.request(path, init));
  const gone = new AbortController();
  const scene = await shop.app.scene({}, "full");
  const call = {
    tool: "slow_work",
    arguments: { seconds: 60 },
    scene,
    caller: { surface: "test" },
    signal: gone.signal,
  };
  // One runs, and as many wait as may.
  const given = Array.from({ length: 257 }, () => shop.app.runner.run(call));
  const rest = await shop.post("/tools/slow_work", { seconds: 0 });
  expect([rest.status, rest.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(await rest.json()).toMatchObject({ code: "busy", hint: expect.stringContaining("running_calls") });
  const { result } = await session.call("slow_work", { seconds: 0 });
  expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^busy: .*\nCall again/) }] });
  const reply = { type: "tool_use", id: "t1", name: "slow_work", input: { seconds: 0 } };
  const answered = await shop.post("/functions/call?format=anthropic", reply);
  expect(JSON.stringify(await answered.json())).toContain("busy: ");
  gone.abort();
  await stopped.promise;
  const outcomes = await Promise.all(given);
  expect(new Set(outcomes.map((outcome) => (outcome.ok ? "ok" : outcome.problem.code)))).toEqual(
    new Set(["cancelled"]),
  );
  expect((await shop.post("/tools/slow_work", { seconds: 0 })).status).toBe(200);
});
