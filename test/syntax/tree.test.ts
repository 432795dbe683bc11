/** Members that stand outside of their type, and the indices of names that are there twice. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { UserError } from "../../src/base/error.ts";
import type { SyntaxSymbol } from "../../src/syntax/file-syntax.ts";
import type { SymbolKind } from "../../src/syntax/kind.ts";
import { meantSymbols, resolveSymbol } from "../../src/syntax/resolve.ts";
import { SymbolTree } from "../../src/syntax/tree.ts";

/** A symbol without text; what matters here is where it hangs. */
function symbol(name: string, parent = -1, owner?: string[], kind: SymbolKind = "class"): SyntaxSymbol {
  const none = { start: 0, end: 0 };
  return {
    kind,
    name,
    parent,
    declaration: none,
    nameSpan: none,
    signature: name,
    exported: true,
    ...(owner && { owner }),
  };
}

function pathsOf(...symbols: SyntaxSymbol[]): string[] {
  return new SymbolTree("", { symbols }).all.map(({ namePath }) => namePath);
}

describe("the tree of a file", () => {
  test("hangs members under the type they name, wherever it stands", () => {
    expect(pathsOf(symbol("close", -1, ["Server"]), symbol("Server"))).toEqual(["Server/close", "Server"]);
    expect(
      pathsOf(
        symbol("ns", -1, undefined, "namespace"),
        symbol("Box", 0),
        symbol("get", 0, ["Box"]),
        symbol("put", -1, ["Box"]),
      ),
    ).toEqual(["ns", "ns/Box", "ns/Box/get", "ns/Box/put"]);
    expect(pathsOf(symbol("A"), symbol("B", 0), symbol("f", -1, ["A", "B"]))).toEqual(["A", "A/B", "A/B/f"]);
  });

  test("prints the type of a member although the file does not define it", () => {
    expect(pathsOf(symbol("close", -1, ["Server"]), symbol("open", -1, ["Server"]))).toEqual([
      "Server/close",
      "Server/open",
    ]);
    expect(pathsOf(symbol("A"), symbol("f", -1, ["A", "B"]), symbol("f", -1, ["A", "B"]))).toEqual([
      "A",
      "A/B/f[0]",
      "A/B/f[1]",
    ]);
  });

  test("gives an index to each of several symbols of a name under one parent, and to no other", () => {
    expect(pathsOf(symbol("a"), symbol("a"), symbol("b"), symbol("x", 0), symbol("x", 1), symbol("x", 1))).toEqual([
      "a[0]",
      "a[1]",
      "b",
      "a[0]/x",
      "a[1]/x[0]",
      "a[1]/x[1]",
    ]);
  });

  test("prints a name path for each symbol that means it alone, however they are named and nested", () => {
    const name = fc.constantFrom("a", "b", "a/b", "a[0]", "%2F", "a%", "x y", "ns");
    const drawn = fc.array(
      fc.record({
        name,
        parent: fc.nat(8),
        owner: fc.option(fc.array(fc.constantFrom("a", "b", "ns", "q"), { minLength: 1, maxLength: 2 }), {
          nil: undefined,
        }),
        kind: fc.constantFrom<SymbolKind>("class", "namespace", "function"),
      }),
      { maxLength: 14 },
    );
    fc.assert(
      fc.property(drawn, (rows) => {
        const symbols = rows.map(({ name, parent, owner, kind }, at) =>
          symbol(name, parent < at ? parent : -1, owner, kind),
        );
        const tree = new SymbolTree("", { symbols });
        for (const one of tree.all) expect(meantSymbols(tree, one.namePath)).toEqual([one]);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("resolving", () => {
  const overloads = () => {
    const tree = new SymbolTree("", {
      symbols: [
        { ...symbol("add"), signature: "int add(int a, int b)" },
        { ...symbol("add"), signature: "int add(String s)" },
        symbol("Cart"),
        symbol("total", 2),
        symbol("total", -1),
      ],
    });
    return tree;
  };

  test("takes the whole path before the end of another", () => {
    expect(resolveSymbol(overloads(), "a.c", "total").namePath).toBe("total");
    expect(resolveSymbol(overloads(), "a.c", "Cart/total").namePath).toBe("Cart/total");
  });

  test("takes parameters in parentheses", () => {
    expect(resolveSymbol(overloads(), "a.c", "add(String s)").namePath).toBe("add[1]");
  });

  test("H18 refuses what means several, and lists them", () => {
    expect(() => resolveSymbol(overloads(), "a.c", "add")).toThrow(UserError);
    expect(() => resolveSymbol(overloads(), "a.c", "add")).toThrow(/add\[0\].*add\[1\]/);
  });

  test("H74 names what was meant when there is no such symbol", () => {
    expect(() => resolveSymbol(overloads(), "src/cart.ts", "Cart/totl")).toThrow(
      /no symbol "Cart\/totl" in "src\/cart.ts"; did you mean "Cart\/total"/,
    );
  });
});
