import { expect, test } from "bun:test";
import { staticEmbedder } from "../../src/embed/static-embedder.ts";
import { NO_EMBEDDING } from "../../src/embed/task.ts";
import { PieceVectors } from "../../src/memory/piece-vectors.ts";
import { type Piece, piecesOf } from "../../src/memory/pieces.ts";
import { rankPieces } from "../../src/memory/rank-pieces.ts";
import rawSet from "../fixture/recall-set.yaml";

interface RecallSet {
  memories: Record<string, string>;
  notes: { id: string; text: string; tags: string[] }[];
  questions: { ask: string; wants: string }[];
}

const SET = rawSet as RecallSet;
const IDS = [...Object.keys(SET.memories), ...SET.notes.map(({ id }) => id)];
const PIECES: Piece[] = [
  ...Object.entries(SET.memories).flatMap(([name, text], owner) =>
    piecesOf(text).map((piece) => ({ owner, about: name, text: piece })),
  ),
  ...SET.notes.map(({ text, tags }, at) => ({
    owner: Object.keys(SET.memories).length + at,
    about: tags.join(" "),
    text,
  })),
];

/** Measured: 54 of 60 both ways; less would be a loss. */
const LEAST = { words: 54, both: 54 };

async function hits(vectors: PieceVectors, within: number): Promise<number> {
  let hits = 0;
  for (const { ask, wants } of SET.questions) {
    const { scores } = await vectors.near(ask, PIECES, new AbortController().signal);
    const first = rankPieces(ask, PIECES, scores).slice(0, within);
    if (first.some(({ owner }) => IDS[owner] === wants)) hits++;
  }
  return hits;
}

test("of sixty questions about forty memories and notes, words find most among the first three, and meaning takes none away", async () => {
  const lexical = new PieceVectors(NO_EMBEDDING, async () => staticEmbedder());
  const both = new PieceVectors({ ...NO_EMBEDDING, provider: "embedded" }, async () => staticEmbedder());
  const found = {
    words: { hit1: await hits(lexical, 1), hit3: await hits(lexical, 3) },
    both: { hit1: await hits(both, 1), hit3: await hits(both, 3) },
  };
  process.stderr.write(
    `recall over ${IDS.length} texts, of ${SET.questions.length} questions: ${JSON.stringify(found)}\n`,
  );
  expect(found.words.hit3).toBeGreaterThanOrEqual(LEAST.words);
  expect(found.both.hit3).toBeGreaterThanOrEqual(LEAST.both);
}, 60_000);

test("pieces of a page are its text, cut at headings and between lines", () => {
  const text = `# One\nfirst\n## Two\nsecond\n${"a line\n".repeat(400)}`;
  const pieces = piecesOf(text);
  expect(pieces.join("")).toBe(text);
  expect(pieces[0]).toBe("# One\nfirst\n");
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(1_500);
});
