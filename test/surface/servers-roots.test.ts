/** Projects of languages within one project: where servers are started, and how many. */
import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Scenario } from "../fixture/fake-language-server.ts";
import { installServers } from "../fixture/real-servers.ts";
import { brief, filesAt, REAL, type ServerRow, servedWith } from "../fixture/served-servers.ts";

setDefaultTimeout(90_000);
beforeAll(installServers, 120_000);

const A = "export function add(a: number, b: number): number { return a + b; }\n";
const B = 'import { add } from "./a";\nexport const three = add(1, 2);\n';

test("H103 projects in folders below the root are each served, and the status tells which root each server got", async () => {
  await using waymark = await servedWith({
    files: {
      "web/package.json": '{ "name": "web" }',
      "web/tsconfig.json": '{ "include": ["src"] }',
      "web/src/a.ts": A,
      "web/src/b.ts": B,
      "api/main.py": "from shop import pay\n\npay()\n",
      "api/shop.py": "def pay():\n    return 1\n",
    },
    settings: { servers: REAL, language_servers: { python: ["pyright"], typescript: ["typescript"] } },
  });
  const [web, api] = await Promise.all([waymark.uses("web/src/a.ts", "add"), waymark.uses("api/shop.py", "pay")]);
  expect([brief(web), web.complete]).toEqual([["web/src/b.ts 1:10", "web/src/b.ts 2:22"], true]);
  expect([brief(api), api.complete]).toEqual([["api/main.py 1:18", "api/main.py 3:1"], true]);
  const rows = await waymark.rows();
  const rootOf = (id: string) => rows.find(({ server }) => server === id)?.root;
  expect([rootOf("typescript"), rootOf("pyright")]).toEqual(["web", "."]);
});

test("H104 without a project file, files that use a symbol are found although nobody opened them", async () => {
  await using waymark = await servedWith({
    files: { "a.ts": A, "b.ts": B, "c.ts": B.replace("three", "seven") },
    settings: { servers: { typescript: REAL.typescript } },
  });
  const body = await waymark.uses("a.ts", "add");
  expect(brief(body)).toEqual(["b.ts 1:10", "b.ts 2:22", "c.ts 1:10", "c.ts 2:22"]);
  expect(body).toMatchObject({ source: "server", complete: true });
});

test("H105 ten packages are served by one server", async () => {
  const files: Record<string, string> = {
    "package.json": '{ "workspaces": ["packages/*"] }',
    "package-lock.json": "{}",
  };
  const packages = Array.from({ length: 10 }, (_, at) => `packages/p${at}`);
  for (const one of packages) {
    files[`${one}/package.json`] = `{ "name": "${one.slice(9)}" }`;
    files[`${one}/tsconfig.json`] = "{}";
    files[`${one}/a.ts`] = A;
    files[`${one}/b.ts`] = B;
  }
  await using waymark = await servedWith({ files, settings: { servers: { typescript: REAL.typescript } } });
  const asked = await Promise.all(packages.map((one) => waymark.uses(`${one}/a.ts`, "add")));
  expect(asked.map(brief)).toEqual(packages.map((one) => [`${one}/b.ts 1:10`, `${one}/b.ts 2:22`]));
  const isTypeScript = ({ server }: ServerRow) => server === "typescript";
  expect((await waymark.rows({ language: "typescript" })).filter(isTypeScript)).toMatchObject([
    { root: ".", starts: 1 },
  ]);
});

test("H106 modules side by side are folders of one server; one that comes later is a folder, too", async () => {
  const goMod = (name: string) => `module example.org/${name}\n\ngo 1.22\n`;
  const code = (name: string) => `package ${name}\n\nfunc Serve() int { return 1 }\n\nvar Served = Serve()\n`;
  const range = { start: { line: 4, character: 13 }, end: { line: 4, character: 18 } };
  // It knows of no file but those below the folders that it was given.
  const scenario: Scenario = {
    capabilities: { textDocumentSync: 1, referencesProvider: true },
    below_folders: true,
    replies: { "textDocument/references": { result: [{ uri: "$uri", range }] } },
  };
  await using waymark = await servedWith({
    files: {
      ...{ "svc1/go.mod": goMod("svc1"), "svc2/go.mod": goMod("svc2") },
      ...{ "svc1/one.go": code("svc1"), "svc2/two.go": code("svc2") },
    },
    fakes: { "fake-go": { scenario, spec: { languages: ["go"], roots: [{ any: ["go.mod"] }], many_roots: true } } },
  });
  const asked = async (path: string) => {
    const body = await waymark.uses(path, "Serve");
    expect([brief(body), body.complete]).toEqual([[`${path} 5:14`], true]);
  };
  await asked("svc1/one.go");
  await asked("svc2/two.go");
  const row = async () => (await waymark.rows({ language: "go" })).find(({ server }) => server === "fake-go");
  expect(await row()).toMatchObject({ folders: ["svc1", "svc2"], starts: 1 });
  await filesAt(waymark.root, { "svc3/go.mod": goMod("svc3"), "svc3/three.go": code("svc3") });
  await asked("svc3/three.go");
  expect(await row()).toMatchObject({ folders: ["svc1", "svc2", "svc3"], starts: 2 });
});
