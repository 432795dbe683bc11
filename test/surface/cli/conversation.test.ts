import { expect, test } from "bun:test";
import { Conversation, type Message } from "../../../src/surface/cli/conversation.ts";

const bytes = (message: Message) => new TextEncoder().encode(JSON.stringify(message));

function send(conversation: Conversation, message: Message, isHandedOver = true): Uint8Array {
  const line = bytes(message);
  conversation.fromClient([message], line, true);
  if (isHandedOver) conversation.handedOver([message]);
  return line;
}

test("a request that no server can have seen is asked again, one that may have been seen is failed", () => {
  const conversation = new Conversation();
  send(conversation, { id: 1, method: "tools/call" });
  const unseen = send(conversation, { id: "1", method: "tools/call" }, false);
  expect(conversation.lost()).toEqual({ failed: [1], withdrawn: [], again: [unseen] });
  expect(conversation.isQuiet).toBe(true);
});

test("an opening that was not answered is asked again, but not for ever", () => {
  const conversation = new Conversation();
  const initialize: Message = { id: 0, method: "initialize" };
  for (let time = 0; time < 2; time++) {
    const line = send(conversation, initialize);
    expect(conversation.lost()).toEqual({ failed: [], withdrawn: [], again: [line] });
  }
  send(conversation, initialize);
  expect(conversation.lost()).toEqual({ failed: [0], withdrawn: [], again: [] });
});

test("an opening is replayed only once it was answered well", () => {
  const conversation = new Conversation();
  send(conversation, { id: 0, method: "initialize" });
  expect(conversation.opening("again")).toBeUndefined();
  conversation.fromServer({ id: 0, result: {} });
  const notification = send(conversation, { method: "notifications/initialized" });
  expect(conversation.opening("again")).toEqual({ request: { id: "again", method: "initialize" }, notification });
});

test("what a server asked is withdrawn with it, and the client's late answer reaches no other server", () => {
  const conversation = new Conversation();
  conversation.fromServer({ id: 7, method: "elicitation/create" });
  expect(conversation.lost().withdrawn).toEqual([7]);
  const answer: Message = { id: 7, result: {} };
  expect(conversation.fromClient([answer], bytes(answer), true)).toBe(false);
  conversation.fromServer({ id: 7, method: "elicitation/create" });
  expect(conversation.fromClient([answer], bytes(answer), true)).toBe(true);
});

test("a cancelled call is owed nothing", () => {
  const conversation = new Conversation();
  send(conversation, { id: 3, method: "tools/call" });
  send(conversation, { method: "notifications/cancelled", params: { requestId: 3 } });
  expect(conversation.isQuiet).toBe(true);
});
