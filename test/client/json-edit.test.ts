import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { addElement, nodeValue, removeAt, setMember } from "../../src/client/json-edit.ts";
import { type Dialect, nodeAt, parseJson } from "../../src/client/json-text.ts";
import { jsonSamples } from "../fixture/random-json.ts";

const RUNS = { seed: 20_261_201, numRuns: 1_500 };
const ENTRY = { command: "/opt/waymark", args: ["mcp", "--context", "x"], env: {} };
const read = (text: string, dialect: Dialect = "jsonc") =>
  nodeValue(parseJson(text, dialect)!) as Record<string, unknown>;

describe("editing JSON in place", () => {
  for (const dialect of ["json", "jsonc"] as const) {
    test(`in any ${dialect} document a member is added, the rest keeps its bytes, and taking it out gives them back`, () => {
      fc.assert(
        fc.property(jsonSamples(dialect === "json"), ({ text, value }) => {
          for (const path of [["mcpServers", "waymark"], ["waymark"]]) {
            const holder = path.slice(0, -1).reduce<unknown>((held, name) => (held as typeof value)[name], value);
            if (holder !== undefined && (typeof holder !== "object" || holder === null || Array.isArray(holder))) {
              expect(() => setMember(text, dialect, path, ENTRY)).toThrow("must be an object");
              continue;
            }
            const after = setMember(text, dialect, path, ENTRY);
            const wanted =
              path.length === 1 ? { waymark: ENTRY } : { mcpServers: { ...(holder as object), waymark: ENTRY } };
            expect(sorted(read(after, dialect))).toEqual(sorted(merged(value, wanted)));
            expect(isWithin(text, after)).toBe(true);
            expect(setMember(after, dialect, path, ENTRY)).toBe(after);
            const without = removeAt(after, dialect, path);
            expect(comments(without)).toEqual(comments(text));
            const hadSiblings = holder && Object.keys(holder).length > 0;
            if (hadSiblings) expect(without).toBe(text);
            else
              expect(sorted(read(without, dialect))).toEqual(
                sorted(path.length === 1 ? value : merged(value, { mcpServers: {} })),
              );
          }
        }),
        RUNS,
      );
    });

    test(`in any ${dialect} document each member can be taken out, and what is left is what it was`, () => {
      fc.assert(
        fc.property(jsonSamples(dialect === "json"), fc.nat(), ({ text, value }, pick) => {
          const names = Object.keys(value);
          const name = names[pick % Math.max(names.length, 1)];
          if (name === undefined) return;
          const without = removeAt(text, dialect, [name]);
          const { [name]: _, ...rest } = value;
          expect(sorted(read(without, dialect))).toEqual(sorted(rest));
          expect(isWithin(without, text)).toBe(true);
        }),
        RUNS,
      );
    });

    test(`in any ${dialect} document a list gets an element and gives it back`, () => {
      fc.assert(
        fc.property(jsonSamples(dialect === "json"), ({ text, value }) => {
          const [name, list] = Object.entries(value).find(([, held]) => Array.isArray(held)) ?? [];
          if (name === undefined) return;
          const before = list as unknown[];
          const after = addElement(text, dialect, [name], ENTRY);
          expect(read(after, dialect)[name]).toEqual([...before, ENTRY]);
          const without = removeAt(after, dialect, [name, before.length]);
          if (before.length > 0) expect(without).toBe(text);
          else expect(read(without, dialect)[name]).toEqual([]);
        }),
        RUNS,
      );
    });
  }

  test("what is added looks like the rest: tabs, Windows line ends, one line, a comment behind the last member", () => {
    const tabs = '{\r\n\t"mcpServers": {\r\n\t\t"a": {} // mine\r\n\t}\r\n}\r\n';
    expect(setMember(tabs, "jsonc", ["mcpServers", "waymark"], { command: "w" })).toBe(
      '{\r\n\t"mcpServers": {\r\n\t\t"a": {}, // mine\r\n\t\t"waymark": {\r\n\t\t\t"command": "w"\r\n\t\t}\r\n\t}\r\n}\r\n',
    );
    expect(setMember('{"a":1}', "json", ["b", "c"], 2)).toBe('{"a":1,"b":{"c":2}}');
    expect(setMember('{\n  "a": 1,\n}\n', "jsonc", ["b"], 2)).toBe('{\n  "a": 1,\n  "b": 2,\n}\n');
    expect(setMember("", "json", ["b"], 2)).toBe('{\n  "b": 2\n}\n');
    expect(setMember("{}\n", "json", ["b"], 2)).toBe('{\n  "b": 2\n}\n');
    expect(setMember("// mine\n", "jsonc", ["b"], 2)).toBe('// mine\n{\n  "b": 2\n}\n');
  });

  test("a name that is there twice, and a broken text, are faults with a place", () => {
    expect(() => setMember('{"a":{},\n "a":{}}', "json", ["a", "b"], 1)).toThrow('"a" is said twice');
    expect(() => nodeAt(parseJson("{\n// c\n}", "json"), [])).toThrow("invalid comment token");
    expect(() => nodeAt(parseJson('{"a": [1,]}', "json"), [])).toThrow("not valid JSON");
  });
});

/** Whether `part` is left when pieces are cut out of `whole`. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (character === part.slice(at, at + character.length)) at += character.length;
  return at === part.length;
}

const comments = (text: string) => text.match(/\/\/ c\n|\/\* c \*\/|\/\* a\n b \*\//g);

function merged(value: Record<string, unknown>, more: Record<string, unknown>): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, held] of [...Object.entries(value), ...Object.entries(more)]) {
    Object.defineProperty(made, name, { value: held, enumerable: true, writable: true, configurable: true });
  }
  return made;
}

/** As text, with names in order: the order is not what is compared, and `__proto__` is a name. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(Object.is(value, -0) ? 0 : value);
  return `{${Object.entries(value)
    .map(([name, held]) => `${JSON.stringify(name)}:${sorted(held)}`)
    .sort()
    .join()}}`;
}
