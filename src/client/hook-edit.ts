/** Hooks among those of others in a client's settings. */
import { isOurHook } from "./entry.ts";
import { addElement, nodeValue, removeAt } from "./json-edit.ts";
import { type Dialect, nodeAt, type Path, parseJson } from "./json-text.ts";

/** Hooks by event: each a group that has a list `hooks` of commands. */
export type Hooks = Readonly<Record<string, readonly unknown[]>>;

/**
 * The text with the wanted hooks; ours that are there and not among them go, and all others stay.
 * @param entry where the lists by event stand.
 * @throws {TextFault} where the client could not read the text, or its hooks are of another shape.
 */
export function withHooks(text: string, dialect: Dialect, entry: readonly string[], wanted: Hooks): string {
  let now = text;
  const held = nodeAt(parseJson(now, dialect), entry);
  const there = held ? (nodeValue(held) as Record<string, unknown>) : {};
  for (const event of new Set([...Object.keys(there), ...Object.keys(wanted)])) {
    const place = [...entry, event];
    const list = Array.isArray(there[event]) ? there[event] : [];
    const isWanted = (hook: unknown) => (wanted[event] ?? []).some((one) => Bun.deepEquals(one, hook));
    const missing = (wanted[event] ?? []).filter((hook) => !list.some((one) => Bun.deepEquals(one, hook)));
    for (const [at, hook] of [...list.entries()].toReversed())
      if (isOurHook(hook) && !isWanted(hook)) now = withoutOurs(now, dialect, [...place, at], hook);
    for (const hook of missing) now = addElement(now, dialect, place, hook);
    if (wanted[event] === undefined && list.some(isOurHook)) now = withoutEmpty(now, dialect, place);
  }
  return Object.keys(wanted).length === 0 && now !== text ? withoutEmpty(now, dialect, entry) : now;
}

/** Without a group of ours; of one that somebody put commands of their own into, without ours alone. */
function withoutOurs(text: string, dialect: Dialect, place: Path, group: unknown): string {
  const { hooks } = group as { hooks?: unknown };
  if (!Array.isArray(hooks) || hooks.every(isOurHook)) return removeAt(text, dialect, place);
  let now = text;
  for (const [at, hook] of [...hooks.entries()].toReversed())
    if (isOurHook(hook)) now = removeAt(now, dialect, [...place, "hooks", at]);
  return now;
}

/** The text without a list or object that has nothing in it. */
function withoutEmpty(text: string, dialect: Dialect, path: readonly string[]): string {
  return nodeAt(parseJson(text, dialect), path)?.children?.length === 0 ? removeAt(text, dialect, path) : text;
}
