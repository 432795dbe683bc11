/** What a project's memories still lack, and the page that says how they are kept. */
import maintenance from "#resources/memories/memory_maintenance.md" with { type: "text" };
import { UserError } from "../base/error.ts";
import type { Memories } from "./memories.ts";
import { GLOBAL } from "./memory-name.ts";

/** Pages that each project should have, the first page first. */
export const ONBOARDING_PAGES = ["core", "tech_stack", "suggested_commands", "conventions", "task_completion"] as const;

const MAINTENANCE = "memory_maintenance";

export interface OnboardingState {
  /** Names of the pages that are there. */
  existing: string[];
  missing: string[];
  /** The page that says how pages are kept. */
  maintenance: string;
}

/** Puts the page of maintenance there when it is first asked for; a global one is the user's own and wins. */
export async function onboardingState(memories: Memories, signal: AbortSignal): Promise<OnboardingState> {
  const before = await memories.names(signal);
  const own = [GLOBAL + MAINTENANCE, MAINTENANCE].find((name) => before.includes(name));
  if (own === undefined) await seeded(memories, signal);
  const names = own === undefined ? await memories.names(signal) : before;
  return {
    existing: names,
    missing: ONBOARDING_PAGES.filter((name) => !names.includes(name)),
    maintenance: own ?? MAINTENANCE,
  };
}

async function seeded(memories: Memories, signal: AbortSignal): Promise<void> {
  try {
    await memories.write(MAINTENANCE, maintenance, signal);
  } catch (error) {
    if (!(error instanceof UserError && ["refused", "exists"].includes(error.code))) throw error; // patterns, or a page that differs in case, say so
  }
}
