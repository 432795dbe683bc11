// Written by scripts/gen.ts; do not edit.
import template_calls from "#resources/dashboard/calls.eta" with { type: "text" };
import template_calls_sums from "#resources/dashboard/calls-sums.eta" with { type: "text" };
import template_change from "#resources/dashboard/change.eta" with { type: "text" };
import template_changes from "#resources/dashboard/changes.eta" with { type: "text" };
import template_changes_list from "#resources/dashboard/changes-list.eta" with { type: "text" };
import template_choose from "#resources/dashboard/choose.eta" with { type: "text" };
import template_frame from "#resources/dashboard/frame.eta" with { type: "text" };
import template_index from "#resources/dashboard/index.eta" with { type: "text" };
import template_index_skipped from "#resources/dashboard/index-skipped.eta" with { type: "text" };
import template_index_state from "#resources/dashboard/index-state.eta" with { type: "text" };
import template_logs from "#resources/dashboard/logs.eta" with { type: "text" };
import template_logs_lines from "#resources/dashboard/logs-lines.eta" with { type: "text" };
import template_memories from "#resources/dashboard/memories.eta" with { type: "text" };
import template_memory from "#resources/dashboard/memory.eta" with { type: "text" };
import template_open_project from "#resources/dashboard/open-project.eta" with { type: "text" };
import template_problem from "#resources/dashboard/problem.eta" with { type: "text" };
import template_problem_text from "#resources/dashboard/problem-text.eta" with { type: "text" };
import template_projects from "#resources/dashboard/projects.eta" with { type: "text" };
import template_projects_list from "#resources/dashboard/projects-list.eta" with { type: "text" };
import template_search from "#resources/dashboard/search.eta" with { type: "text" };
import template_servers from "#resources/dashboard/servers.eta" with { type: "text" };
import template_servers_list from "#resources/dashboard/servers-list.eta" with { type: "text" };
import template_settings from "#resources/dashboard/settings.eta" with { type: "text" };
import template_tools from "#resources/dashboard/tools.eta" with { type: "text" };

export const TEMPLATES: Readonly<Record<string, string>> = {
  "calls": template_calls,
  "calls-sums": template_calls_sums,
  "change": template_change,
  "changes": template_changes,
  "changes-list": template_changes_list,
  "choose": template_choose,
  "frame": template_frame,
  "index": template_index,
  "index-skipped": template_index_skipped,
  "index-state": template_index_state,
  "logs": template_logs,
  "logs-lines": template_logs_lines,
  "memories": template_memories,
  "memory": template_memory,
  "open-project": template_open_project,
  "problem": template_problem,
  "problem-text": template_problem_text,
  "projects": template_projects,
  "projects-list": template_projects_list,
  "search": template_search,
  "servers": template_servers,
  "servers-list": template_servers_list,
  "settings": template_settings,
  "tools": template_tools,
};
