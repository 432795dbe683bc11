/** The one path that every call takes, on every surface. */
import { z } from "zod";
import { withDeadline } from "../base/deadline.ts";
import { faultId, type Problem, toProblem } from "../base/error.ts";
import type { Log } from "../base/log.ts";
import type { UsageRow } from "../store/usage.ts";
import { ANSWER_CHARS, fitted, sizeOf } from "./answer.ts";
import { withoutContents } from "./contents.ts";
import type { Tool } from "./define.ts";
import type { ToolEntry } from "./entry.ts";
import type { Envelope } from "./evidence.ts";
import type { Gate } from "./gate.ts";
import { normaliseMeaning } from "./meaning.ts";
import { isFields, normaliseForm } from "./normalise.ts";
import { Progress, type ProgressReport } from "./progress.ts";
import { acceptedInput, takesProject } from "./published.ts";
import type { Registry } from "./registry.ts";
import type { Scene } from "./scene.ts";
import type { CallContext, Caller, ServiceName, ServiceProviders, ServiceRequest, Services } from "./service.ts";
import { validated } from "./validate.ts";

export interface Call {
  tool: string;
  arguments: unknown;
  scene: Scene;
  caller: Caller;
  signal?: AbortSignal;
  onProgress?: (report: ProgressReport) => void;
}

export type Outcome = { ok: true; tool: Tool; envelope: Envelope } | { ok: false; problem: Problem };

interface RunnerParts {
  registry: Registry;
  providers: ServiceProviders;
  /** Bounds how many calls run at once. */
  gate: Gate;
  /** Keeps what is known of a call to a tool that there is. */
  record(usage: UsageRow): void;
  log: Log;
}

/** Fields that the run path itself reads, whether or not the scene publishes them. */
const commonInput = z.object({
  project: z.string().min(1).max(4096).optional(),
  max_answer_chars: z.int().min(ANSWER_CHARS.min).max(ANSWER_CHARS.max).optional(),
});

export class Runner {
  readonly #parts: RunnerParts;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Runs a call to its end. Never throws: what goes wrong is an outcome. */
  async run(call: Call): Promise<Outcome> {
    const startedAt = performance.now();
    const at = new Date().toISOString();
    const outcome = await this.#outcome(call);
    if (!this.#parts.registry.has(call.tool)) return outcome;
    const row: UsageRow = {
      tool: call.tool,
      surface: call.caller.surface,
      client: call.caller.client ?? "",
      at,
      durationMs: Math.round((performance.now() - startedAt) * 1000) / 1000,
      outcome: outcome.ok ? "ok" : outcome.problem.code,
      chars: outcome.ok ? sizeOf(outcome.envelope) : JSON.stringify(outcome.problem).length,
    };
    this.#parts.record(row);
    const { at: _, ...fields } = row;
    this.#parts.log("debug", "call", fields);
    return outcome;
  }

  async #outcome(call: Call): Promise<Outcome> {
    try {
      const entry = this.#parts.registry.find(call.tool, call.scene);
      const tool = await this.#parts.registry.load(entry);
      return { ok: true, tool, envelope: await this.#envelope(call, entry, tool) };
    } catch (error) {
      return { ok: false, problem: toProblem(error, (id, cause) => this.#report(id, cause, call)) };
    }
  }

  #report(id: string, cause: unknown, { tool, arguments: given }: Pick<Call, "tool" | "arguments">): void {
    this.#parts.log("error", `internal error ${id} in ${tool}`, { cause: withoutContents(cause, given) });
  }

  async #envelope(
    { scene, caller, signal, onProgress, ...call }: Call,
    entry: ToolEntry,
    tool: Tool,
  ): Promise<Envelope> {
    const accepted = acceptedInput(entry, scene, this.#parts.registry.common);
    const said = call.arguments ?? {};
    const given = isFields(said)
      ? normaliseForm(said, accepted, entry.aliases)
      : validated(entry.name, tool.input, said, accepted);
    const { common, own } = splitCommon(given, entry, scene);
    const { project, max_answer_chars: budget } = validated(entry.name, commonInput, common, accepted);
    const input = validated(entry.name, tool.input, own, accepted);

    using progress = new Progress(onProgress);
    let mostChars = scene.maxAnswerChars;
    const answered = await withDeadline(entry.name, scene.timeoutSeconds, signal, async (joined) => {
      using _place = await this.#parts.gate.enter(joined); // kept until the work has ended
      const services = await this.#services(tool.needs, { tool: entry, scene, caller, project });
      const meant = services.project ? await normaliseMeaning(input, entry.roles, services.project) : input;
      const work = (signal: AbortSignal) =>
        tool.run(meant, {
          ...services,
          signal,
          progress: progress.report,
          budget: budget ?? mostChars,
          fault: (error) => {
            const id = faultId();
            this.#report(id, error, call);
            return id;
          },
        } satisfies CallContext);
      // An endpoint that is bound to no project learns only now what the project's own settings allow.
      const own = services.project?.settings.values;
      mostChars = Math.min(mostChars, own?.max_answer_chars ?? mostChars);
      const seconds = own?.tool_timeout_s ?? scene.timeoutSeconds;
      return await (seconds < scene.timeoutSeconds ? withDeadline(entry.name, seconds, joined, work) : work(joined));
    });
    return fitted(tool, answered, budget ?? mostChars);
  }

  async #services(needs: readonly ServiceName[], request: ServiceRequest): Promise<Partial<Services>> {
    const services: Partial<Services> = {};
    const provide = async <Name extends ServiceName>(name: Name) => {
      services[name] = await this.#parts.providers[name](request);
    };
    for (const name of needs) await provide(name);
    return services;
  }
}

/** Parts the common fields from the tool's own. Both are accepted even where the scene does not publish them. */
function splitCommon(given: Record<string, unknown>, entry: ToolEntry, scene: Scene) {
  const isCommon = (key: string) => key === "max_answer_chars" || (key === "project" && takesProject(entry, scene));
  const parts = Object.groupBy(Object.entries(given), ([key]) => (isCommon(key) ? "common" : "own"));
  return { common: Object.fromEntries(parts.common ?? []), own: Object.fromEntries(parts.own ?? []) };
}
