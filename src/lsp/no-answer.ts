/** Says why no language server answered a question. */
import { relative } from "node:path";
import { Unavailable } from "../base/error.ts";
import type { Project } from "../project/project.ts";
import { MissingServer, NoServer, noServer } from "./no-origin.ts";

/**
 * @param faults of the servers that were asked; none when there was no server to ask.
 * @returns the error for all of them: with the remedy where none is installed, else with what each that is there said.
 */
export function noAnswer(
  { root, catalog }: Project,
  { path, method }: { path: string; method: string },
  faults: readonly Unavailable[],
): Unavailable {
  const missing = faults.flatMap((fault) => (fault instanceof MissingServer ? fault.missing : []));
  if (missing.length === faults.length) {
    const language = catalog.of(path);
    if (language) return noServer(language, missing, root);
    const shown = JSON.stringify(relative(root, path).replaceAll("\\", "/"));
    return new NoServer(undefined, `No language is known for ${shown}.`);
  }
  const [first, ...others] = faults.filter((fault) => !(fault instanceof MissingServer));
  if (others.length === 0) return first!;
  return new Unavailable(first!.code, `No language server can answer ${method}: ${faults.map(said).join(" ")}`, {
    hint: first!.hint,
    cause: first,
  });
}

function said({ message }: Error): string {
  return message.endsWith(".") ? message : `${message}.`;
}
