/** What the forms of the dashboard do: each is a call of one tool, through the same path as every other caller's. */

export interface Action {
  /** Fields of the form that are the tool's own. */
  fields: readonly string[];
  /** Fields that are left out where nothing was typed. */
  optional?: readonly string[];
  /** Whether it is a call without a project of its own: the tool itself takes one. */
  isUnbound?: true;
  /** The page that is shown when it went well, where that is another one. @param said the fields. */
  next?(said: Readonly<Record<string, string>>): { page: string; query?: Record<string, string> };
}

/** By the name of the tool, so that a form cannot do two things. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  remove_project: { fields: ["project"], isUnbound: true, next: () => ({ page: "projects" }) },
  refresh: { fields: ["path"] },
  clear_index: { fields: ["project"], isUnbound: true },
  restart_language_server: { fields: ["language"], optional: ["language"] },
  install_language_server: { fields: ["language", "server"] },
  undo_change: { fields: ["change_id"], next: () => ({ page: "changes" }) },
  write_memory: { fields: ["name", "content"], next: ({ name = "" }) => ({ page: "memory", query: { name } }) },
  rename_memory: {
    fields: ["old_name", "new_name"],
    next: ({ new_name: name = "" }) => ({ page: "memory", query: { name } }),
  },
  delete_memory: { fields: ["name"], next: () => ({ page: "memories" }) },
  forget: { fields: ["note_id"] },
};

/** Tools that are off until a person asks for them: whoever presses a button does. */
export const ASKED = Object.keys(ACTIONS);
