/** Why two outlines differ: the known reasons, as data. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Difference, SIDES } from "./outline-compare.ts";

const pattern = z.string().transform((source) => new RegExp(source, "su"));

const classSchema = z.strictObject({
  /** The reason, as a reader of the table sees it. */
  says: z.string().min(1),
  side: z.enum(SIDES),
  /** All when left out. */
  languages: z.array(z.string()).optional(),
  /** Ids; all when left out. */
  servers: z.array(z.string()).optional(),
  /** Fact -> what it must match. */
  where: z.record(z.string(), pattern),
});

export type DifferenceClass = z.output<typeof classSchema>;

/** @throws ZodError for a file that does not fit. */
export function readClasses(): DifferenceClass[] {
  const raw = Bun.YAML.parse(readFileSync(join(import.meta.dir, "outline-classes.yaml"), "utf8"));
  return z.array(classSchema).parse(raw);
}

/** The first class that explains a difference. @throws Error for a rule about a fact that such differences do not have. */
export function classOf(
  { side, facts }: Difference,
  language: string,
  server: string,
  classes: readonly DifferenceClass[],
): DifferenceClass | undefined {
  return classes.find((one) => {
    if (one.side !== side) return false;
    if (one.languages && !one.languages.includes(language)) return false;
    if (one.servers && !one.servers.includes(server)) return false;
    return Object.entries(one.where).every(([fact, wanted]) => wanted.test(factNamed(fact, facts, one.says)));
  });
}

function factNamed(name: string, facts: Difference["facts"], says: string): string {
  const fact = facts[name];
  if (fact !== undefined) return fact;
  throw new Error(`The class "${says}" asks for the fact "${name}"; there are ${Object.keys(facts).join(", ")}.`);
}
