import { expect, test } from "bun:test";
import { Renderer } from "../../src/prompt/render.ts";
import { TOOLS } from "../../src/tools/_all.gen.ts";
import { sceneOf } from "../fixture/scenes.ts";

const renderer = new Renderer(TOOLS);
const scene = sceneOf({ settings: { excluded_tools: ["find_file"] } });
const rendered = (template: string, said = {}) => renderer.render(template, scene, said);

test("a tool that is on is named, and what is for one that is off vanishes", () => {
  expect(rendered('<%= it.tool("read_file") %>')).toBe("`read_file`");
  expect(rendered('a<% if (it.has("find_file")) { %>b<% } %>c')).toBe("ac");
  expect(rendered('<%= it.list("Look:", { find_file: "x", read_file: "y" }) %>')).toBe("Look:\n- `read_file`: y");
  expect(rendered('<%= it.list("Look:", { find_file: "x" }) %>')).toBe("");
});

test("a tool that is off cannot be named", () => {
  expect(() => rendered('<%= it.tool("find_file") %>')).toThrow('names the tool "find_file", which is off here');
});

test("a tool that does not exist is an error wherever it is named", () => {
  const said = 'names the tool "read_fil", which does not exist; did you mean "read_file"';
  for (const template of [
    '<%= it.tool("read_fil") %>',
    '<% if (it.has("read_fil")) { %><% } %>',
    '<%= it.list("", { read_fil: "x" }) %>',
  ])
    expect(() => rendered(template)).toThrow(said);
});

test("a marker tells whether any tool that has it is on", () => {
  const can = (marker: string) => rendered(`<%= it.can("${marker}") %>`);
  expect([can("edit"), can("core"), can("shell")]).toEqual(["true", "true", "false"]);
  expect(() => can("edits")).toThrow('names the marker "edits", which is none');
});

test("what is not there cannot be printed", () => {
  expect(() => rendered("<%= it.projekt %>")).toThrow("A template prints undefined.");
  expect(() => rendered("<%= it.said.path %>")).toThrow("A template prints undefined.");
});

test("what a person says is text, never a template", () => {
  const text = "<%= it.tool('find_file') %> & <b>";
  expect(rendered("<%= it.said.question %>", { question: text })).toBe(text);
});

test("blank lines that vanished sections leave are closed up", () => {
  expect(rendered("\n\na\n\n<% if (false) { %>\n\nb\n<% } %>\n\nc\n\n")).toBe("a\n\nc");
});
