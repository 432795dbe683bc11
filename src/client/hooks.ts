/** What Waymark says to a client at points of a session, in the form that Claude Code has for it and others took over. */
import { z } from "zod";
import type { Marked, Marker } from "../tool/marker.ts";
import type { HookState } from "./hook-state.ts";

export type HookName = "activate" | "auto-approve" | "remind" | "clean-up";

const input = z.object({
  session_id: z.string().min(1),
  cwd: z.string().optional(),
  hook_event_name: z.string(),
  tool_name: z.string().optional(),
});

/** A tool of ours, as clients name it. */
const TOOL = /^mcp__?waymark__?(\w+)$/;

/** Tools with one of these do more than read. */
const ACTING: ReadonlySet<Marker> = new Set(["writes", "edit", "destructive", "open-world", "shell"]);

/** Calls of the client's own tools in a row after which it is reminded. */
const PATIENCE = 4;

export interface HookServices {
  tools: readonly Marked[];
  stateOf(session: string): HookState;
  /** Name of the project that a folder belongs to. */
  projectOf(folder: string): Promise<string>;
}

/** @returns what the client reads; undefined when there is nothing to say. @throws for what is no input of a hook. */
export async function hookAnswer(name: HookName, raw: string, use: HookServices): Promise<object | undefined> {
  const { session_id, cwd, hook_event_name: event, tool_name } = input.parse(JSON.parse(raw));
  const state = use.stateOf(session_id);
  const tool = TOOL.exec(tool_name ?? "")?.[1];
  const says = (more: object) => ({ hookSpecificOutput: { hookEventName: event, ...more } });
  switch (name) {
    case "activate": {
      const project = JSON.stringify(await use.projectOf(cwd ?? "."));
      return says({
        additionalContext: `Waymark knows project ${project}: look up symbols, uses and code by meaning with its tools (find_symbol, find_referencing_symbols, semantic_search) before you search or read whole files. If it keeps memories (list_memories), read those that the task touches.`,
      });
    }
    case "auto-approve": {
      const found = use.tools.find((one) => one.name === tool);
      if (!found || found.markers.some((marker) => ACTING.has(marker))) return undefined;
      return says({ permissionDecision: "allow", permissionDecisionReason: "This tool of Waymark only reads." });
    }
    case "remind": {
      if (tool !== undefined) {
        if ((await state.count()) > 0) await state.setCount(0);
        return undefined;
      }
      const count = (await state.count()) + 1;
      await state.setCount(count % PATIENCE);
      if (count < PATIENCE) return undefined;
      return says({
        additionalContext: `That were ${PATIENCE} searches or reads in a row without Waymark. It answers most of these in one call: get_symbols_overview for what is in a file, find_symbol for a definition with its body, find_referencing_symbols for its uses, semantic_search for code by what it does.`,
      });
    }
    case "clean-up":
      await state.end();
      return undefined;
  }
}
