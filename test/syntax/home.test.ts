/** Where symbols hang that stand outside of their type, and members that functions define. */
import { expect, test } from "bun:test";
import { LANGUAGES } from "../../src/language/_builtin.gen.ts";
import { Catalog } from "../../src/language/catalog.ts";
import { dialectOf } from "../../src/syntax/dialect.ts";
import { parseFile } from "../../src/syntax/parser.ts";
import { SymbolTree } from "../../src/syntax/tree.ts";

const catalog = new Catalog(LANGUAGES);

async function symbolsOf(name: string, text: string) {
  const dialect = dialectOf(name, catalog)!;
  const file = await parseFile({ ...dialect, text, occurrences: false, timeLimit: 60_000 }, catalog);
  return new SymbolTree(text, file).all;
}

const pathsIn = async (name: string, text: string) => (await symbolsOf(name, text)).map(({ namePath }) => namePath);

test("a type outside of its owner holds the types that name it in full", async () => {
  const text = "class A::B\n  C = Struct.new(:a)\nend\nclass A::B::C\n  def d; end\nend\n";
  expect(await pathsIn("x.rb", text)).toEqual(["A/B", "A/B/C[0]", "A/B/C[0]/a", "A/B/C[1]", "A/B/C[1]/d"]);
});

test("types that name each other as their owners do not hang under each other", async () => {
  const text = "module P::Q\n  module R; end\nend\nmodule R::S\n  module P; end\nend\n";
  expect(await pathsIn("x.rb", text)).toEqual(["R/S/P/Q", "R/S/P/Q/R", "R/S", "R/S/P"]);
  expect(await pathsIn("x.rb", "module P::Q\n  module P; end\nend\n")).toEqual(["P/Q", "P/Q/P"]);
});

test("a field that an accessor or a function in a method sets is one of the class", async () => {
  const text = [
    "class A:",
    "    @property",
    "    def b(self):",
    "        self.c = 1",
    "    def d(self):",
    "        def e():",
    "            self.f = 1",
    "        e()",
  ].join("\n");
  expect(await pathsIn("x.py", text)).toEqual(["A", "A/b", "A/c", "A/d", "A/d/e", "A/f"]);
});

test("a field that a function without a type sets is nobody's", async () => {
  expect(await pathsIn("x.py", "def a(self):\n    self.b = 1\n")).toEqual(["a"]);
});

test("a function or variable directly in a type is a member of it", async () => {
  const text = "class A:\n    if B:\n        def c(self): ...\n        d = 1\n";
  const kinds = (await symbolsOf("x.py", text)).map(({ kind, name }) => `${kind} ${name}`);
  expect(kinds).toEqual(["class A", "method c", "field d"]);
});

test("the only statement of a body is as local as any", async () => {
  expect(await pathsIn("x.py", "def a():\n    b = 1\n")).toEqual(["a"]);
});

test("a section ends at the next and at the end of what holds it", async () => {
  const text =
    "class A\n  private\n  def b; end\n  class C\n    public\n    def d; end\n  end\n  def e; end\n  public\n  def f; end\nend\n";
  const seen = (await symbolsOf("x.rb", text)).filter(({ exported }) => exported).map(({ name }) => name);
  expect(seen).toEqual(["A", "f"]);
});
