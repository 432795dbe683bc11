/** Names of memories: forgiving in how they are written, and safe as paths of files on every system. */
import { UserError } from "../base/error.ts";
import { visibleName } from "../base/visible.ts";

/** Pages below this are shared by all projects. */
export const GLOBAL = "global/";

const MOST_CHARS = 200;
/** File systems take 255 bytes for a name; `.md` and a mark of ours are added. */
const MOST_PART_BYTES = 200;

const RULE =
  'A name is parts joined by `/`, such as frontend/core: no empty part, no part that begins with a dot or ends with one or with .md, no `\\ : * ? " < > | % `` ` ``, at most 200 characters.';

/** What no system may take for something else: escapes, marks of links, drives and streams; hidden and turning characters. */
const UNSAFE =
  /[\\:*?"<>|%`\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/u;

/** Devices of Windows, with whatever suffix. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/**
 * The name that is meant: without `mem:` before and `.md` after it, with `/` between its parts, in Unicode's composed form.
 * Names that were given out come back as they are.
 * @throws UserError `invalid_arguments` with the rule.
 */
export function memoryName(written: string, field = "name"): string {
  const name = cleaned(written.trim().replace(/^mem:/, "").replaceAll("\\", "/"));
  const fault = nameFault(name);
  if (fault === undefined) return name;
  const shown = visibleName(written.slice(0, 100));
  const message = `${JSON.stringify(shown)} cannot be the name of a memory: ${fault}.`;
  throw new UserError("invalid_arguments", message, { errors: [{ pointer: `/${field}`, message }], hint: RULE });
}

/** As `memoryName`; undefined where that throws. */
export function memoryNameIfAny(written: string): string | undefined {
  const name = cleaned(written.trim());
  return nameFault(name) === undefined ? name : undefined;
}

export function isGlobal(name: string): boolean {
  return name.startsWith(GLOBAL);
}

function cleaned(written: string): string {
  return written
    .replace(/\.md$/i, "")
    .replace(/^global\//i, GLOBAL)
    .normalize("NFC");
}

/** Why a cleaned-up name is none; undefined when it is one. */
function nameFault(name: string): string | undefined {
  if (name === "") return "it is empty";
  if (name.length > MOST_CHARS) return `it has ${name.length} characters`;
  const unsafe = UNSAFE.exec(name);
  if (unsafe) return `it holds ${visibleName(JSON.stringify(unsafe[0]))}`;
  if (name.toLowerCase() === "global") return "global is the folder of memories that all projects share";
  for (const part of name.split("/")) {
    const fault = partFault(part);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function partFault(part: string): string | undefined {
  if (part === "") return "it is absolute or has an empty part";
  if (part.startsWith(".")) return "a part begins with a dot";
  if (/[. ]$/.test(part)) return "a part ends with a dot or a space, which some systems drop";
  if (part.startsWith(" ")) return "a part begins with a space";
  if (/\.md$/i.test(part)) return "a part ends with .md";
  if (DEVICE.test(part)) return `${part} is a device on Windows`;
  if (Buffer.byteLength(part) > MOST_PART_BYTES) return `a part has more than ${MOST_PART_BYTES} bytes`;
  return undefined;
}
