import { expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { lines } from "../../src/base/lines.ts";
import { logFile } from "../../src/base/log-file.ts";
import { tmp } from "../fixture/tmp.ts";

test("a full log makes room for a new one, and only one old one is kept", async () => {
  await using folder = await tmp();
  const path = join(folder.path, "logs/server.log");
  const write = logFile(path, 50);
  for (let index = 0; index < 40; index++) write(`line ${String(index).padStart(2, "0")} ...\n`);
  const text = (await Bun.file(`${path}.1`).text()) + (await Bun.file(path).text());
  expect(text).toEndWith("line 38 ...\nline 39 ...\n");
  expect(text.length).toBeLessThan(150);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("a log that cannot be written is no reason to fail", async () => {
  await using folder = await tmp({ logs: "a file, not a folder" });
  expect(() => logFile(join(folder.path, "logs/server.log"))("a line\n")).not.toThrow();
});

test("bytes are cut at line feeds wherever the chunks end, and an unfinished line is dropped", async () => {
  async function* chunks() {
    for (const text of ["on", "e\ntwo\n", "\nthr", "ee", "\nunfinished"]) yield new TextEncoder().encode(text);
  }
  const found: string[] = [];
  for await (const line of lines(chunks(), 100)) found.push(new TextDecoder().decode(line));
  expect(found).toEqual(["one", "two", "", "three"]);
  const tooLong = async () => {
    for await (const _ of lines(chunks(), 3));
  };
  expect(tooLong()).rejects.toThrow("larger than 3 bytes");
});
