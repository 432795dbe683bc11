/**
 * The replacement of an expression: `$!1`, or `$!{1}` where a digit follows, stands for what group 1 matched, `$!0` for the
 * whole match. Everything else is written as it stands: no `$1`, no `\1`, no `$&`, no escapes.
 */
import { UserError } from "../base/error.ts";
import type { Pattern } from "../project/pattern.ts";

/** A text to write as it stands, or the number of a group. */
export type Part = string | number;

const REFERENCE = /\$!(?:(\d+)|\{(\d+)\})/g;

/** How other engines refer to a group: `$1`, `${1}`, `\1`, `\g<1>`, `$<name>`, `${name}`, `\k<name>`. */
const FOREIGN = /\$(\d+)|\$\{(\w+)\}|\$<(\w+)>|\\(\d+)|\\[gk]<(\w+)>/g;

const HINT =
  "$!1 stands for group 1, $!{1} where a digit follows, $!0 for the whole match; all else is written as it is.";

/**
 * The parts of a replacement, in order.
 * @throws UserError `invalid_arguments` for a group that the expression does not have, and where groups seem to be meant
 * in the syntax of another engine, which would be written as it stands.
 */
export function readReplacement(replacement: string, pattern: Pattern): Part[] {
  if (pattern.options.mode === "literal") return [replacement];
  const parts: Part[] = [];
  let at = 0;
  for (const { index, 0: reference, 1: plain, 2: braced } of replacement.matchAll(REFERENCE)) {
    const group = Number(plain ?? braced);
    if (group > pattern.groupCount) throw noSuchGroup(reference, pattern);
    if (index > at) parts.push(replacement.slice(at, index));
    parts.push(group);
    at = index + reference.length;
  }
  if (at === 0) assertNoForeign(replacement, pattern);
  if (at < replacement.length) parts.push(replacement.slice(at));
  return parts;
}

/** Who wrote one reference in our syntax knows it, and means the rest as it stands. */
function assertNoForeign(replacement: string, { groupCount, groupNames }: Pattern): void {
  for (const [reference, ...names] of replacement.matchAll(FOREIGN)) {
    const name = names.find((one) => one !== undefined)!;
    const group = groupNames[name] ?? Number(name);
    if (!(group >= 1 && group <= groupCount)) continue;
    const message = `Replacement holds ${reference}, which would be written as it stands: here group ${group} is $!${group}.`;
    throw fault(message, `If ${reference} itself is meant, make the group (?:…), so that there is none to refer to.`);
  }
}

function noSuchGroup(reference: string, { groupCount }: Pattern): UserError {
  const has = groupCount === 0 ? "no group" : groupCount === 1 ? "1 group" : `${groupCount} groups`;
  return fault(`Replacement refers to ${reference}, but the expression has ${has}.`, HINT);
}

function fault(message: string, hint: string): UserError {
  return new UserError("invalid_arguments", message, { errors: [{ pointer: "/replacement", message }], hint });
}
