import { expect, test } from "bun:test";
import { Pulse } from "../../../src/surface/cli/pulse.ts";

const EVERY_MS = 5;
const MOST = 3;

/** A pulse of another end that answers as it is told; `stopped` resolves with the number of questions until then. */
function pulseOf(answers: (asked: number) => boolean, isAwaited: (asked: number) => boolean = () => true) {
  const stopped = Promise.withResolvers<number>();
  const seen = { asked: 0 };
  const pulse: Pulse = new Pulse({
    everyMs: EVERY_MS,
    most: MOST,
    isAwaited: () => isAwaited(seen.asked),
    ask() {
      seen.asked++;
      if (answers(seen.asked)) pulse.heard();
    },
    onStopped: () => stopped.resolve(seen.asked),
  });
  return { pulse, stopped: stopped.promise, seen };
}

test("an end that never answers is given up after so many questions", async () => {
  const { pulse, stopped } = pulseOf(() => false);
  pulse.watch();
  expect(await stopped).toBe(MOST);
});

test("one that answers now and then is not given up, and one that falls silent later is", async () => {
  const { pulse, stopped } = pulseOf((asked) => asked < 20 && asked % 2 === 0);
  pulse.watch();
  expect(await stopped).toBe(18 + MOST);
});

test("nobody asks while nothing is awaited, and a new wait starts afresh", async () => {
  let isAwaited = true;
  const { pulse, stopped, seen } = pulseOf(
    () => false,
    (asked) => isAwaited && asked < MOST - 1,
  );
  pulse.watch();
  await Bun.sleep(EVERY_MS * 20);
  expect(seen.asked).toBe(MOST - 1);
  isAwaited = false;
  pulse.watch();
  await Bun.sleep(EVERY_MS * 20);
  expect(seen.asked).toBe(MOST - 1);
  expect(await Promise.race([stopped, "goes on"])).toBe("goes on");
});
