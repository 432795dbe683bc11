/** The tools that insert code beside a symbol. */
import { z } from "zod";
import { checkedChange } from "../symbol/checked-change.ts";
import { type Insertion, insertedBeside } from "../symbol/insert-beside.ts";
import { changeAnswer, checkedAnswer, checkField } from "./changed.ts";
import { codeField, pathField } from "./field.ts";
import type { CallContext, Services } from "./service.ts";

/** Input fields of such a tool. */
export const insertionFields = {
  name_path: z.string().min(1).max(1_000).describe("Such as `Cart/total`."),
  path: pathField("The file that defines it."),
  body: codeField("The code to insert.", 200_000).min(1),
  check: checkField,
};

export const INSERTION_ALIASES = {
  name: "name_path",
  symbol: "name_path",
  relative_path: "path",
  file_path: "path",
  content: "body",
  code: "body",
} as const;

/** @throws UserError as `insertedBeside`, `Changes.carryOut`. */
export async function insertBeside(
  { name_path, path, body, check }: { name_path: string; path: string; body: string; check: boolean },
  side: Insertion["side"],
  use: Pick<Services, "project" | "symbols" | "index" | "servers" | "changes"> & CallContext,
) {
  const plan = async () => [await insertedBeside({ namePath: name_path, path, body, side }, use)];
  const carryOut = () => use.changes.carryOut(plan, { signal: use.signal, wantsDiff: check });
  if (check) return checkedAnswer(await checkedChange([path], carryOut, use));
  return { source: "disk" as const, answer: changeAnswer(await carryOut()) };
}
