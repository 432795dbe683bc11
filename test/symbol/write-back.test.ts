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

/** @param forms each file has one of them, in turn. */
function* samples(forms: readonly string[]) {
  let turn = 0;
  for (const name of readdirSync(SAMPLES, { recursive: true }).map(String).sort()) {
    const dialect = dialectOf(name, catalog);
    if (!dialect || name.endsWith(GOLDEN)) continue;
    const text = readFileSync(join(SAMPLES, name), "utf8");
    const bytes = FORMS[forms[turn++ % forms.length]!]!(text);
    if (bytes) yield { path: name, dialect, bytes };
  }
}

test("what was read can be written back, and edits leave all else as it was, in every language", async () => {
  const { faults, languages } = await verifyWriteBack(samples(["as it is"]), { samples: 2, seed: 3 });
  expect(faults).toEqual([]);
  expect(languages.size).toBeGreaterThan(45);
}, 300_000);

test("so it is with other line ends and encodings", async () => {
  const forms = Object.keys(FORMS).filter((form) => form !== "as it is");
  const { faults, languages } = await verifyWriteBack(samples(forms), { samples: 1, seed: 5 });
  expect(faults).toEqual([]);
  expect(languages.size).toBeGreaterThan(30);
}, 300_000);
