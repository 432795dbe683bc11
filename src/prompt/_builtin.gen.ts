// Written by scripts/gen.ts; do not edit.
import contexts_agent from "#resources/contexts/agent.yaml";
import contexts_antigravity from "#resources/contexts/antigravity.yaml";
import contexts_chatgpt from "#resources/contexts/chatgpt.yaml";
import contexts_claude_code from "#resources/contexts/claude-code.yaml";
import contexts_codebase_memory from "#resources/contexts/codebase-memory.yaml";
import contexts_codex from "#resources/contexts/codex.yaml";
import contexts_copilot_cli from "#resources/contexts/copilot-cli.yaml";
import contexts_cursor from "#resources/contexts/cursor.yaml";
import contexts_desktop_app from "#resources/contexts/desktop-app.yaml";
import contexts_full from "#resources/contexts/full.yaml";
import contexts_gemini_cli from "#resources/contexts/gemini-cli.yaml";
import contexts_gpt_actions from "#resources/contexts/gpt-actions.yaml";
import contexts_ide from "#resources/contexts/ide.yaml";
import contexts_jetbrains from "#resources/contexts/jetbrains.yaml";
import contexts_junie from "#resources/contexts/junie.yaml";
import contexts_opencode from "#resources/contexts/opencode.yaml";
import contexts_vscode from "#resources/contexts/vscode.yaml";
import contexts_zed from "#resources/contexts/zed.yaml";
import modes_editing from "#resources/modes/editing.yaml";
import modes_interactive from "#resources/modes/interactive.yaml";
import modes_no_memories from "#resources/modes/no-memories.yaml";
import modes_no_onboarding from "#resources/modes/no-onboarding.yaml";
import modes_onboarding from "#resources/modes/onboarding.yaml";
import modes_one_shot from "#resources/modes/one-shot.yaml";
import modes_planning from "#resources/modes/planning.yaml";
import modes_query_projects from "#resources/modes/query-projects.yaml";
import modes_read_only from "#resources/modes/read-only.yaml";

export const BUILTIN = {
  contexts: {
    "agent": contexts_agent,
    "antigravity": contexts_antigravity,
    "chatgpt": contexts_chatgpt,
    "claude-code": contexts_claude_code,
    "codebase-memory": contexts_codebase_memory,
    "codex": contexts_codex,
    "copilot-cli": contexts_copilot_cli,
    "cursor": contexts_cursor,
    "desktop-app": contexts_desktop_app,
    "full": contexts_full,
    "gemini-cli": contexts_gemini_cli,
    "gpt-actions": contexts_gpt_actions,
    "ide": contexts_ide,
    "jetbrains": contexts_jetbrains,
    "junie": contexts_junie,
    "opencode": contexts_opencode,
    "vscode": contexts_vscode,
    "zed": contexts_zed,
  },
  modes: {
    "editing": modes_editing,
    "interactive": modes_interactive,
    "no-memories": modes_no_memories,
    "no-onboarding": modes_no_onboarding,
    "onboarding": modes_onboarding,
    "one-shot": modes_one_shot,
    "planning": modes_planning,
    "query-projects": modes_query_projects,
    "read-only": modes_read_only,
  },
} as const;
