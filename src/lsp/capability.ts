/**
 * What a server can do: what it said at the start, what it registered later, less what it took back or turned out not to
 * have. An empty object means yes.
 */
import type { ServerCapabilities } from "vscode-languageserver-protocol";
import { DocumentSelector } from "./selector.ts";

/** Where the capabilities say whether a method is there: fields joined by dots. */
const PROVIDERS: Readonly<Record<string, string>> = {
  "callHierarchy/incomingCalls": "callHierarchyProvider",
  "callHierarchy/outgoingCalls": "callHierarchyProvider",
  "codeAction/resolve": "codeActionProvider.resolveProvider",
  "textDocument/codeAction": "codeActionProvider",
  "textDocument/declaration": "declarationProvider",
  "textDocument/definition": "definitionProvider",
  "textDocument/diagnostic": "diagnosticProvider",
  "textDocument/documentHighlight": "documentHighlightProvider",
  "textDocument/documentSymbol": "documentSymbolProvider",
  "textDocument/foldingRange": "foldingRangeProvider",
  "textDocument/formatting": "documentFormattingProvider",
  "textDocument/hover": "hoverProvider",
  "textDocument/implementation": "implementationProvider",
  "textDocument/inlayHint": "inlayHintProvider",
  "textDocument/prepareCallHierarchy": "callHierarchyProvider",
  "textDocument/prepareRename": "renameProvider.prepareProvider",
  "textDocument/prepareTypeHierarchy": "typeHierarchyProvider",
  "textDocument/rangeFormatting": "documentRangeFormattingProvider",
  "textDocument/references": "referencesProvider",
  "textDocument/rename": "renameProvider",
  "textDocument/selectionRange": "selectionRangeProvider",
  "textDocument/semanticTokens/full": "semanticTokensProvider.full",
  "textDocument/signatureHelp": "signatureHelpProvider",
  "textDocument/typeDefinition": "typeDefinitionProvider",
  "typeHierarchy/subtypes": "typeHierarchyProvider",
  "typeHierarchy/supertypes": "typeHierarchyProvider",
  "workspace/diagnostic": "diagnosticProvider.workspaceDiagnostics",
  "workspace/executeCommand": "executeCommandProvider",
  "workspace/symbol": "workspaceSymbolProvider",
  "workspace/willDeleteFiles": "workspace.fileOperations.willDelete",
  "workspace/willRenameFiles": "workspace.fileOperations.willRename",
  "workspaceSymbol/resolve": "workspaceSymbolProvider.resolveProvider",
};

/** The method under which a method is registered, and the option that it then needs. */
const REGISTERED_AS: Readonly<Record<string, readonly [method: string, option?: string]>> = {
  "callHierarchy/incomingCalls": ["textDocument/prepareCallHierarchy"],
  "callHierarchy/outgoingCalls": ["textDocument/prepareCallHierarchy"],
  "codeAction/resolve": ["textDocument/codeAction", "resolveProvider"],
  "textDocument/prepareRename": ["textDocument/rename", "prepareProvider"],
  "textDocument/semanticTokens/full": ["textDocument/semanticTokens", "full"],
  "typeHierarchy/subtypes": ["textDocument/prepareTypeHierarchy"],
  "typeHierarchy/supertypes": ["textDocument/prepareTypeHierarchy"],
  "workspace/diagnostic": ["textDocument/diagnostic", "workspaceDiagnostics"],
  "workspaceSymbol/resolve": ["workspace/symbol", "resolveProvider"],
};

export interface Registration {
  id: string;
  method: string;
  options: Readonly<Record<string, unknown>>;
  selector: DocumentSelector;
}

/** A file as selectors look at it. */
export interface SelectedFile {
  path: string;
  languageId: string;
}

export class Capabilities {
  /** As the server said them at the start. */
  readonly said: ServerCapabilities;
  readonly #root: string;
  readonly #registered = new Map<string, Registration>();
  /** Methods that it answered with "method not found". */
  readonly #missing = new Set<string>();

  constructor(said: ServerCapabilities, root: string) {
    this.said = said;
    this.#root = root;
  }

  /** The same registrations beside what the server said: some register before they have introduced themselves. */
  with(said: ServerCapabilities): Capabilities {
    const both = new Capabilities(said, this.#root);
    for (const [id, registration] of this.#registered) both.#registered.set(id, registration);
    return both;
  }

  /** @param file leaves out registrations for other files. */
  can(method: string, file?: SelectedFile): boolean {
    if (this.#missing.has(method)) return false;
    const provider = PROVIDERS[method];
    if (provider === undefined || isYes(valueAt(this.said, provider))) return true;
    const [registered, option] = REGISTERED_AS[method] ?? [method];
    return this.registrations(registered, file).some(({ options }) => option === undefined || isYes(options[option]));
  }

  /** What is registered for a method now. */
  registrations(method: string, file?: SelectedFile): Registration[] {
    return [...this.#registered.values()].filter(
      (one) => one.method === method && (file === undefined || one.selector.matches(file)),
    );
  }

  /** @returns the methods that were registered; what makes no sense is left out, as it must not stop the rest. */
  register(params: unknown): string[] {
    return listed(params, "registrations").flatMap(({ id, method, registerOptions }) => {
      if (typeof method !== "string") return [];
      const options = isObject(registerOptions) ? registerOptions : {};
      const selector = new DocumentSelector(options.documentSelector, this.#root);
      // One server writes a dot in place of the slash.
      const known = method.replace(/^(workspace|textDocument)\./, "$1/");
      this.#registered.set(String(id), { id: String(id), method: known, options, selector });
      this.#missing.delete(known);
      return [known];
    });
  }

  /** @returns the methods that were taken back. */
  unregister(params: unknown): string[] {
    // The protocol itself has the misspelt name.
    const wanted = [...listed(params, "unregisterations"), ...listed(params, "unregistrations")];
    return wanted.flatMap(({ id }) => {
      const gone = this.#registered.get(String(id));
      this.#registered.delete(String(id));
      return gone ? [gone.method] : [];
    });
  }

  /** The server does not know a method, whatever it said. */
  lacks(method: string): void {
    this.#missing.add(method);
  }
}

function isYes(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}

function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
}

function listed(params: unknown, field: string): Record<string, unknown>[] {
  const list = isObject(params) ? params[field] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
