import { expect, test } from "bun:test";
import { Registry } from "../../src/tool/registry.ts";
import type { Scene } from "../../src/tool/scene.ts";
import { COMMON_FIELDS, TOOLS } from "../../src/tools/_all.gen.ts";

const registry = new Registry(TOOLS, COMMON_FIELDS, { read_text: "read_file" });
const scene = {
  context: "agent",
  modes: ["editing"],
  tools: new Set(["read_file", "find_file"]),
  descriptions: {},
} as unknown as Scene;

test("a retired name is answered with its successor", () => {
  expect(() => registry.find("read_text", scene)).toThrow('Tool "read_text" is now called "read_file".');
});

test("a tool that is off is told from one that does not exist", () => {
  expect(() => registry.find("read_file_lines", scene)).toThrow('exists but is off in context "agent"');
  expect(() => registry.find("find_fiel", scene)).toThrow('There is no tool "find_fiel"; did you mean "find_file"?');
});

test("names of object members are no tools", () => {
  for (const name of ["constructor", "__proto__", "toString"])
    expect(() => registry.find(name, scene)).toThrow("There is no tool");
});

test("the list keeps one order and holds only what is on", () => {
  expect(registry.list(scene).map(({ name }) => name)).toEqual(["find_file", "read_file"]);
});
