import { expect, test } from "bun:test";
import { StaticModel } from "../../src/embed/static-model.ts";
import { axesModel } from "../fixture/static-model.ts";

const bytes = axesModel(["parse", "json", "##ing", "walk"]);
const model = StaticModel.read(bytes);

const along = (text: string) => Array.from(model.embed(text)!.slice(0, 4), (value) => Number(value.toFixed(4)));

test("a text is the sum of the rows of its words, brought to length 1", () => {
  expect(along("parse")).toEqual([1, 0, 0, 0]);
  expect(along("parseJson")).toEqual(
    [1 / Math.sqrt(5), 2 / Math.sqrt(5), 0, 0].map((value) => Number(value.toFixed(4))),
  );
  const vector = model.embed("walk the json, walking")!;
  expect(vector.length).toBe(256);
  expect(vector.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 6);
});

test("a word that comes again weighs by the logarithm of how often it does", () => {
  const twice = 1 + Math.log(2);
  const length = Math.hypot(twice, 2);
  expect(along("parse parse json")).toEqual(
    [twice / length, 2 / length, 0, 0].map((value) => Number(value.toFixed(4))),
  );
});

test("one text leaves nothing behind for the next", () => {
  const before = along("json");
  along("json json json parse");
  expect(along("json")).toEqual(before);
});

test("a text of which no word is known has no vector", () => {
  for (const text of ["", "  \n", "{}();", "zzqx", "1234567"]) expect(model.embed(text)).toBeUndefined();
});

test("a file at any place of a larger one is read in place", () => {
  for (const offset of [0, 1, 2, 3]) {
    const larger = new Uint8Array(bytes.length + offset);
    larger.set(bytes, offset);
    expect(StaticModel.read(larger.subarray(offset)).embed("parse json")).toEqual(model.embed("parse json")!);
  }
});

test.each([
  ["nothing", new Uint8Array(0), "is no embedding model"],
  ["another file", new TextEncoder().encode("#!/bin/sh\necho no model"), 'does not begin with "WMSM"'],
  ["a header that is cut off", bytes.slice(0, 40), "cut off within its header"],
  ["a last row that is cut off", bytes.slice(0, -1), "is cut off or damaged"],
  ["more than there should be", new Uint8Array([...bytes, 0]), "is cut off or damaged"],
  ["a vocabulary that was changed", changed("parse", "purse"), "vocabulary does not match"],
  ["a format of the future", changed('"format":1', '"format":2'), "has format 2, but this version reads 1"],
  ["words that are taken apart otherwise", changed('"words":1', '"words":9'), "has words 9, but this version reads 1"],
])("refuses %s and says what is wrong", (_, file, reason) => {
  expect(() => StaticModel.read(file)).toThrow(reason);
});

function changed(from: string, to: string): Uint8Array<ArrayBuffer> {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(from);
  copy.write(to, at);
  return new Uint8Array(copy);
}
