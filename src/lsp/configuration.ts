/** Answers `workspace/configuration`: one result for each item, in their order. */

export type Settings = Readonly<Record<string, unknown>>;

/**
 * @param settings by section; a section may be written with dots, or as objects in each other.
 * @param unknown what stands for sections that nobody set. Null ended a server that reads fields of it, and an empty object
 *   misleads one that asks for single values.
 */
export function configurationFor(settings: Settings, params: unknown, unknown: "empty" | "null" = "empty"): unknown[] {
  const { items } = (params ?? {}) as { items?: unknown };
  if (!Array.isArray(items)) return [];
  return items.map((item: { section?: unknown } | null) => {
    const section = typeof item?.section === "string" ? item.section : "";
    return section === "" ? tree(settings) : sectionOf(settings, section, unknown === "null" ? null : {});
  });
}

/** Sections with dots as objects in each other: what `workspace/didChangeConfiguration` sends. */
export function tree(settings: Settings): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(settings)) {
    const parts = key.split(".");
    const last = parts.pop()!;
    let at = whole;
    for (const part of parts) {
      const next = isObject(at[part]) ? { ...at[part] } : {};
      at[part] = next;
      at = next;
    }
    const own = at[last];
    at[last] = isObject(own) && isObject(value) ? { ...own, ...value } : value;
  }
  return whole;
}

function sectionOf(settings: Settings, section: string, unknown: object | null): unknown {
  // As it is written, it may also be a plain value or null.
  if (section in settings && !isObject(settings[section])) return settings[section];
  let at: unknown = tree(settings);
  for (const part of section.split(".")) {
    if (!isObject(at) || !(part in at)) return unknown;
    at = at[part];
  }
  return at ?? unknown;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
