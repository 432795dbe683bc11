/**
 * Links between pages: `mem:name`, by custom in backticks. A name in backticks may hold anything a name may; without them it is
 * what stands together of letters, digits and `_ - . /`, dots and dashes at its end aside.
 */
import { memoryNameIfAny } from "./memory-name.ts";

export interface Link {
  /** The page that is meant, whether it is there or not. */
  name: string;
  /** Offsets of what stands behind `mem:`, UTF-16 units; `end` is exclusive. */
  start: number;
  end: number;
  /** In backticks, with nothing else in them. */
  isQuoted: boolean;
}

const QUOTED = /`mem:([^`\r\n]{1,300})`/g;
const BARE = /(?<![\p{L}\p{N}_\-/])mem:([\p{L}\p{M}\p{N}_\-./]{1,300})/gu;
const MARK = "mem:";

/** In the order of their places. */
export function linksIn(text: string): Link[] {
  const links = new Map<number, Link>();
  const add = (start: number, written: string, isQuoted: boolean) => {
    const name = memoryNameIfAny(written);
    if (name !== undefined) links.set(start, { name, start, end: start + written.length, isQuoted });
  };
  for (const { index, 1: written } of text.matchAll(QUOTED)) add(index + 1 + MARK.length, written!, true);
  for (const { index, 1: run } of text.matchAll(BARE)) {
    const start = index + MARK.length;
    if (!links.has(start)) add(start, run!.replace(/[-./]+$/, ""), false);
  }
  return [...links.values()].sort((a, b) => a.start - b.start);
}

/** Names of the pages that a text links to, each once, in the order of their first places. */
export function linkedNames(text: string): string[] {
  return [...new Set(linksIn(text).map(({ name }) => name))];
}

/** The text with all links to one page leading to another; the very same text where there is none. */
export function withLinksMoved(text: string, old: string, to: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { name, start, end, isQuoted } of linksIn(text)) {
    if (name !== old) continue;
    if (isQuoted || isBare(to)) parts.push(text.slice(at, start), to);
    else parts.push(text.slice(at, start - MARK.length), `\`${MARK}${to}\``);
    at = end;
  }
  return parts.join("") + text.slice(at);
}

/** Whether a link to a page needs no backticks. */
function isBare(name: string): boolean {
  const [link] = linksIn(MARK + name);
  return link?.name === name && link.end === MARK.length + name.length;
}
