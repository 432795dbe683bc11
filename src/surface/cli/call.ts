/** `waymark call <tool> '<json>'`: one call; the answer goes to stdout, an error to stderr and into the exit code. */
import { ERROR_CODES, type Problem, problemText } from "../../base/error.ts";
import type { Outcome } from "../../tool/run.ts";
import { answerText } from "../../tool/text.ts";
import { problemDocument } from "../problem.ts";
import { DEFAULT_CONTEXT } from "../rest.ts";
import type { GlobalFlags, World } from "./command.ts";

export async function call(
  world: World,
  tool: string,
  input: string,
  flags: GlobalFlags & { json?: true },
): Promise<void> {
  const { app } = await world.open(flags, "always");
  await using _ = app;
  const scene = await app.scene({}, DEFAULT_CONTEXT);
  const parsed = parsedJson(input === "-" ? await world.stdin() : input);
  const outcome: Outcome = parsed.ok
    ? await app.runner.run({ tool, arguments: parsed.value, scene, caller: { surface: "cli" }, signal: world.stopped })
    : { ok: false, problem: parsed.problem };
  print(world, tool, outcome, flags);
}

/** Prints what a call came to; an error ends the process with its code. */
export function print(world: World, tool: string, outcome: Outcome, flags: { json?: true }): void {
  if (outcome.ok) {
    world.out(`${flags.json ? JSON.stringify(outcome.envelope) : answerText(outcome.tool, outcome.envelope)}\n`);
    return;
  }
  if (flags.json) world.out(`${JSON.stringify(problemDocument(outcome.problem, `/tools/${tool}`))}\n`);
  else world.err(`${problemText(outcome.problem)}\n`);
  world.exitWith(ERROR_CODES[outcome.problem.code].exit);
}

function parsedJson(text: string): { ok: true; value: unknown } | { ok: false; problem: Problem } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { status, title } = ERROR_CODES.bad_json;
    const detail = `The arguments are not JSON: ${error.message}.`;
    return {
      ok: false,
      problem: { code: "bad_json", status, title, detail, hint: `Quote them for the shell: '{"path": "src/a.ts"}'.` },
    };
  }
}
