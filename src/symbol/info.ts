/** What language servers say of symbols, as an editor shows it under the pointer: types and documentation. */
import { Unavailable, UserError } from "../base/error.ts";
import { hover } from "../lsp/request.ts";
import type { SymbolTree, TreeSymbol } from "../syntax/tree.ts";
import { shortenedInfo } from "./hover-info.ts";
import { askAtSpot, type ServerServices, type Spot } from "./server-question.ts";

/** How long all of it may take, in milliseconds: what is not known by then is left out. */
const BUDGET_MS = 5_000;

/** Symbols that are asked about. */
const MOST_ASKED = 30;

const AT_ONCE = 4;

/** A symbol that is looked at in its file as that is at the time. */
export interface Described {
  path: string;
  inFile(): Promise<{ tree: SymbolTree; symbol: TreeSymbol }>;
}

export interface Infos {
  /** One for each symbol, in their order; undefined where a server has nothing to say, or was not heard. */
  infos: (string | undefined)[];
  /** Why some were not heard. */
  reason: string | undefined;
}

/** @throws nothing but the signal's reason and faults of ours: what servers do not answer is left out. */
export async function infosOf(
  symbols: readonly Described[],
  use: ServerServices,
  budgetMs = BUDGET_MS,
): Promise<Infos> {
  const infos: (string | undefined)[] = symbols.map(() => undefined);
  const over = AbortSignal.timeout(budgetMs);
  const within = { ...use, signal: AbortSignal.any([use.signal, over]) };
  let [unheard, why] = [Math.max(0, symbols.length - MOST_ASKED), ""];
  const queue = [...symbols.slice(0, MOST_ASKED).entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [at, symbol] = next;
      try {
        infos[at] = await infoOf(symbol, within);
      } catch (error) {
        use.signal.throwIfAborted();
        if (!over.aborted && !(error instanceof Unavailable) && !(error instanceof UserError)) throw error;
        unheard++;
        why ||= over.aborted ? `no language server said it within ${budgetMs / 1_000} s` : (error as Error).message;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (unheard === 0) return { infos, reason: undefined };
  return { infos, reason: `info of ${unheard} symbols is left out: ${why || `${MOST_ASKED} are asked about at most`}` };
}

async function infoOf({ path, inFile }: Described, use: ServerServices): Promise<string | undefined> {
  const locate = async (): Promise<Spot> => {
    const { tree, symbol } = await inFile();
    return { text: tree.text, position: tree.position(symbol.nameSpan.start) };
  };
  const { value } = await askAtSpot(
    { path, method: hover.method, isWide: true, locate },
    ({ server, at, signal }) => server.client.request(hover, at, signal),
    use,
  );
  return value && shortenedInfo(value.text);
}
