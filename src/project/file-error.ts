/** What is said of a path that cannot be read, listed or written, and why. */
import { UserError } from "../base/error.ts";

export function replaced(path: string): UserError {
  return new UserError("stale", `File "${shownPath(path)}" was replaced while it was opened; call again.`);
}

/** A path for messages: of a very long one the start. */
export function shownPath(path: string): string {
  return path.length <= 200 ? path : `${path.slice(0, 160)}… (${path.length} characters)`;
}

export function outside(path: string): UserError {
  return new UserError("outside_project", `Path ${JSON.stringify(shownPath(path))} is outside the project.`, {
    hint: "Give a path relative to the project's root.",
  });
}

export function leadsOutside(path: string): UserError {
  return new UserError("outside_project", `Path "${shownPath(path)}" resolves to a place outside the project.`);
}

export function gitsOwn(path: string, what: "read" | "written"): UserError {
  return new UserError("forbidden", `Path "${shownPath(path)}" belongs to git's own data, which is not ${what}.`);
}

export function ownState(path: string): UserError {
  return new UserError("forbidden", `Path "${shownPath(path)}" belongs to Waymark's own state, which is not read.`);
}

export function secretFile(path: string, what: "read" | "written"): UserError {
  return new UserError("forbidden", `File "${shownPath(path)}" holds secrets by its name and is not ${what}.`, {
    hint: "The user's own settings can allow it (read_secret_files).",
  });
}

export function refusedPath(path: string, why: string): UserError {
  return new UserError("invalid_arguments", `Path ${JSON.stringify(shownPath(path))} cannot be used: ${why}.`, {
    hint: "Give a path relative to the project's root, with / between the parts.",
  });
}

export function notText(path: string, size: number): UserError {
  return new UserError("refused", `File "${shownPath(path)}" is not text (${size} bytes).`, {
    hint: "Binary files are listed but not read.",
  });
}

export function existsAlready(path: string, cause?: unknown): UserError {
  return new UserError("exists", `File "${shownPath(path)}" exists already.`, {
    hint: "Set overwrite to replace all of it, or edit a part of it.",
    cause,
  });
}

/** @param expected the content hash that a file had when the caller read it, which it has no more. */
export function otherContent(path: string, hash: string, expected: string): UserError {
  return new UserError(
    "stale",
    `File "${shownPath(path)}" has the hash ${hash} now, not ${expected}. Nothing was written.`,
    {
      hint: "Read it again.",
    },
  );
}
