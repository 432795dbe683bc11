/** The languages there are, and which one a file is written in. */
import { type Language, languageSchema } from "./spec.ts";

export class Catalog {
  readonly languages: readonly Language[];
  readonly #bySuffix = new Map<string, Language>();
  readonly #byName = new Map<string, Language>();
  readonly #protocolIds = new Map<string, string>();

  /** @param files raw language files, keyed by their file name without suffix. */
  constructor(files: Readonly<Record<string, unknown>>) {
    this.languages = Object.entries(files).map(([name, raw]) => {
      const language = languageSchema.parse(raw);
      if (language.id !== name) throw new Error(`File "${name}" has the id "${language.id}"; both must be the same.`);
      return language;
    });
    for (const language of this.languages) {
      for (const [protocolId, patterns] of Object.entries(language.files)) {
        for (const pattern of patterns) {
          const table = pattern.startsWith(".") ? this.#bySuffix : this.#byName;
          const other = table.get(pattern);
          if (other) throw new Error(`"${pattern}" belongs to both ${other.id} and ${language.id}.`);
          table.set(pattern, language);
          this.#protocolIds.set(pattern, protocolId);
        }
      }
    }
  }

  /** The language of a file by its whole name, else by its longest known suffix. */
  of(path: string): Language | undefined {
    const pattern = this.#patternOf(path);
    return pattern === undefined ? undefined : (this.#byName.get(pattern) ?? this.#bySuffix.get(pattern));
  }

  /** What the language server protocol calls a file's language, such as `typescriptreact`. */
  protocolIdOf(path: string): string | undefined {
    const pattern = this.#patternOf(path);
    return pattern === undefined ? undefined : this.#protocolIds.get(pattern);
  }

  #patternOf(path: string): string | undefined {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (this.#byName.has(name)) return name;
    for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
      for (const suffix of [name.slice(dot), name.slice(dot).toLowerCase()])
        if (this.#bySuffix.has(suffix)) return suffix;
    }
    return undefined;
  }

  /** The language that a caller means: by id or by name, case aside. */
  named(word: string): Language | undefined {
    const wanted = word.toLowerCase();
    return this.languages.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
  }
}
