import { expect, test } from "bun:test";
import { importNames } from "../../src/index/import-names.ts";
import { ProjectPaths } from "../../src/index/project-paths.ts";
import { type Definers, ImportResolver, importRule } from "../../src/index/resolve-import.ts";
import { MANIFEST_KINDS } from "../../src/language/spec.ts";
import { CATALOG } from "../fixture/project.ts";

/** What an import means in a project of these files: `path` or `path, path`, `(module)` outside, `?` unknown. */
async function resolverOf(files: readonly string[], texts: Record<string, string> = {}, definers?: Definers) {
  const paths = new ProjectPaths([...files, ...Object.keys(texts)].sort());
  const names = await importNames(paths, { textIfFile: async (path) => texts[path] }, new Set(MANIFEST_KINDS));
  const resolver = new ImportResolver(CATALOG, paths, names, definers);
  return (from: string, source: string, ...imported: string[]) => {
    const language = CATALOG.of(from)!.id;
    const resolution = resolver.resolve({ from, language, source, names: imported });
    if (resolution.state === "outside") return `(${resolution.module})`;
    if (resolution.state === "unknown") return "?";
    return (resolution.isAmbiguous ? "one of " : "") + resolution.paths.join(", ");
  };
}

test("TypeScript: relative paths, written suffixes that stand for others, index files", async () => {
  const to = await resolverOf([
    "src/a.ts",
    "src/b.tsx",
    "src/c/index.ts",
    "src/d.js",
    "src/e.vue",
    "src/g.d.ts",
    "f.json",
  ]);
  expect(to("src/a.ts", "./b")).toBe("src/b.tsx");
  expect(to("src/a.ts", "./b.js")).toBe("src/b.tsx");
  expect(to("src/a.ts", "./d.js")).toBe("src/d.js");
  expect(to("src/a.ts", "./c")).toBe("src/c/index.ts");
  expect(to("src/c/index.ts", "..")).toBe("?");
  expect(to("src/c/index.ts", "../a.ts")).toBe("src/a.ts");
  expect(to("src/c/index.ts", ".")).toBe("src/c/index.ts");
  expect(to("src/e.vue", "../f.json")).toBe("f.json");
  expect(to("src/a.ts", "./g")).toBe("src/g.d.ts");
  expect(to("src/a.ts", "./gone")).toBe("?");
  expect(to("src/a.ts", "../../above")).toBe("?");
  expect(to("src/a.ts", "node:fs")).toBe("(node:fs)");
  expect(to("src/a.ts", "@scope/pkg/deep")).toBe("(@scope/pkg)");
  expect(to("src/a.ts", "lodash/fp")).toBe("(lodash)");
});

test("TypeScript: aliases of the nearest tsconfig, packages of the workspace, imports of package.json and deno.json", async () => {
  const to = await resolverOf(
    [
      "web/src/lib/x.ts",
      "web/src/a.ts",
      "api/src/lib/x.ts",
      "api/src/a.ts",
      "pkg/ui/src/index.ts",
      "pkg/ui/src/button.tsx",
      "std/fs/mod.ts",
      "std/fs/copy.ts",
    ],
    {
      "web/tsconfig.base.json": '{ "compilerOptions": { "baseUrl": "." } }',
      "web/tsconfig.json":
        '{ // comments are allowed\n "extends": "./tsconfig.base.json", "compilerOptions": { "paths": { "@/*": ["./src/*"], }, }, }',
      "api/package.json": '{ "imports": { "#lib/*": "./src/lib/*.ts" } }',
      "pkg/ui/package.json":
        '{ "name": "@shop/ui", "exports": { ".": { "import": "./dist/index.js" }, "./button": "./dist/button.js" } }',
      "std/fs/deno.json": '{ "name": "@std/fs", "exports": { ".": "./mod.ts", "./copy": "./copy.ts" } }',
      "broken/package.json": "{",
    },
  );
  expect(to("web/src/a.ts", "@/lib/x")).toBe("web/src/lib/x.ts");
  expect(to("web/src/a.ts", "src/lib/x")).toBe("web/src/lib/x.ts");
  expect(to("api/src/a.ts", "@/lib/x")).toBe("?");
  expect(to("api/src/a.ts", "#lib/x")).toBe("api/src/lib/x.ts");
  expect(to("api/src/a.ts", "@shop/ui")).toBe("pkg/ui/src/index.ts");
  expect(to("api/src/a.ts", "@shop/ui/button")).toBe("pkg/ui/src/button.tsx");
  expect(to("api/src/a.ts", "@std/fs/copy")).toBe("std/fs/copy.ts");
});

test("Python: dots, packages, modules among the names, source layouts", async () => {
  const to = await resolverOf([
    "src/shop/__init__.py",
    "src/shop/cart.py",
    "src/shop/db/__init__.py",
    "src/shop/db/row.py",
    "tools/run.py",
    "tools/helper.py",
    "tools/os.py",
    "tests/test_cart.py",
  ]);
  expect(to("src/shop/cart.py", ".db", "row", "Row")).toBe("src/shop/db/row.py, src/shop/db/__init__.py");
  expect(to("src/shop/db/row.py", "..cart", "Cart")).toBe("src/shop/cart.py");
  expect(to("src/shop/db/row.py", "..", "cart")).toBe("src/shop/cart.py");
  expect(to("src/shop/cart.py", ".", "Shop")).toBe("src/shop/__init__.py");
  expect(to("tests/test_cart.py", "shop.cart", "Cart")).toBe("src/shop/cart.py");
  expect(to("tests/test_cart.py", "shop")).toBe("src/shop/__init__.py");
  expect(to("tests/test_cart.py", "shop.gone")).toBe("?");
  expect(to("tools/run.py", "helper")).toBe("tools/helper.py");
  expect(to("tests/test_cart.py", "os")).toBe("(os)");
  expect(to("tests/test_cart.py", "flask.views", "View")).toBe("(flask)");
});

test("H106 Go: a package is the files of its folder, by the module of either go.mod", async () => {
  const to = await resolverOf(
    ["svc1/main.go", "svc1/store/a.go", "svc1/store/b.go", "svc1/store/a_test.go", "svc2/main.go"],
    {
      "svc1/go.mod": "module example.org/svc1\n\ngo 1.22\n",
      "svc2/go.mod": "module example.org/svc2\n",
    },
  );
  expect(to("svc1/main.go", "example.org/svc1/store")).toBe("svc1/store/a.go, svc1/store/b.go");
  expect(to("svc2/main.go", "example.org/svc1/store")).toBe("svc1/store/a.go, svc1/store/b.go");
  expect(to("svc1/main.go", "net/http")).toBe("(net/http)");
});

test("Rust: modules, paths from the crate, self and super, other crates of the workspace", async () => {
  const to = await resolverOf(
    [
      "core/src/lib.rs",
      "core/src/cart.rs",
      "core/src/cart/line.rs",
      "core/src/db/mod.rs",
      "core/src/db/row.rs",
      "cli/src/main.rs",
      "core/tests/all.rs",
      "core/tests/common/mod.rs",
    ],
    { "core/Cargo.toml": '[package]\nname = "shop-core"\n', "cli/Cargo.toml": '[package]\nname = "cli"\n' },
  );
  expect(to("core/src/lib.rs", "cart")).toBe("core/src/cart.rs");
  expect(to("core/src/cart.rs", "line")).toBe("core/src/cart/line.rs");
  expect(to("core/src/cart/line.rs", "super", "Cart")).toBe("core/src/cart.rs");
  expect(to("core/src/cart/line.rs", "crate::db", "row::Row", "Db")).toBe("core/src/db/row.rs, core/src/db/mod.rs");
  expect(to("core/src/db/row.rs", "super::super::cart", "Cart")).toBe("core/src/cart.rs");
  expect(to("cli/src/main.rs", "shop_core::cart", "Cart")).toBe("core/src/cart.rs");
  expect(to("core/tests/all.rs", "common")).toBe("core/tests/common/mod.rs");
  expect(to("core/tests/all.rs", "shop_core", "Cart")).toBe("core/src/lib.rs");
  expect(to("core/src/cart.rs", "super")).toBe("core/src/cart.rs");
  expect(to("core/src/lib.rs", "super", "Cart")).toBe("core/src/lib.rs");
  expect(to("core/src/cart.rs", "self::Kind")).toBe("core/src/cart.rs");
  expect(to("core/src/cart.rs", "Kind", "Red")).toBe("core/src/cart.rs");
  expect(to("cli/src/main.rs", "serde::de", "Visitor")).toBe("(serde)");
  expect(to("cli/src/main.rs", "std::io")).toBe("(std)");
});

test("Java and Kotlin: classes by package, inner classes, whole packages, functions of a package", async () => {
  const files = [
    "app/src/main/java/org/shop/Cart.java",
    "app/src/main/java/org/shop/util/Money.java",
    "app/src/main/kotlin/org/shop/tool/helpers.kt",
    "app/src/main/kotlin/org/shop/tool/other.kt",
  ];
  const definers: Definers = { ofModule: () => [], ofName: (name) => (name === "round" ? [files[2]!] : []) };
  const to = await resolverOf(files, {}, definers);
  const from = files[0]!;
  expect(to(from, "org.shop.util.Money", "Money")).toBe(files[1]!);
  expect(to(from, "org.shop.util.Money.Unit", "Unit")).toBe(files[1]!);
  expect(to(from, "org.shop.util")).toBe(files[1]!);
  expect(to(from, "org.shop.tool.round", "round")).toBe(files[2]!);
  expect(to(from, "org.shop.tool.missing", "missing")).toBe("?");
  expect(to(from, "java.util.List", "List")).toBe("(java.util)");
  expect(to(from, "org.junit.Assert", "Assert")).toBe("(org.junit)");
});

test("C and C++: beside the file, in include folders, by a unique end; several are all said", async () => {
  const to = await resolverOf([
    "src/cart.cc",
    "src/cart.h",
    "include/shop/cart.h",
    "lib/x/deep/y.hpp",
    "p/util.h",
    "q/util.h",
    "r/main.c",
  ]);
  expect(to("src/cart.cc", "cart.h")).toBe("src/cart.h");
  expect(to("src/cart.cc", "shop/cart.h")).toBe("include/shop/cart.h");
  expect(to("src/cart.cc", "deep/y.hpp")).toBe("lib/x/deep/y.hpp");
  expect(to("r/main.c", "util.h")).toBe("one of p/util.h, q/util.h");
  expect(to("r/main.c", "stdio.h")).toBe("(stdio.h)");
});

test("C#, Elixir: names of modules are found where they are declared", async () => {
  const declared: Record<string, string[]> = {
    "Shop.Inner": ["a.cs", "b.cs"],
    "My.Cart": ["lib/cart.ex"],
    "My.Order": ["lib/order.ex"],
  };
  const definers: Definers = { ofModule: (_, __, name) => declared[name] ?? [], ofName: () => [] };
  const to = await resolverOf(["a.cs", "b.cs", "c.cs", "lib/cart.ex", "lib/order.ex", "lib/web.ex"], {}, definers);
  expect(to("c.cs", "Shop.Inner")).toBe("a.cs, b.cs");
  expect(to("c.cs", "System.Text.Json")).toBe("(System.Text)");
  expect(to("lib/web.ex", "My", "Cart", "Order")).toBe("lib/cart.ex, lib/order.ex");
  expect(to("lib/web.ex", "Phoenix.Router")).toBe("(Phoenix)");
});

test("PHP, Ruby, Lua, Dart, Swift, shell, style sheets and Haskell", async () => {
  const to = await resolverOf(
    [
      "app/Http/Kernel.php",
      "app/boot.php",
      "lib/shop.rb",
      "lib/shop/cart.rb",
      "lua/lazy/core/init.lua",
      "lua/lazy/util.lua",
      "lib/src/cart.dart",
      "lib/main.dart",
      "Source/A.swift",
      "Source/B.swift",
      "Tests/T.swift",
      "bin/run.sh",
      "bin/lib/common.sh",
      "css/_mixins.scss",
      "css/main.scss",
      "css/parts/_index.scss",
      "src/Data/Shop.hs",
      "src/Main.hs",
    ],
    {
      "composer.json": '{ "autoload": { "psr-4": { "App\\\\": "app/" } } }',
      "pubspec.yaml": "name: shop\n",
      "Package.swift":
        'let package = Package(targets: [.target(name: "Shop", path: "Source", resources: [.process("x")])])',
    },
  );
  expect(to("app/boot.php", "App\\Http\\Kernel")).toBe("app/Http/Kernel.php");
  expect(to("app/boot.php", "/Http/Kernel.php")).toBe("app/Http/Kernel.php");
  expect(to("app/boot.php", "Psr\\Log\\LoggerInterface")).toBe("(Psr)");
  expect(to("lib/shop.rb", "shop/cart")).toBe("lib/shop/cart.rb");
  expect(to("lib/shop/cart.rb", "../shop")).toBe("lib/shop.rb");
  expect(to("lib/shop.rb", "json")).toBe("(json)");
  expect(to("lua/lazy/util.lua", "lazy.core")).toBe("lua/lazy/core/init.lua");
  expect(to("lib/main.dart", "package:shop/src/cart.dart")).toBe("lib/src/cart.dart");
  expect(to("lib/main.dart", "src/cart.dart")).toBe("lib/src/cart.dart");
  expect(to("lib/main.dart", "package:flutter/material.dart")).toBe("(package:flutter)");
  expect(to("Tests/T.swift", "Shop")).toBe("Source/A.swift, Source/B.swift");
  expect(to("Tests/T.swift", "Foundation")).toBe("(Foundation)");
  expect(to("bin/run.sh", "$DIR/lib/common.sh")).toBe("bin/lib/common.sh");
  expect(to("bin/lib/common.sh", "$ROOT/$LIB/run.sh")).toBe("bin/run.sh");
  expect(to("css/main.scss", "mixins")).toBe("css/_mixins.scss");
  expect(to("css/main.scss", "parts")).toBe("css/parts/_index.scss");
  expect(to("css/main.scss", "sass:math")).toBe("(sass:math)");
  expect(to("src/Main.hs", "Data.Shop", "Cart")).toBe("src/Data/Shop.hs");
  expect(to("src/Main.hs", "Data.Map.Strict")).toBe("(Data)");
});

test("the rules of every language hold regular expressions, and languages that are", () => {
  for (const { id, imports } of CATALOG.languages) {
    if (!imports) continue;
    const rule = importRule(CATALOG, id);
    expect(rule, id).toBeDefined();
    const { outside = "", except = "", relative, module, rewrite, replace } = rule!;
    for (const pattern of [outside, except, relative, module, ...Object.keys(rewrite), ...Object.keys(replace)]) {
      expect(() => new RegExp(pattern, "u"), `${id} ${pattern}`).not.toThrow();
    }
  }
});
