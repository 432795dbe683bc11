/** Input fields with a meaning of their own, which the run path normalises before a tool sees them. */
import { z } from "zod";

/**
 * `path`: a file or folder of the project; any spelling inside the root is accepted and the tool gets the relative one.
 * `code`: source text or a pattern; models sometimes send it HTML-escaped.
 */
export type FieldRole = "path" | "code";

/** Which schema objects are fields with a role; kept beside the schemas because it must not be published. */
export const fieldRoles = z.registry<{ role: FieldRole }>();

export const PATH_LIMIT = 4096;

/** A path of the project. Optional and default wrappers go around it. */
export function pathField(description: string) {
  return z.string().min(1).max(PATH_LIMIT).describe(description).register(fieldRoles, { role: "path" });
}

/** Source text or a pattern, of at most `max` characters. */
export function codeField(description: string, max: number) {
  return z.string().max(max).describe(description).register(fieldRoles, { role: "code" });
}
