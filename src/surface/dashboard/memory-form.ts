/** A page of memory that was typed into a form: nobody's newer text is written over, and line ends stay what they were. */

import { UserError } from "../../base/error.ts";
import { shortHash } from "../../base/hash.ts";
import { memoryName } from "../../memory/memory-name.ts";
import { AUTHOR } from "./author.ts";
import type { ProjectVisit } from "./page.ts";

/**
 * @param said fields of the form; `seen` is the hash of the text that it began with, empty for a page that is new.
 * @returns the text to write.
 * @throws UserError `invalid_arguments` for what is no name; `stale` when the page has another text by now; `exists` when a new one is there already.
 */
export async function typedMemory(
  { app, project, signal }: Pick<ProjectVisit, "app" | "project" | "signal">,
  { name: written = "", content = "", seen = "" }: Readonly<Record<string, string>>,
): Promise<string> {
  const name = memoryName(written);
  const kept = app.memoriesOf(project);
  const before = (await kept.names(signal)).includes(name) ? await kept.read(name, AUTHOR, signal) : undefined;
  if (seen === "" && before) {
    throw new UserError("exists", `There is a memory "${name}" already.`, { hint: "Take another name, or edit it." });
  }
  if (before && shortHash(before.text) !== seen) {
    throw new UserError("stale", `Memory "${name}" was changed by ${before.caller} meanwhile; nothing was written.`, {
      hint: "Your text is still in the form; the page above it is the newer one. Save again to replace that.",
    });
  }
  // A browser sends every line end as CRLF.
  return before?.text.includes("\r\n") ? content : content.replaceAll("\r\n", "\n");
}
