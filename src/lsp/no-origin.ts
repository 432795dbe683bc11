/** Says why no language server can be had, and what would work. */
import { isAbsolute } from "node:path";
import { Unavailable } from "../base/error.ts";
import type { Language } from "../language/spec.ts";
import { NOT_TRUSTED, type NoOrigin } from "./origin.ts";
import { isRunnable } from "./recipe.ts";

/** Servers of which all is told; the best come first. */
const MOST_EXPLAINED = 3;

/** A server that cannot be had. */
export class MissingServer extends Unavailable {
  readonly missing: NoOrigin;

  constructor(missing: NoOrigin) {
    super("unavailable", `Language server "${missing.spec.id}" cannot be had: ${whyMissing(missing)}.`);
    this.missing = missing;
  }
}

/** No server of a language can be had, or none is known. */
export class NoServer extends Unavailable {
  /** Name of the language; undefined where none is known either. */
  readonly language: string | undefined;

  constructor(language: string | undefined, message: string, hint?: string) {
    super("unavailable", message, hint === undefined ? {} : { hint });
    this.language = language;
  }
}

/**
 * The error for a language without a server.
 * @param missing what was tried for each of its servers; empty when the language has none.
 * @param root of the project, absolute.
 */
export function noServer(language: Language, missing: readonly NoOrigin[], root: string): NoServer {
  if (missing.length === 0)
    return new NoServer(
      language.name,
      language.no_server === undefined
        ? `Waymark knows no language server for ${language.name}, or your settings turn them off.`
        : `Waymark knows no language server for ${language.name}: ${language.no_server}.`,
      "A server of your own can be named in your settings: servers.<id> with languages and command.",
    );
  const parts = missing.slice(0, MOST_EXPLAINED).map((one) => `${one.spec.id}: ${whyMissing(one)}`);
  const others = missing.slice(MOST_EXPLAINED).map(({ spec }) => spec.id);
  if (others.length > 0) parts.push(`nor is there ${others.join(", ")}`);
  const message = `${language.id}: unavailable, ${parts.join("; ")}.`;
  return new NoServer(language.name, message, remedy(language, missing, root));
}

/** Each place that was looked at and why nothing came of it, in one line. */
export function whyMissing({ tried }: NoOrigin): string {
  return tried
    .map(({ source, what, why }) =>
      source === "path" || source === "project" || isAbsolute(what) ? `${what}: ${why}` : why,
    )
    .join(", ");
}

/** What a person can do about it, in one or two sentences. */
export function remedy(language: Language, missing: readonly NoOrigin[], root: string): string {
  const wrong = missing.find(({ tried }) => tried.some(({ source }) => source === "settings"));
  const steps: string[] = [];
  if (wrong) steps.push(`Correct servers.${wrong.spec.id}.command in your settings, or remove it.`);
  if (missing.some(({ tried }) => tried.some(({ why }) => why.endsWith(NOT_TRUSTED))))
    steps.push(
      `If you trust the project, say so in your settings file: projects: { ${JSON.stringify(root)}: { trust: true } }.`,
    );
  const hint = missing.map(({ spec }) => spec.hint).find((one) => one !== undefined);
  const canInstall = missing.some(({ spec }) => spec.install.some(isRunnable));
  if (canInstall)
    steps.push(`Run \`waymark install ${language.id}\`${hint ? `, or install it yourself: ${hint}` : ""}.`);
  else if (hint) steps.push(`Install it: ${hint}.`);
  return steps.join(" ");
}
