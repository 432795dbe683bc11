/** How many blank lines stand between declarations: as the file has it, else as its language does. */
import type { SymbolKind } from "../syntax/kind.ts";
import type { TreeSymbol } from "../syntax/tree.ts";
import { isBlank } from "./line-place.ts";
import type { FileSymbols } from "./symbols.ts";
import { type Siblings, type Unit, unitOf } from "./unit.ts";

/** Two things that stand below each other with nothing between them; it matters how many of them are of one line. */
interface Pair {
  gap: number;
  lines: number;
  kinds: readonly SymbolKind[];
}

/** Members of data, which stand close. */
const CLOSE: ReadonlySet<SymbolKind> = new Set(["element", "enum_member", "key"]);

export class Gaps {
  readonly #file: FileSymbols;
  readonly #own: readonly Pair[];
  readonly #alike: () => readonly Pair[];
  readonly #fallback: number;

  /**
   * @param groups of the file.
   * @param here the group that grows.
   * @param atTop blank lines between declarations at the top of a file of this language.
   */
  constructor(file: FileSymbols, groups: readonly Siblings[], here: Siblings, atTop: number) {
    this.#file = file;
    this.#own = this.#pairs(here);
    this.#alike = () =>
      here.around
        ? groups.filter(({ around }) => around?.kind === here.around!.kind).flatMap((one) => this.#pairs(one))
        : [];
    this.#fallback = here.symbols.every(({ kind }) => CLOSE.has(kind)) ? 0 : here.around ? 1 : atTop;
  }

  /**
   * @param kind of the symbol that the code comes to stand beside.
   * @param isLine whether the one is of one line, and `isOtherLine` whether the other is.
   */
  between(kind: SymbolKind, isLine: boolean, isOtherLine: boolean): number {
    const lines = Number(isLine) + Number(isOtherLine);
    const isKind = (one: SymbolKind) => one === kind;
    const alike = (pairs: readonly Pair[]) => mostCommon(pairs.filter((pair) => pair.lines === lines));
    const ofKind = this.#own.filter(({ kinds }) => kinds.every(isKind));
    return alike(ofKind) ?? alike(this.#own) ?? alike(this.#alike()) ?? (lines === 2 ? 0 : this.#fallback);
  }

  isLine({ start, end }: Unit["span"]): boolean {
    return !/[\r\n]/.test(this.#file.tree.text.slice(start, end));
  }

  #pairs({ symbols }: Siblings): Pair[] {
    const units = symbols.map((symbol: TreeSymbol) => unitOf(symbol, this.#file));
    return units.slice(1).flatMap((unit, at) => {
      const gap = blanksBetween(this.#file.tree.text, units[at]!, unit);
      return gap === undefined
        ? []
        : [
            {
              gap,
              lines: Number(this.isLine(units[at]!.span)) + Number(this.isLine(unit.span)),
              kinds: [units[at]!.symbol.kind, unit.symbol.kind],
            },
          ];
    });
  }
}

/** Undefined where something stands between them, or they share a line. */
export function blanksBetween(text: string, { span: { end } }: Unit, { span: { start } }: Unit): number | undefined {
  const between = text.slice(end, start);
  const ends = between.match(/\r\n|\n|\r/g)?.length ?? 0;
  return end <= start && isBlank(between) && ends > 0 ? ends - 1 : undefined;
}

/** Of several as common the largest. */
function mostCommon(pairs: readonly Pair[]): number | undefined {
  const groups = [...Map.groupBy(pairs, ({ gap }) => gap)];
  return groups.sort(([a, as], [b, bs]) => bs.length - as.length || b - a)[0]?.[0];
}
