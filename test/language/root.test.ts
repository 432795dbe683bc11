import { describe, expect, test } from "bun:test";
import { LANGUAGES, SERVERS } from "../../src/language/_builtin.gen.ts";
import { Catalog } from "../../src/language/catalog.ts";
import { type FileView, plansFor, rootOf } from "../../src/language/root.ts";
import { type ServerSpec, serverSchema } from "../../src/language/server-spec.ts";
import { Servers } from "../../src/language/servers.ts";

const servers = new Servers(SERVERS, new Catalog(LANGUAGES));
const server = (id: string) => servers.named(id)!;

/** A view of files by path; what a marker says matters only for some. */
function view(files: readonly string[] | Record<string, string>): FileView {
  const texts = Array.isArray(files)
    ? Object.fromEntries(files.map((path) => [path, ""]))
    : (files as Record<string, string>);
  const entries = Map.groupBy(
    Object.keys(texts).flatMap((path) => {
      const parts = path.split("/");
      return parts.map((name, depth) => ({ folder: parts.slice(0, depth).join("/"), name }));
    }),
    ({ folder }) => folder,
  );
  return {
    names: (folder) => [...new Set(entries.get(folder)?.map(({ name }) => name))],
    text: (path) => texts[path],
  };
}

const root = (spec: ServerSpec, path: string, files: readonly string[] | Record<string, string>) =>
  rootOf(spec, path, view(files));

describe("H103: a project of a language in a sub-folder", () => {
  const files = ["web/package.json", "web/tsconfig.json", "web/src/a.ts", "web/src/b.ts", "api/main.py"];

  test("is the root of its server, and another language has its own", () => {
    expect(root(server("typescript"), "web/src/a.ts", files)).toEqual({
      folder: "web",
      marker: "package.json",
      isWhole: true,
    });
    expect(root(server("pyright"), "api/main.py", files)).toEqual({ folder: "", marker: undefined, isWhole: true });
    expect(plansFor(server("typescript"), ["web/src/a.ts", "web/src/b.ts"], view(files))).toEqual([
      { folder: "web", folders: ["web"] },
    ]);
  });
});

test("H104: without a project file the root is the project's, and the server sees open files only", () => {
  const files = ["a.ts", "b.ts", "sub/c.ts"];
  for (const id of ["typescript", "typescript-language-server"])
    for (const path of files)
      expect(root(server(id), path, files)).toEqual({ folder: "", marker: undefined, isWhole: false });
  expect(root(server("clangd"), "a.c", ["a.c", "compile_flags.txt"])).toMatchObject({ isWhole: false });
  expect(root(server("clangd"), "src/a.c", ["src/a.c", "build/compile_commands.json"])).toMatchObject({
    folder: "",
    isWhole: true,
  });
});

test("H105: ten packages with a lock file above them have one root", () => {
  const packages = Array.from({ length: 10 }, (_, index) => `packages/p${index}`);
  const files = [
    "package-lock.json",
    ...packages.flatMap((folder) => [`${folder}/tsconfig.json`, `${folder}/package.json`, `${folder}/src/a.ts`]),
  ];
  const sources = packages.map((folder) => `${folder}/src/a.ts`);
  expect(plansFor(server("typescript"), sources, view(files))).toEqual([{ folder: "", folders: [""] }]);
});

test("H105: ten packages without anything above them are folders of one process", () => {
  const packages = Array.from({ length: 10 }, (_, index) => `packages/p${index}`);
  const files = packages.flatMap((folder) => [`${folder}/tsconfig.json`, `${folder}/package.json`, `${folder}/a.ts`]);
  const plans = plansFor(
    server("typescript"),
    packages.map((folder) => `${folder}/a.ts`),
    view(files),
  );
  expect(plans).toEqual([{ folder: "packages", folders: packages }]);
});

describe("H106: two modules side by side", () => {
  const sources = ["svc1/main.go", "svc1/lib/a.go", "svc2/main.go"];

  test("are folders of one process", () => {
    const files = ["svc1/go.mod", "svc2/go.mod", ...sources];
    expect(plansFor(server("gopls"), sources, view(files))).toEqual([{ folder: "", folders: ["svc1", "svc2"] }]);
  });

  test("are one folder below a go.work", () => {
    const files = ["go.work", "svc1/go.mod", "svc2/go.mod", ...sources];
    expect(plansFor(server("gopls"), sources, view(files))).toEqual([{ folder: "", folders: [""] }]);
  });

  test("have a process each where the server takes one root", () => {
    const single = { ...server("gopls"), many_roots: false };
    const files = ["svc1/go.mod", "svc2/go.mod", ...sources];
    expect(plansFor(single, sources, view(files))).toEqual([
      { folder: "svc1", folders: ["svc1"] },
      { folder: "svc2", folders: ["svc2"] },
    ]);
  });
});

describe("a Cargo workspace", () => {
  const files = {
    "Cargo.toml":
      '[workspace]\nmembers = ["crates/*"]\nresolver = "3"\nexclude = ["fuzz", \'./tools/x/\']\n\n[profile.dev]\n',
    "crates/a/Cargo.toml": '[package]\nname = "a"\nexclude = ["x"]\n',
    "fuzz/Cargo.toml": '[package]\nname = "fuzz"\n',
    "tools/x/Cargo.toml": '[package]\nname = "x"\n',
    "crates/a/src/lib.rs": "",
  };
  test.each([
    ["a member belongs to the workspace", "crates/a/src/lib.rs", ""],
    ["one that the workspace excludes stands for itself", "fuzz/src/main.rs", "fuzz"],
    ["so does one that is named with dots and slashes", "tools/x/src/main.rs", "tools/x"],
  ])("%s", (_, path, folder) => {
    expect(root(server("rust-analyzer"), path, files)).toMatchObject({ folder, marker: "Cargo.toml" });
  });

  test("a package that is no workspace is its own root", () => {
    const lone = { "Cargo.toml": '[package]\nname = "a"\n', "sub/Cargo.toml": '[package]\nname = "b"\n' };
    expect(root(server("rust-analyzer"), "sub/src/lib.rs", lone)).toMatchObject({ folder: "sub" });
    expect(root(server("rust-analyzer"), "src/lib.rs", lone)).toMatchObject({ folder: "" });
  });
});

describe("a project of another server's kind", () => {
  const deno = ["deno.json", "package.json", "tsconfig.json"];

  test("is not given to this server, wherever in it the file lies", () => {
    expect(root(server("typescript"), "src/a.ts", deno)).toMatchObject({ notFor: "deno.json" });
    expect(root(server("typescript"), "edge/a.ts", ["package-lock.json", "edge/deno.json"])).toMatchObject({
      notFor: "edge/deno.json",
    });
    expect(plansFor(server("typescript"), ["src/a.ts"], view(deno))).toEqual([]);
  });

  test("above a project of this server's does not matter", () => {
    expect(root(server("typescript"), "web/a.ts", ["deno.json", "web/package.json"])).toMatchObject({ folder: "web" });
  });
});

test("a marker may be a path, or any name with an end; groups count in their order", () => {
  const spec = serverSchema.parse({
    id: "x",
    name: "x",
    languages: ["go"],
    command: ["x"],
    roots: [{ any: ["*.sln"] }, { any: ["conf/x.toml"] }],
  });
  expect(root(spec, "a/b/c.go", ["a/b/conf/x.toml", "a/My.sln", "a/b/c.go"])).toMatchObject({
    folder: "a",
    marker: "My.sln",
  });
  expect(root(spec, "a/b/c.go", ["a/b/conf/x.toml"])).toMatchObject({ folder: "a/b", marker: "conf/x.toml" });
});

describe("a server that is only for projects of its kind", () => {
  test("is given nothing elsewhere, and says what would make it such a project", () => {
    const files = {
      "package.json": "{}",
      "a.ts": "",
      "web/package.json": '{"dependencies": {"vue": "3"}}',
      "web/b.ts": "",
    };
    expect(root(server("deno"), "a.ts", files)).toMatchObject({
      notFor: "deno.json, deno.jsonc, deno.lock",
      why: "it is only for projects that have one of these",
    });
    expect(plansFor(server("typescript-vue"), ["a.ts", "web/b.ts"], view(files))).toEqual([
      { folder: "web", folders: ["web"] },
    ]);
    expect(root(server("deno"), "edge/a.ts", [...Object.keys(files), "edge/deno.json"])).toMatchObject({
      folder: "edge",
      marker: "deno.json",
    });
  });
});
