/**
 * What is wrong in one file as it is now: what all of its language servers say, and what its own syntax shows where none of
 * them does. Silence is never taken for health: who should have spoken and did not is a reason.
 */
import { join } from "node:path";
import { UserError } from "../base/error.ts";
import { NoServer } from "../lsp/no-origin.ts";
import type { AllAnswered } from "../lsp/question.ts";
import { type Diagnostic, merged, syntaxErrors } from "./diagnostic.ts";
import { type Lack, lackOf } from "./lack.ts";
import { type PlaceFile, placeFile, symbolAround, withoutTree } from "./server-places.ts";
import type { ServerServices } from "./server-question.ts";

export interface FileDiagnosis {
  path: string;
  /** In the order of the file. */
  found: Diagnostic[];
  /** Ids of the servers that spoke of this very text. */
  servers: string[];
  /** Why something may be missing; none when all who should speak have spoken in full. */
  lacks: Lack[];
  /** Set where there is no server to ask; what was found is by the file's own syntax then. */
  noServer: NoServer | undefined;
  /** The text that all this is about. */
  file: PlaceFile;
}

export interface Bounds {
  /** Milliseconds for which what comes unasked is waited for. */
  waitMs: number;
  /** Milliseconds for the whole file. */
  mostMs: number;
}

/** What is left of a file's time after the wait, for the answer to come through, in milliseconds. */
const MARGIN_MS = 300;

const METHOD = "textDocument/diagnostic";

type Said = Awaited<ReturnType<typeof askServers>>;

/**
 * @param path relative to the root.
 * @throws UserError as `Files.read`.
 */
export async function diagnoseFile(path: string, bounds: Bounds, use: ServerServices): Promise<FileDiagnosis> {
  await use.project.files.read(path); // what may not be read is shown to no server
  const until = performance.now() + bounds.mostMs;
  for (let isLast = false; ; isLast = true) {
    const said = await orNoServer(askServers(path, { ...bounds, mostMs: until - performance.now() }, use));
    const isMute = said instanceof NoServer || said.answers.length === 0;
    const file = await readNow(path, isMute, use);
    if (said instanceof NoServer) return await bySyntax(file, [lackOf(said)], use, said);
    const isOld = said.answers.some(({ value }) => value.text !== file.text);
    if (!isOld || isLast) return await described(said, file, use);
  }
}

/** What a file's own syntax shows. @throws UserError as `Files.read`. */
export async function diagnoseSyntax(path: string, noServer: NoServer, use: ServerServices): Promise<FileDiagnosis> {
  return await bySyntax(await readNow(path, true, use), [lackOf(noServer)], use, noServer);
}

/** @param isMute no server answered, so that none is asked for the file's symbols either. */
async function readNow(path: string, isMute: boolean, use: ServerServices): Promise<PlaceFile> {
  if (isMute && !use.project.catalog.of(path)?.syntax) return await withoutTree(path, use);
  const file = await placeFile(path, use);
  if (file && file !== "gone") return file;
  throw new UserError("not_found", `File ${JSON.stringify(path)} went away while its servers were asked.`);
}

function askServers(path: string, { waitMs, mostMs }: Bounds, { project, servers, signal, progress }: ServerServices) {
  const absolute = join(project.root, path);
  const until = performance.now() + Math.min(mostMs, servers.patience) - MARGIN_MS;
  return servers.askAll(
    {
      method: METHOD,
      path: absolute,
      isWide: true,
      patience: mostMs,
      async ask({ client }, signal) {
        const wait = Math.max(0, Math.min(waitMs, until - performance.now()));
        const said = await client.diagnostics(absolute, signal, wait);
        return { ...said, text: client.documents.get(absolute)?.text };
      },
    },
    { signal, progress },
    ({ diagnostics }) => diagnostics !== "none",
  );
}

async function described({ answers, faults }: Said, file: PlaceFile, use: ServerServices): Promise<FileDiagnosis> {
  const current = answers.filter(({ value }) => value.text === file.text);
  const lacks = [...faults.map(lackOf), ...answers.flatMap((answer) => lacksIn(answer, file))];
  if (current.length === 0) return await bySyntax(file, lacks, use);
  const said = current.map(({ value }) => value.items);
  return {
    path: file.path,
    found: merged(said, use.project.root).map((one) => owned(one, file)),
    servers: current.map(({ server }) => server),
    lacks,
    noServer: undefined,
    file,
  };
}

function lacksIn({ value, reason }: Said["answers"][number], { text }: PlaceFile): Lack[] {
  if (value.text !== text) return [{ reason: "the file changed while its servers were asked; ask again" }];
  return [reason, value.complete ? undefined : value.why].flatMap((why) =>
    why === undefined ? [] : [{ reason: why }],
  );
}

async function bySyntax(
  file: PlaceFile,
  lacks: Lack[],
  { project, symbols, signal }: ServerServices,
  noServer?: NoServer,
): Promise<FileDiagnosis> {
  const { path } = file;
  const language = project.catalog.of(path);
  const hasSyntax = language?.syntax && !language.syntax.is_prose && file.tree;
  const parsed = hasSyntax ? await symbols.ofFile(project, path, signal) : undefined;
  const found = parsed && parsed.tree.text === file.text ? syntaxErrors(parsed, language!.name) : [];
  return { path, found: found.map((one) => owned(one, file)), servers: [], lacks, noServer, file };
}

function owned(one: Omit<Diagnostic, "within">, file: PlaceFile): Diagnostic {
  const symbol = symbolAround(file, one.range.start);
  return { ...one, within: symbol && { namePath: symbol.namePath, kind: symbol.kind } };
}

async function orNoServer<T>(asked: Promise<AllAnswered<T>>): Promise<AllAnswered<T> | NoServer> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NoServer) return error;
    throw error;
  }
}
