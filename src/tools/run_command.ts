/** The tool `run_command`. */
import { z } from "zod";
import { UserError } from "../base/error.ts";
import { runProgram } from "../base/process.ts";
import { fenced, visible } from "../base/visible.ts";
import { defineTool } from "../tool/define.ts";
import { pathField } from "../tool/field.ts";

/** Bytes of output that are kept; a program that writes more is stopped. */
const OUTPUT_BYTES = 1024 * 1024;

export default defineTool({
  name: "run_command",
  title: "Run a program",
  category: "project",
  description:
    "Runs a program of the project's machine without a shell, such as a test or a build, and gives its output. Off unless the user's own settings turn it on.",
  markers: ["shell", "optional"],
  needs: ["project"],
  input: z.strictObject({
    command: z
      .array(z.string().max(10_000))
      .min(1)
      .max(200)
      .describe("The program and its arguments, each as an item."),
    cwd: pathField("Folder to run in, relative to the project root.").default("."),
    timeout_s: z
      .int()
      .min(1)
      .max(3_600)
      .default(50)
      .describe("Seconds after which it is stopped, with all that it started."),
  }),
  output: z.object({
    exit_code: z.int().nullable().describe("Null when it was stopped."),
    outcome: z.enum(["ended", "timed_out", "too_much_output"]),
    stdout: z.string(),
    stderr: z.string().describe("The last part of it."),
  }),
  aliases: { working_directory: "cwd", timeout: "timeout_s" },
  examples: [{ title: "a program", input: { command: ["git", "--version"] } }],
  narrower: "Let the program write less.",

  async run({ command, cwd, timeout_s }, { project, signal }) {
    const nul = command.findIndex((item) => item.includes("\0"));
    if (nul !== -1) {
      const message = `Item ${nul} of the command holds a NUL character, which no argument can.`;
      throw new UserError("invalid_arguments", message, { errors: [{ pointer: `/command/${nul}`, message }] });
    }
    using folder = await project.files.holdFolder(cwd);
    const timeUp = AbortSignal.timeout(timeout_s * 1000);
    const decoder = new TextDecoder();
    const chunks: Uint8Array[] = [];
    const output = () => decoder.decode(Buffer.concat(chunks));
    let bytes = 0;
    try {
      const done = await runProgram(command as [string, ...string[]], {
        cwd: folder.path,
        env: project.env,
        signal: AbortSignal.any([signal, timeUp]),
        onOutput(chunk) {
          bytes += chunk.length;
          chunks.push(chunk.slice(0, Math.max(0, OUTPUT_BYTES - (bytes - chunk.length))));
          return bytes <= OUTPUT_BYTES;
        },
      });
      const outcome = done.isCut ? ("too_much_output" as const) : ("ended" as const);
      return { answer: { exit_code: done.code, outcome, stdout: output(), stderr: done.stderr } };
    } catch (error) {
      if (!timeUp.aborted || signal.aborted) throw error;
      return { answer: { exit_code: null, outcome: "timed_out" as const, stdout: output(), stderr: "" } };
    }
  },

  text: ({ exit_code, outcome, stdout, stderr }) =>
    [
      outcome === "ended" ? `Ended with ${exit_code ?? "a signal"}.` : `Stopped: ${outcome}.`,
      ...(stdout ? [fenced(stdout)] : []),
      ...(stderr ? ["stderr:", fenced(stderr)] : []),
    ].join("\n"),

  ladder: (stage) => [
    stage(
      "end_of_output",
      z.object({ exit_code: z.int().nullable(), outcome: z.string(), last_lines: z.array(z.string()) }),
      ({ exit_code, outcome, stdout, stderr }) => ({
        exit_code,
        outcome,
        last_lines: `${stdout}\n${stderr}`
          .trimEnd()
          .split("\n")
          .slice(-40)
          .map((line) => line.slice(0, 200)),
      }),
      ({ exit_code, outcome, last_lines }) =>
        `${outcome}, exit code ${exit_code}\n${last_lines.map(visible).join("\n")}`,
    ),
    stage("outcome", z.object({ exit_code: z.int(), outcome: z.string().max(15) }), ({ exit_code, outcome }) => ({
      exit_code: exit_code ?? -1,
      outcome,
    })),
  ],
});
