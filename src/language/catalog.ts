/** The languages there are, and which one a file is written in. */
import { type Language, type LanguagePatch, type LanguageSyntax, languageSchema } from "./spec.ts";

/** Languages of a user's own, and what shall differ in those that ship; by id. */
export type OwnLanguages = Readonly<Record<string, LanguagePatch>>;

export class Catalog {
  readonly languages: readonly Language[];
  /** What of the user's languages could not be used, and why. */
  readonly warnings: readonly string[];
  readonly #bySuffix = new Map<string, Language>();
  readonly #byName = new Map<string, Language>();
  /** Starts of names, with their dot. */
  readonly #byStart = new Map<string, Language>();
  readonly #protocolIds = new Map<string, string>();

  /**
   * @param shipped languages that ship, by id; they were checked when their files became code.
   * @param own what the user says; a file name that both have is the user's.
   * @param fault what is wrong with a syntax; undefined when nothing is.
   * @throws Error when two that ship want the same file name.
   */
  constructor(
    shipped: Readonly<Record<string, Language>>,
    own: OwnLanguages = {},
    fault: (language: string, syntax: LanguageSyntax) => string | undefined = () => undefined,
  ) {
    const warnings: string[] = [];
    const byId = new Map(Object.entries(shipped));
    for (const [id, patch] of Object.entries(own)) {
      const parsed = languageSchema.safeParse({ ...(byId.get(id) ?? { name: id }), ...patch, id });
      const why = parsed.success ? unusable(parsed.data, byId, fault) : firstIssue(parsed.error.issues[0]);
      if (parsed.success && why === undefined) byId.set(id, parsed.data);
      else warnings.push(`languages.${id} is not used: ${why}`);
    }
    this.languages = [...byId.values()];
    for (const language of this.languages.filter(({ id }) => Object.hasOwn(own, id))) {
      this.#take(language, (pattern, other) => {
        warnings.push(`languages.${language.id} does not get "${pattern}": it belongs to languages.${other.id}, too.`);
      });
    }
    for (const language of this.languages.filter(({ id }) => !Object.hasOwn(own, id))) {
      this.#take(language, (pattern, other) => {
        if (!Object.hasOwn(own, other.id))
          throw new Error(`"${pattern}" belongs to both ${other.id} and ${language.id}.`);
      });
    }
    this.warnings = warnings;
  }

  /** @param onTaken told of what another has already. */
  #take(language: Language, onTaken: (pattern: string, other: Language) => void): void {
    for (const [protocolId, patterns] of Object.entries(language.files)) {
      for (const pattern of patterns) {
        const isStart = pattern.endsWith(".*");
        const table = isStart ? this.#byStart : pattern.startsWith(".") ? this.#bySuffix : this.#byName;
        const key = isStart ? pattern.slice(0, -1) : pattern;
        const other = table.get(key);
        if (other) onTaken(pattern, other);
        else {
          table.set(key, language);
          this.#protocolIds.set(key, protocolId);
        }
      }
    }
  }

  /** The language of a file by its whole name, else by its longest known suffix, else by the start of its name. */
  of(path: string): Language | undefined {
    return this.#found(path)?.language;
  }

  /** What the language server protocol calls a file's language, such as `typescriptreact`. */
  protocolIdOf(path: string): string | undefined {
    const found = this.#found(path);
    return found && this.#protocolIds.get(found.key);
  }

  #found(path: string): { language: Language; key: string } | undefined {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const named = this.#byName.get(name);
    if (named) return { language: named, key: name };
    for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
      for (const key of [name.slice(dot), name.slice(dot).toLowerCase()]) {
        const language = this.#bySuffix.get(key);
        if (language) return { language, key };
      }
    }
    const key = name.slice(0, name.indexOf(".") + 1);
    const started = this.#byStart.get(key);
    return started && { language: started, key };
  }

  /** The language that a caller means: by id or by name, case aside. */
  named(word: string): Language | undefined {
    const wanted = word.toLowerCase();
    return this.languages.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
  }
}

/** Why a language of the user's cannot be used, though its fields are right. */
function unusable(
  { id, imports, syntax }: Language,
  byId: ReadonlyMap<string, Language>,
  fault: (language: string, syntax: LanguageSyntax) => string | undefined,
): string | undefined {
  const like = imports?.like;
  if (like !== undefined && (like === id || byId.get(like)?.imports?.like !== undefined || !byId.has(like)))
    return `imports.like is ${JSON.stringify(like)}, which is no language with rules of its own.`;
  return syntax && fault(id, syntax);
}

function firstIssue(issue: { path: PropertyKey[]; message: string } | undefined): string {
  const missesFiles = issue?.path.length === 1 && issue.path[0] === "files";
  const more = missesFiles ? " A language of your own needs files." : "";
  return `${issue?.path.map(String).join(".")}: ${issue?.message}.${more}`;
}
