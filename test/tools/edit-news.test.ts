/** What a tool wrote is known at once: to the index, and to the language server. */
import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { installServers } from "../fixture/real-servers.ts";
import { appWith, REAL } from "../fixture/served-servers.ts";

setDefaultTimeout(90_000);
beforeAll(installServers, 120_000);

test("a symbol that was just written is found by name, and its use by the server, each time", async () => {
  const settings = { servers: { typescript: REAL.typescript }, language_servers: { typescript: ["typescript"] } };
  const tsconfig = '{ "compilerOptions": { "strict": true, "noLib": true, "types": [] } }';
  await using waymark = await appWith({ files: { "tsconfig.json": tsconfig, "a.ts": "export {};\n" }, settings });
  for (let round = 0; round < 10; round++) {
    const name = `added${round}`;
    const text = `export function ${name}(): number {\n  return ${round};\n}\n`;
    await waymark.call("replace_content", {
      path: "a.ts",
      needle: "export {};\n",
      replacement: `export {};\n${text}`,
      mode: "literal",
    });
    await waymark.call("create_text_file", {
      path: `use-${round}.ts`,
      content: `import { ${name} } from "./a";\nexport const x${round} = ${name}();\n`,
    });
    const found = await waymark.call<{ symbols: { path: string }[] }>("find_symbol", { name_path: name });
    expect([round, found.complete !== false, found.answer.symbols.map(({ path }) => path)]).toEqual([
      round,
      true,
      ["a.ts"],
    ]);
    const uses = await waymark.call<{ places: { path: string; line: number }[] }>("find_referencing_symbols", {
      path: "a.ts",
      name_path: name,
    });
    const places = uses.answer.places.map(({ path, line }) => `${path}:${line}`);
    expect([round, uses.source, places]).toEqual([round, "server", [`use-${round}.ts:1`, `use-${round}.ts:2`]]);
  }
  const undone = await waymark.call<{ undone: string }>("undo_change", {});
  expect(undone.answer.undone).toBe("c20");
  const gone = await waymark.call<{ places: unknown[] }>("find_referencing_symbols", {
    path: "a.ts",
    name_path: "added9",
  });
  expect(gone).toMatchObject({ total: 0 });
});
