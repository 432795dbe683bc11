/** The law of writing back on the samples of all languages; `scripts/verify/write-back.ts` checks it on real projects. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { catalog } from "../../scripts/corpus.ts";
import { verifyWriteBack } from "../../scripts/verify/write-back.ts";
import { dialectOf } from "../../src/syntax/dialect.ts";
import { GOLDEN, SAMPLES } from "../fixture/symbols.ts";

/** Ways to hold a text; those that cannot hold it are left out. */
const FORMS: Record<string, (text: string) => Uint8Array | undefined> = {
  "as it is": (text) => Buffer.from(text),
  "CRLF and no final line end": (text) => Buffer.from(text.replace(/\r\n|\n/g, "\r\n").replace(/\r\n$/, "")),
  "byte order mark": (text) => Buffer.from(`\ufeff${text}`),
  "UTF-16": (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  "Latin-1": (text) => {
    const accented = text.replace(/\n$/, "\u00e9\u00e8\u00fc \u00e9\n");
    return /^[\0-\xff]*$/.test(accented) ? Buffer.from(accented, "latin1") : undefined;
  },
};

function* samples(form: (text: string) => Uint8Array | undefined) {
  for (const name of readdirSync(SAMPLES, { recursive: true }).map(String).sort()) {
    const dialect = dialectOf(name, catalog);
    if (!dialect || name.endsWith(GOLDEN)) continue;
    const bytes = form(readFileSync(join(SAMPLES, name), "utf8"));
    if (bytes) yield { path: name, dialect, bytes };
  }
}

test.each(Object.keys(FORMS))(
  "what was read can be written back, and edits leave all else as it was, in every language: %s",
  async (form) => {
    const few = form === "as it is" ? 12 : 3;
    const { faults, languages } = await verifyWriteBack(samples(FORMS[form]!), { samples: few, seed: 7 });
    expect(faults).toEqual([]);
    expect(languages.size).toBeGreaterThan(form === "Latin-1" ? 5 : 40);
  },
  240_000,
);
