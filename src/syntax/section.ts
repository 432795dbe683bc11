/** How far sections reach that a heading alone begins, and declarations that end in the comment of the next. */
import type { Definition } from "./capture.ts";
import type { Declaration } from "./declaration.ts";
import type { Span } from "./file-syntax.ts";
import { trimmed } from "./space.ts";

type Reaching = Definition & Declaration;

/**
 * A heading with a level reaches to the next of its level or a higher one, at most to the end of the scope that it is in.
 * @param found in the order of the file.
 * @param scopes in the order of the file; headings in one do not end those around it.
 */
export function spreadSections(found: readonly Reaching[], scopes: readonly Span[], text: string): void {
  const headings = found.filter(({ level }) => level !== undefined);
  const open: { heading: Reaching; scope: Span }[] = [];
  const end = (from: number, at: number) => {
    for (const { heading, scope } of open.splice(from)) {
      heading.span = trimmed({ start: heading.span.start, end: Math.min(at, scope.end) }, text);
    }
  };
  const around: Span[] = [{ start: 0, end: text.length }];
  let next = 0;
  for (const heading of headings) {
    const { start } = heading.span;
    for (; next < scopes.length && scopes[next]!.start <= start; next++) {
      while (around.at(-1)!.end < scopes[next]!.end) around.pop();
      around.push(scopes[next]!);
    }
    while (around.at(-1)!.end <= start) around.pop();
    const scope = around.at(-1)!;
    const isOver = ({ heading: one, scope: its }: (typeof open)[number]) =>
      its.end <= start || (its === scope && one.level! >= heading.level!);
    const first = open.findIndex(isOver);
    if (first !== -1) end(first, start);
    open.push({ heading, scope });
  }
  end(0, text.length);
}

/** Some grammars count the comment above a section to the section before it. */
export function cutAtComments(found: readonly Reaching[], text: string): void {
  const docs = new Map(found.flatMap(({ doc }) => (doc ? [[doc.end, doc.start] as const] : [])));
  for (const one of found) {
    const at = docs.get(one.span.end);
    if (at !== undefined && at > one.span.start) one.span = trimmed({ start: one.span.start, end: at }, text);
  }
}
