/** Parses files off the main thread: takes a job, answers with what it found or what went wrong. */
import { LANGUAGES } from "../language/_builtin.gen.ts";
import { Catalog } from "../language/catalog.ts";
import type { FileSyntax } from "./file-syntax.ts";
import { awaitRuntime } from "./grammar.ts";
import { type ParseRequest, ParseTimeout, parseFile } from "./parser.ts";

/** The first message is the runtime; jobs may come before it and wait for it. */
export type ParseMessage = { runtime: WebAssembly.Module } | ParseJob;

export interface ParseJob {
  id: number;
  request: ParseRequest;
}

export type ParseReply = { id: number } & ({ file: FileSyntax } | { isLate: true } | { fault: string });

declare const self: Worker;

const catalog = new Catalog(LANGUAGES);

const runtime = Promise.withResolvers<WebAssembly.Module>();
awaitRuntime(runtime.promise);

/** Jobs are done in the order in which they came, one at a time: a grammar that is loaded for one would let the next pass. */
let turn = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<ParseMessage>) => {
  if ("runtime" in data) runtime.resolve(data.runtime);
  else turn = turn.then(() => answer(data));
};

async function answer({ id, request }: ParseJob): Promise<void> {
  self.postMessage({ id, ...(await outcome(request)) } satisfies ParseReply);
}

async function outcome(request: ParseRequest): Promise<{ file: FileSyntax } | { isLate: true } | { fault: string }> {
  try {
    return { file: await parseFile(request, catalog) };
  } catch (error) {
    if (error instanceof ParseTimeout) return { isLate: true };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
