/** The languages there are, and which one a file is written in. */
import { type Language, languageSchema } from "./spec.ts";

export class Catalog {
  readonly languages: readonly Language[];
  readonly #bySuffix = new Map<string, Language>();
  readonly #byName = new Map<string, Language>();

  /** @param files raw language files, keyed by their file name without suffix. */
  constructor(files: Readonly<Record<string, unknown>>) {
    this.languages = Object.entries(files).map(([name, raw]) => {
      const language = languageSchema.parse(raw);
      if (language.id !== name) throw new Error(`File "${name}" has the id "${language.id}"; both must be the same.`);
      return language;
    });
    for (const language of this.languages) {
      for (const pattern of Object.values(language.files).flat()) {
        const table = pattern.startsWith(".") ? this.#bySuffix : this.#byName;
        const other = table.get(pattern);
        if (other) throw new Error(`"${pattern}" belongs to both ${other.id} and ${language.id}.`);
        table.set(pattern, language);
      }
    }
  }

  /** The language of a file by its whole name, else by its longest known suffix. */
  of(path: string): Language | undefined {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const whole = this.#byName.get(name);
    if (whole) return whole;
    for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
      const language = this.#bySuffix.get(name.slice(dot)) ?? this.#bySuffix.get(name.slice(dot).toLowerCase());
      if (language) return language;
    }
    return undefined;
  }

  /** The language that a caller means: by id or by name, case aside. */
  named(word: string): Language | undefined {
    const wanted = word.toLowerCase();
    return this.languages.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
  }
}
