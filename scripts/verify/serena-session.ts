/** One project put to both sides: the same questions in alternating order, each asked twice. */
import { type Difference, differences, type Judge, type Verdict } from "./serena-judge.ts";
import { type Reply, SIDES, type Side, type SideName } from "./serena-side.ts";
import type { Definition, Texts } from "./serena-symbols.ts";
import type { ComparedTool, Finding, OurEnvelope } from "./serena-tools.ts";

/** What one question brought. */
export interface Compared {
  tool: string;
  definition: Definition;
  differences: Difference[];
  /** Things that ours and theirs found. */
  found: Record<SideName, number>;
  /** Milliseconds of the first and of the second asking. */
  cold: Record<SideName, number>;
  warm: Record<SideName, number>;
  chars: Record<SideName, number>;
  /** Ours had to leave something out to stay within the size of an answer. */
  isShortened: boolean;
}

type Sides = Record<SideName, Side>;

export async function compare(
  tool: ComparedTool,
  definition: Definition,
  sides: Sides,
  judge: Judge,
  turn: number,
): Promise<Compared> {
  const order = turn % 2 === 0 ? SIDES : SIDES.toReversed();
  const cold = await askBoth(tool, definition, sides, order, judge.texts);
  const warm = await askBoth(tool, definition, sides, order.toReversed(), judge.texts);
  const envelope = (await sides.ours.data(tool.name, tool.ours.input(definition, judge.texts))) as
    | OurEnvelope
    | undefined;
  const reason = envelope?.complete === false ? envelope.reason : undefined;
  const ours = read(() => tool.ours.read(envelope!.answer, judge.texts, definition), cold.ours);
  const theirs = read(
    () => tool.theirs.read(JSON.parse(cold.theirs.text) as never, judge.texts, definition),
    cold.theirs,
  );
  const number = (pick: (reply: Reply) => number, replies: Record<SideName, Reply>) => {
    return { ours: pick(replies.ours), theirs: pick(replies.theirs) };
  };
  return {
    tool: tool.name,
    definition,
    differences:
      typeof ours === "string" || typeof theirs === "string"
        ? await failures(tool, { ours, theirs }, definition, judge)
        : await differences(tool, { ours, theirs, reason }, definition, judge),
    found: { ours: countOf(ours), theirs: countOf(theirs) },
    cold: number(({ ms }) => ms, cold),
    warm: number(({ ms }) => ms, warm),
    chars: number(({ text }) => text.length, warm),
    isShortened: envelope !== undefined && /Shortened from \d+ to/.test(warm.ours.text),
  };
}

async function askBoth(
  tool: ComparedTool,
  definition: Definition,
  sides: Sides,
  order: readonly SideName[],
  texts: Texts,
) {
  const replies: Partial<Record<SideName, Reply>> = {};
  for (const side of order) replies[side] = await sides[side].call(tool.name, tool[side].input(definition, texts));
  return replies as Record<SideName, Reply>;
}

/** What an answer tells, or the words of its failure. */
function read(findings: () => Finding[], { isError, text }: Reply): Finding[] | string {
  if (isError) return firstLine(text);
  try {
    return findings();
  } catch (error) {
    if (error instanceof SyntaxError) return firstLine(text);
    throw error;
  }
}

const firstLine = (text: string) => text.split("\n")[0]!.slice(0, 200);
const countOf = (read: readonly Finding[] | string) => (typeof read === "string" ? 0 : read.length);

/** One side has no answer at all. */
async function failures(
  tool: ComparedTool,
  read: Record<SideName, Finding[] | string>,
  definition: Definition,
  judge: Judge,
): Promise<Difference[]> {
  const { ours, theirs } = read;
  if (typeof ours === "string" && typeof theirs === "string") return [];
  const failed: SideName = typeof ours === "string" ? "ours" : "theirs";
  const words = (failed === "ours" ? ours : theirs) as string;
  const by: SideName = failed === "ours" ? "theirs" : "ours";
  const { path, line, kind, known } = definition;
  const finding: Finding = { path, line, kind, namePath: (known[by] ?? known[failed])! };
  const difference = { by, ours: undefined, theirs: undefined, [by]: finding } as const;
  if (known[failed] !== undefined) {
    const verdict: Verdict = failed === "ours" ? "ours wrong" : "theirs wrong";
    return [{ ...difference, verdict, why: `the other fails: ${words}` }];
  }
  // It does not know the symbol: whether it should is what the judge says of the symbol.
  const [told] = await differences(
    { ...tool, rule: "definitions" },
    { ours: [], theirs: [], [by]: [finding], reason: undefined },
    definition,
    judge,
  );
  return [{ ...difference, verdict: told!.verdict, why: `${told!.why}; the other: ${words}` }];
}
