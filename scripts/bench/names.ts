/** How long `search_symbol` takes over many symbols: `bun scripts/bench/names.ts [symbols]`. Prints a line of JSON. */
import { testApp } from "../../test/fixture/app.ts";

const SYMBOLS = Number(process.argv[2] ?? 50_000);
const PER_FILE = 100;
const ROUNDS = 20;
const WORDS = ["get", "set", "find", "cart", "order", "user", "Index", "Symbol", "File", "Overview", "Price", "Total"];
const QUERIES = [
  "getCartTotal12",
  "findUser",
  "gCT",
  "fos",
  "Overview77",
  "PriceIndex",
  "fnidOrderTotal9",
  "Cart/tot",
  "user",
  "nothingLikeThisAtAll",
];

const word = (n: number) => WORDS[n % WORDS.length]!;
const name = (n: number) => `${word(n)}${word(n >> 2)}${word(n >> 4)}${n}`;
const files = Object.fromEntries(
  Array.from({ length: Math.ceil(SYMBOLS / PER_FILE) }, (_, file) => [
    `src/part${file % 40}/file${file}.ts`,
    Array.from({ length: PER_FILE }, (_, n) => `export function ${name(file * PER_FILE + n)}() {}\n`).join(""),
  ]),
);

await using shop = await testApp({ files });
const project = await shop.app.projects.at(shop.project);
await shop.app.indexOf(project).whole(AbortSignal.timeout(300_000));
const ask = async (query: string) => {
  const startedAt = performance.now();
  const response = await shop.post("/tools/search_symbol", { query });
  const { total } = (await response.json()) as { total: number };
  return { milliseconds: performance.now() - startedAt, total };
};
const first = await ask(QUERIES[0]!);
const rows = [];
const all: number[] = [];
for (const query of QUERIES) {
  const times: number[] = [];
  let total = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { milliseconds, total: found } = await ask(query);
    times.push(milliseconds);
    total = found;
  }
  all.push(...times);
  rows.push({ query, total, p50_ms: quantile(times, 0.5), p95_ms: quantile(times, 0.95) });
}
console.table(rows);
console.log(
  JSON.stringify({
    symbols: SYMBOLS,
    first_ms: Math.round(first.milliseconds),
    p50_ms: quantile(all, 0.5),
    p95_ms: quantile(all, 0.95),
  }),
);

function quantile(values: readonly number[], at: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))]! * 10) / 10;
}
