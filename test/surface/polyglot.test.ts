/** A repository in many languages, on a machine that has none of their servers. */
import { expect, test } from "bun:test";
import { servedWith } from "../fixture/served-servers.ts";

const FILES = {
  "web/package.json": '{ "dependencies": { "vue": "3" } }',
  "web/src/a.ts": "export const a = 1;\n",
  "web/src/B.vue": "<template><p>b</p></template>\n",
  "api/main.py": "def main() -> None:\n    pass\n",
  "svc/go.mod": "module svc\n\ngo 1.25\n",
  "svc/main.go": "package main\n\nfunc main() {}\n",
  "db/schema.sql": "create table cart (id int);\n",
  "Dockerfile.dev": "FROM scratch\n",
  "deploy/app.yaml": "kind: Deployment\n",
  "chart/Chart.yaml": "name: shop\n",
  "chart/templates/service.yaml": "kind: Service\n",
  "infra/main.tf": 'variable "a" {}\n',
  "shop.robot": "*** Test Cases ***\n",
};

test("each language names the servers that would answer for it and how they are had, and no others", async () => {
  await using waymark = await servedWith({ files: FILES, env: { PATH: "/nowhere" } });
  const rows = await waymark.rows();
  expect(rows.every(({ state, remedy }) => state === "not_found" && remedy !== undefined)).toBe(true);
  const ids = rows.map(({ server }) => server);
  expect(ids).toEqual(
    expect.arrayContaining([
      ...["typescript-vue", "typescript", "basedpyright", "gopls", "sqls", "dockerfile-language-server"],
      ...["helm-ls", "yaml-language-server", "terraform-ls", "robotcode"],
    ]),
  );
  // Neither those that only check, nor those for projects that this is not.
  for (const id of ["biome", "ruff", "deno", "typescript-svelte", "flow", "tflint", "mdx-language-server"])
    expect(ids).not.toContain(id);
  const remedyOf = (id: string) => rows.find(({ server }) => server === id)?.remedy;
  expect(remedyOf("gopls")).toContain("waymark install go");
  expect(remedyOf("robotcode")).toContain("trust: true");
});

test("a search by name is whole without them where no language needs them, and says nothing of files that none outlines", async () => {
  await using waymark = await servedWith({ files: { ...FILES, "notes.sql": "main\n" }, env: { PATH: "/nowhere" } });
  await waymark.warm("api/main.py");
  const found = await waymark.call<{ symbols: { path: string }[] }>("find_symbol", { name_path: "main" });
  expect(found.answer.symbols.map(({ path }) => path).sort()).toEqual(["api/main.py", "svc/main.go"]);
  expect([found.complete ?? true, found.reason]).toEqual([true, undefined]);
  const outline = await waymark.call("get_symbols_overview", { path: "db/schema.sql" });
  expect(outline).toMatchObject({ code: "unavailable", detail: expect.stringContaining("sqls: ") });
});
