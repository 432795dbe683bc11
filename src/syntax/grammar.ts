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

/** The parser's runtime for other threads: those that share it compile its code to machine code once between them. */
export async function compiledRuntime(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(new Uint8Array(await unpacked(RUNTIME)));
}

/** Has this thread use a runtime that another one compiled; to be called before anything is parsed. */
export function awaitRuntime(compiled: Promise<WebAssembly.Module>): void {
  runtime = compiled.then((module) => Parser.init({ instantiateWasm: instantiating(module) }));
  runtime.catch(() => undefined); // whoever wants to parse hears of it
}

function instantiating(module: WebAssembly.Module) {
  return (
    imports: Bun.WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => {
    done(new WebAssembly.Instance(module, imports), module);
    return {};
  };
}

function loadRuntime(): Promise<void> {
  runtime ??= unpacked(RUNTIME).then((wasmBinary) => Parser.init({ wasmBinary }));
  return runtime;
}

async function unpacked(path: string): Promise<Uint8Array> {
  const bytes = await Bun.file(path).bytes();
  return ZSTD.every((byte, at) => bytes[at] === byte) ? Bun.zstdDecompress(bytes) : bytes;
}
