/** The outline of a file by its language server, for languages without a grammar. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../base/error.ts";
import { lineStarts } from "../base/text.ts";
import type { ProjectIndex } from "../index/project-index.ts";
import type { Language } from "../language/spec.ts";
import type { Position, Range } from "../lsp/position.ts";
import type { ProjectServers } from "../lsp/project-servers.ts";
import { documentSymbols } from "../lsp/request.ts";
import type { ServerSymbol } from "../lsp/symbols.ts";
import type { Project } from "../project/project.ts";
import { FileTable } from "../store/file-table.ts";
import type { Span, SyntaxSymbol } from "../syntax/file-syntax.ts";

const SIGNATURE_CHARS = 200;

/** How long it holds which servers are there, in milliseconds. */
const PRESENT_MS = 5_000;

/** Some servers read a file only a moment after it was opened, and say until then that it has no symbols. */
const PAUSES_MS = [100, 300, 600];

/** How far behind the start of a declaration its name is looked for, where the server does not tell rightly where it stands. */
const NAME_CHARS = 2_000;

export class ServerOutlines {
  readonly #serversOf: (project: Project) => ProjectServers;
  readonly #languages = new WeakMap<Project, readonly Language[]>();
  readonly #present = new WeakMap<Language, { project: Project; is: boolean; at: number }>();
  readonly #indexed = new WeakMap<ProjectIndex, { generation: number; paths: readonly string[] }>();

  constructor(serversOf: (project: Project) => ProjectServers) {
    this.#serversOf = serversOf;
  }

  /** Languages without a grammar that a server is known for, installed or not. */
  languages(project: Project): readonly Language[] {
    const known = this.#languages.get(project);
    if (known) return known;
    const servers = this.#serversOf(project);
    const found = project.catalog.languages.filter((one) => one.syntax === undefined && servers.of(one).length > 0);
    this.#languages.set(project, found);
    return found;
  }

  /**
   * Whether a file is in such a language, and a program of its servers is there now: of the others nobody expects symbols
   * when he asks for a name in all files. It holds for a moment, as servers are installed while we work.
   */
  isPresent(project: Project, path: string): boolean {
    const language = project.catalog.of(path);
    if (!language || !this.languages(project).includes(language)) return false;
    const known = this.#present.get(language);
    if (known?.project === project && performance.now() - known.at < PRESENT_MS) return known.is;
    const is = this.#serversOf(project).answersFor(language);
    this.#present.set(language, { project, is, at: performance.now() });
    return is;
  }

  has(project: Project, path: string): boolean {
    const language = project.catalog.of(path);
    return language !== undefined && this.languages(project).includes(language);
  }

  /** The files of an index that are in such languages. */
  indexed(project: Project, index: ProjectIndex, generation: number): readonly string[] {
    const known = this.#indexed.get(index);
    if (known?.generation === generation) return known.paths;
    const languages = this.languages(project).map(({ id }) => id);
    const paths = new FileTable(index.reader!).inLanguages(languages);
    this.#indexed.set(index, { generation, paths });
    return paths;
  }

  /** @throws Unavailable where no server answers. @returns undefined when the server has another text than this one. */
  async of(project: Project, path: string, text: string, signal: AbortSignal): Promise<SyntaxSymbol[] | undefined> {
    const absolute = join(project.root, path);
    const { value } = await this.#serversOf(project).ask(
      {
        method: documentSymbols.method,
        path: absolute,
        isWide: false,
        async ask({ client }, signal) {
          let symbols = await client.request(documentSymbols, { path: absolute }, signal);
          for (const pause of text.trim() === "" ? [] : PAUSES_MS) {
            if (symbols.length > 0) break;
            await sleep(pause, undefined, { signal });
            symbols = await client.request(documentSymbols, { path: absolute }, signal);
          }
          return client.documents.get(absolute)?.text === text ? symbols : undefined;
        },
      },
      { signal, progress: () => undefined },
    );
    return value && syntaxSymbols(value, text);
  }
}

/** Symbols of a server in the form that parsed ones have. Such without a name are left out; what they hold is not. */
export function syntaxSymbols(roots: readonly ServerSymbol[], text: string): SyntaxSymbol[] {
  const starts = lineStarts(text);
  const all: SyntaxSymbol[] = [];
  const add = (symbols: readonly ServerSymbol[], parent: number): void => {
    for (const { name, kind, range, nameRange, detail, children } of symbols) {
      if (name === "") {
        add(children, parent);
        continue;
      }
      const declaration = spanOf(range, starts, text);
      const nameSpan = nameIn(name, spanOf(nameRange, starts, text), declaration, text);
      const signature = signatureOf(declaration, text) || (detail ?? name);
      const isNameOnly = text.slice(declaration.start, declaration.end) === name;
      const symbol = { kind, name, declaration, nameSpan, signature, exported: true, parent };
      const at = all.push({ ...symbol, ...(isNameOnly && { isNameOnly }) }) - 1;
      add(children, at);
    }
  };
  add(roots, -1);
  return all;
}

function spanOf({ start, end }: Range, starts: readonly number[], text: string): Span {
  const from = offsetOf(start, starts, text);
  return { start: from, end: Math.max(from, offsetOf(end, starts, text)) };
}

/** A column beyond the line's end means its end. */
function offsetOf({ line, column }: Position, starts: readonly number[], text: string): number {
  const start = starts[line - 1];
  if (start === undefined) return text.length;
  const row = text.slice(start, starts[line] ?? text.length).replace(/(\r\n|\n|\r)$/, "");
  return start + Math.min(row.length, column - 1);
}

/** Flat lists and some servers give the whole declaration, or its first word, for the name's place. */
function nameIn(name: string, told: Span, { start, end }: Span, text: string): Span {
  if (text.slice(told.start, told.end) === name) return told;
  const from = told.start >= start && told.start < end ? told.start : start;
  const at = text.slice(from, Math.min(end, from + NAME_CHARS)).indexOf(name);
  return at === -1 ? { start: from, end: from } : { start: from + at, end: from + at + name.length };
}

function signatureOf({ start, end }: Span, text: string): string {
  const [first = ""] = text.slice(start, Math.min(end, start + SIGNATURE_CHARS)).split(/\r\n|\n|\r/);
  return first.trim();
}

export function changedMeanwhile(path: string): UserError {
  return new UserError("stale", `File ${JSON.stringify(path)} changed while its server was asked.`, {
    hint: "Ask again.",
  });
}
