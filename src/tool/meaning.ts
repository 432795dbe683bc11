/** Normalises what fields mean, where their schema gives them a role: paths, and code that a client HTML-escaped. */
import { UserError } from "../base/error.ts";
import type { Project } from "../project/project.ts";
import type { FieldRole } from "./field.ts";

type Fields = Record<string, unknown>;

/** The input with paths relative to the root (`.` is the root itself) and escaped code unescaped where that is certain. */
export async function normaliseMeaning(
  input: Fields,
  roles: Readonly<Record<string, FieldRole>>,
  project: Project,
): Promise<Fields> {
  const result = { ...input };
  for (const [field, role] of Object.entries(roles)) {
    const value = result[field];
    if (role === "path" && typeof value === "string") result[field] = await relativePath(field, value, project);
  }
  for (const [field, role] of Object.entries(roles)) {
    const value = result[field];
    if (role === "code" && typeof value === "string") result[field] = await unescaped(value, result, roles, project);
  }
  return result;
}

/** @throws UserError as `relative` does; one about the arguments names the field. */
async function relativePath(field: string, path: string, project: Project): Promise<string> {
  try {
    return await project.files.relative(path);
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== "invalid_arguments") throw error;
    const { message, hint } = error;
    throw new UserError(error.code, message, { hint, errors: [{ pointer: `/${field}`, message }], cause: error });
  }
}

/** The plain text only if the target holds it and does not hold the escaped one: otherwise the caller meant what it wrote. */
async function unescaped(
  code: string,
  input: Fields,
  roles: Readonly<Record<string, FieldRole>>,
  project: Project,
): Promise<string> {
  const plain = code.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  if (plain === code) return code;
  const targets = Object.keys(roles).filter((field) => roles[field] === "path" && typeof input[field] === "string");
  for (const field of targets) {
    const text = await project.files.textIfFile(input[field] as string);
    if (text?.includes(plain) && !text.includes(code)) return plain;
  }
  return code;
}
