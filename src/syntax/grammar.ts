/** Grammars and the parser's runtime: WebAssembly, compressed in the executable, loaded when first needed. */
import { Language, Parser } from "web-tree-sitter";
import { GRAMMARS, RUNTIME } from "./_grammars.gen.ts";

/** First bytes of what `scripts/build.ts` compressed. */
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];

const grammars = new Map<string, Promise<Language>>();
let runtime: Promise<void> | undefined;

/**
 * The grammar of a name in `resources/grammars.yaml`.
 * @throws Error when there is none, or when it does not load.
 */
export function grammarNamed(name: string): Promise<Language> {
  const known = grammars.get(name);
  if (known) return known;
  const file = GRAMMARS[name];
  if (!file) throw new Error(`There is no grammar "${name}".`);
  const loaded = loadRuntime().then(async () => Language.load(await unpacked(file)));
  grammars.set(name, loaded);
  return loaded;
}

function loadRuntime(): Promise<void> {
  runtime ??= unpacked(RUNTIME).then((wasmBinary) => Parser.init({ wasmBinary }));
  return runtime;
}

async function unpacked(path: string): Promise<Uint8Array> {
  const bytes = await Bun.file(path).bytes();
  return ZSTD.every((byte, at) => bytes[at] === byte) ? Bun.zstdDecompress(bytes) : bytes;
}
