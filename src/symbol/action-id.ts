/**
 * Ids of code actions: `typescript:src/a.ts:3-5:quickfix@1a2b3c4d5e6f`. The digest covers the file's content and the action's
 * title, so that an id stands for what was listed, or for nothing.
 */
import { shortHash } from "../base/hash.ts";
import type { CodeAction } from "../lsp/code-action.ts";

/** Lines of a file that are asked about. */
export interface ActionPlace {
  /** Relative to the root. */
  path: string;
  /** 1-based and inclusive. */
  startLine: number;
  endLine: number;
  kind: string | undefined;
}

export interface ActionId extends ActionPlace {
  /** Id of the server that offers it. */
  server: string;
  digest: string;
}

const FORM = /^([^:]+):(.+):(\d{1,8})-(\d{1,8})(?::([\w.-]+))?@([0-9a-f]{12})$/s;

export function writtenActionId({ server, path, startLine, endLine, kind, digest }: ActionId): string {
  return `${server}:${path}:${startLine}-${endLine}${kind === undefined ? "" : `:${kind}`}@${digest}`;
}

/** Undefined for what is no id. */
export function readActionId(id: string): ActionId | undefined {
  const [, server, path, start, end, kind, digest] = FORM.exec(id.trim()) ?? [];
  if (digest === undefined) return undefined;
  return { server: server!, path: path!, startLine: Number(start), endLine: Number(end), kind, digest };
}

/** @param hash of the file's bytes. @returns one for each action, in their order; those of one title are told by their order. */
export function actionDigests(actions: readonly CodeAction[], hash: string): string[] {
  const seen = new Map<string, number>();
  return actions.map(({ title, kind }) => {
    const key = JSON.stringify([title, kind]);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return shortHash(JSON.stringify([hash, key, count]));
  });
}
