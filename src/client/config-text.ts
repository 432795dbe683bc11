/** A client's configuration as text, in whichever of the formats. */
import { Buffer } from "node:buffer";
import type { ConfigFormat } from "./client-spec.ts";
import { nodeValue, removeAt, setMember } from "./json-edit.ts";
import { nodeAt, parseJson } from "./json-text.ts";
import { removeTable, setTable, tomlAt } from "./toml-edit.ts";

type Value = Record<string, unknown>;

/** @throws {TextFault} for a text that its client could not read. */
export function entryAt(text: string, format: ConfigFormat, path: readonly string[]): unknown {
  if (format === "toml") return tomlAt(text, path);
  const found = nodeAt(parseJson(text, format), path);
  return found && nodeValue(found);
}

/** An entry that is there changes where it differs: comments in it stay where they can. @throws {TextFault} */
export function withEntry(text: string, format: ConfigFormat, path: readonly string[], value: Value): string {
  if (format === "toml") return setTable(text, path, value);
  const old = entryAt(text, format, path);
  if (typeof old !== "object" || old === null || Array.isArray(old)) return setMember(text, format, path, value);
  let now = text;
  for (const [key, one] of Object.entries(value)) now = setMember(now, format, [...path, key], one);
  for (const key of Object.keys(old)) if (!Object.hasOwn(value, key)) now = removeAt(now, format, [...path, key]);
  return now;
}

/** @throws {TextFault} */
export function withoutEntry(text: string, format: ConfigFormat, path: readonly string[]): string {
  return format === "toml" ? removeTable(text, path) : removeAt(text, format, path);
}

/** An entry as it is pasted where there is no file. */
export function entryText(path: readonly string[], value: Value): string {
  return JSON.stringify(
    path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value),
    null,
    2,
  );
}

/** Undefined for what is not UTF-8. */
export function decoded(bytes: Uint8Array): { text: string; hasMark: boolean } | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text: text.replace(/^\ufeff/, ""), hasMark: text.startsWith("\ufeff") };
  } catch {
    return undefined;
  }
}

export function encoded(text: string, hasMark: boolean): Uint8Array {
  return Buffer.from(hasMark ? `\ufeff${text}` : text);
}
