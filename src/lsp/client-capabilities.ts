/** What we tell servers of ourselves: no more than what is handled, since they rely on it. */
import type { ClientCapabilities } from "vscode-languageserver-protocol";
import type { Encoding } from "./position.ts";
import { LSP_SYMBOL_KINDS } from "./symbol-kind.ts";

/** Every server must have it, and it is what all of them are tried with; others need the text of each file that is named. */
const ENCODINGS: readonly Encoding[] = ["utf-16"];

const DYNAMIC = { dynamicRegistration: true } as const;
const LINKS = { ...DYNAMIC, linkSupport: true } as const;
const KINDS = { valueSet: LSP_SYMBOL_KINDS.map((_, at) => (at + 1) as 1) };
/** What we take of a diagnostic. */
const SAID = { relatedInformation: true, tagSupport: { valueSet: [1, 2] as (1 | 2)[] } };
const ACTION_KINDS = [
  "",
  "quickfix",
  "refactor",
  "refactor.extract",
  "refactor.inline",
  "refactor.move",
  "refactor.rewrite",
  "source",
  "source.fixAll",
  "source.organizeImports",
] as const;
const MARKUP: ("markdown" | "plaintext")[] = ["markdown", "plaintext"];

/** @param more of the server's spec, joined to ours. */
export function clientCapabilities(
  encodings: readonly Encoding[] = ENCODINGS,
  more: Readonly<Record<string, unknown>> = {},
): ClientCapabilities {
  return joined(
    {
      general: {
        positionEncodings: [...encodings],
        staleRequestSupport: { cancel: true, retryOnContentModified: [] },
        markdown: { parser: "plain" },
      },
      window: {
        workDoneProgress: true,
        showMessage: { messageActionItem: { additionalPropertiesSupport: true } },
        showDocument: { support: false },
      },
      workspace: {
        applyEdit: true,
        configuration: true,
        workspaceFolders: true,
        didChangeConfiguration: DYNAMIC,
        didChangeWatchedFiles: { ...DYNAMIC, relativePatternSupport: true },
        executeCommand: DYNAMIC,
        symbol: {
          ...DYNAMIC,
          symbolKind: KINDS,
          tagSupport: { valueSet: [1] },
          resolveSupport: { properties: ["location.range"] },
        },
        workspaceEdit: {
          documentChanges: true,
          resourceOperations: ["create", "rename", "delete"],
          failureHandling: "transactional",
        },
        fileOperations: {
          ...DYNAMIC,
          willRename: true,
          didRename: true,
          willDelete: true,
          didDelete: true,
          didCreate: true,
        },
        diagnostics: { refreshSupport: true },
        semanticTokens: { refreshSupport: true },
        codeLens: { refreshSupport: true },
        inlayHint: { refreshSupport: true },
        inlineValue: { refreshSupport: true },
        foldingRange: { refreshSupport: true },
      },
      textDocument: {
        synchronization: { ...DYNAMIC, didSave: true },
        documentSymbol: {
          ...DYNAMIC,
          hierarchicalDocumentSymbolSupport: true,
          symbolKind: KINDS,
          tagSupport: { valueSet: [1] },
        },
        definition: LINKS,
        declaration: LINKS,
        typeDefinition: LINKS,
        implementation: LINKS,
        references: DYNAMIC,
        hover: { ...DYNAMIC, contentFormat: MARKUP },
        documentHighlight: DYNAMIC,
        rename: { ...DYNAMIC, prepareSupport: true, prepareSupportDefaultBehavior: 1 },
        callHierarchy: DYNAMIC,
        typeHierarchy: DYNAMIC,
        formatting: DYNAMIC,
        rangeFormatting: DYNAMIC,
        codeAction: {
          ...DYNAMIC,
          isPreferredSupport: true,
          disabledSupport: true,
          dataSupport: true,
          resolveSupport: { properties: ["edit", "command"] },
          codeActionLiteralSupport: { codeActionKind: { valueSet: [...ACTION_KINDS] } },
        },
        publishDiagnostics: { versionSupport: true, ...SAID },
        diagnostic: { ...DYNAMIC, relatedDocumentSupport: true, ...SAID },
      },
    } satisfies ClientCapabilities,
    more,
  ) as ClientCapabilities;
}

/** The fields of both, the second's where they differ. */
function joined(base: object, more: object): object {
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(more)) {
    const own = result[key];
    result[key] = isPlain(own) && isPlain(value) ? joined(own, value) : value;
  }
  return result;
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
