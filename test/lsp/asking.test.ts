/** Requests with limits: time-outs and cancels, a hanging server, what is put off, what is not there, how many at once. */
import { describe, expect, test } from "bun:test";
import { ServerError, ServerTimeout, Unsupported } from "../../src/lsp/fault.ts";
import { faultOf, never, withFake } from "../fixture/language-client.ts";

const state = { "x/next": { result: "next" } };

describe("a request that takes too long", () => {
  test("H49 is cancelled and told by server and method, and the next one is answered", async () => {
    await using fake = await withFake({ replies: { "textDocument/references": { hang: true }, ...state } });
    const fault = await faultOf(fake.client.ask("x/next", {}, never).then(() => fake.client.ask("textDocument/hang", {}, never, 1)));
    expect(fault).toBeInstanceOf(Unsupported);
    const late = await faultOf(fake.client.ask("x/hang", {}, never, 50));
    expect(late).toBeInstanceOf(Unsupported);
  });
});
