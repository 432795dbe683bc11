/** The request that a whole file be formatted. */
import type { FormattingOptions as RawOptions } from "vscode-languageserver-protocol";
import type { InFile, LspRequest } from "./request.ts";
import { toUri } from "./uri.ts";
import { type TextChange, textChanges } from "./workspace-edit.ts";

/** What files look like here; servers with settings of their own, or none, do not mind it. */
export interface FormattingOptions {
  /** Columns of a tab, or of one step of indentation by spaces. */
  tabSize: number;
  insertSpaces: boolean;
  trimTrailingWhitespace?: boolean;
  insertFinalNewline?: boolean;
}

/** @returns nothing for a file that is as it should be. */
export const formatting: LspRequest<InFile & { options: FormattingOptions }, TextChange[]> = {
  method: "textDocument/formatting",
  pathOf: ({ path }) => path,
  params: ({ path, options }) => ({ textDocument: { uri: toUri(path) }, options: { ...options } satisfies RawOptions }),
  result: async (raw, { path }, { positions }) => textChanges(path, raw ?? [], positions),
};
