// Written by scripts/gen.ts; do not edit.
import claude_code from "#resources/clients/claude-code.yaml";
import claude_desktop from "#resources/clients/claude-desktop.yaml";
import codex from "#resources/clients/codex.yaml";
import copilot_cli from "#resources/clients/copilot-cli.yaml";
import cursor from "#resources/clients/cursor.yaml";
import gemini_cli from "#resources/clients/gemini-cli.yaml";
import jetbrains from "#resources/clients/jetbrains.yaml";
import open_webui from "#resources/clients/open-webui.yaml";
import opencode from "#resources/clients/opencode.yaml";
import vscode from "#resources/clients/vscode.yaml";
import zed from "#resources/clients/zed.yaml";

export const CLIENTS: Record<string, unknown> = {
  "claude-code": claude_code,
  "claude-desktop": claude_desktop,
  "codex": codex,
  "copilot-cli": copilot_cli,
  "cursor": cursor,
  "gemini-cli": gemini_cli,
  "jetbrains": jetbrains,
  "open-webui": open_webui,
  "opencode": opencode,
  "vscode": vscode,
  "zed": zed,
};
