// Written by scripts/gen.ts; do not edit.
import contexts_agent from "#resources/contexts/agent.yaml";
import contexts_full from "#resources/contexts/full.yaml";
import modes_editing from "#resources/modes/editing.yaml";
import modes_interactive from "#resources/modes/interactive.yaml";
import modes_planning from "#resources/modes/planning.yaml";
import modes_read_only from "#resources/modes/read-only.yaml";

export const BUILTIN = {
  contexts: {
    "agent": contexts_agent,
    "full": contexts_full,
  },
  modes: {
    "editing": modes_editing,
    "interactive": modes_interactive,
    "planning": modes_planning,
    "read-only": modes_read_only,
  },
} as const;
