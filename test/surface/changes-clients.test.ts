/** Many clients of two servers change the files of one project at once: what is said to be done is done, and nothing is lost. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Served, serve } from "../fixture/subject.ts";
import { type TemporaryFolder, tmp } from "../fixture/tmp.ts";

setDefaultTimeout(120_000);

const CLIENTS = 20;
const ROUNDS = 8;

let folder: TemporaryFolder;
let servers: Served[];
let project: string;

beforeAll(async () => {
  folder = await tmp();
  project = join(folder.path, "project");
  mkdirSync(project);
  const home = join(folder.path, "home");
  mkdirSync(home);
  servers = await Promise.all([1, 2].map(() => serve(["--project", project], { home, env: { WAYMARK_PORT: "0" } })));
});

afterAll(async () => {
  for (const one of [...(servers ?? []), folder]) await one?.[Symbol.asyncDispose]();
});

interface Changed {
  status: number;
  code?: string;
  detail?: string;
  answer?: { applied: boolean; change_id?: string };
}

async function change(client: number, tool: string, input: object): Promise<Changed> {
  const response = await servers[client % 2]!.post(`/tools/${tool}`, input);
  return { ...((await response.json()) as Changed), status: response.status };
}

const read = (name: string) => Bun.file(join(project, name)).text();

test("20 clients of two servers edit one file and files of their own: every edit that is said to be done is there once", async () => {
  await Bun.write(join(project, "shared.txt"), "begin\nend\n");
  for (let client = 0; client < CLIENTS; client++) await Bun.write(join(project, `own-${client}.txt`), "count 0\n");
  const done: string[] = [];
  const refused: Changed[] = [];
  const work = async (client: number) => {
    for (let round = 0; round < ROUNDS; round++) {
      const line = `client ${client} round ${round}`;
      const shared = await change(client, "replace_content", {
        path: "shared.txt",
        needle: "end\n",
        replacement: `${line}\nend\n`,
        mode: "literal",
      });
      if (shared.status === 200 && shared.answer?.applied) done.push(line);
      else refused.push(shared);
      const own = await change(client, "replace_content", {
        path: `own-${client}.txt`,
        needle: `count ${round}`,
        replacement: `count ${round + 1}`,
        mode: "literal",
      });
      expect(own).toMatchObject({ status: 200, answer: { applied: true } });
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
  const lines = (await read("shared.txt")).split("\n");
  expect(lines.slice(1, -2).sort()).toEqual(done.sort());
  expect(refused).toEqual([]);
  for (let client = 0; client < CLIENTS; client++) expect(await read(`own-${client}.txt`)).toBe(`count ${ROUNDS}\n`);
  expect(readdirSync(project).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("H59: two clients replace different lines of one file at the same moment, and both changes are there", async () => {
  for (let round = 0; round < 50; round++) {
    await Bun.write(join(project, "two.ts"), `const a = 1;\n${"\n".repeat(7)}const b = 1;\n`);
    const answers = await Promise.all(
      ["a", "b"].map((name, client) =>
        change(client, "replace_content", {
          path: "two.ts",
          needle: `${name} = 1`,
          replacement: `${name} = 2`,
          mode: "literal",
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await read("two.ts")).toBe(`const a = 2;\n${"\n".repeat(7)}const b = 2;\n`);
  }
});

test("of clients that make the same edit at the same moment one makes it, and the others hear what stands there", async () => {
  for (let round = 0; round < 5; round++) {
    await Bun.write(join(project, "same.txt"), "old\n");
    const input = { path: "same.txt", needle: "old", replacement: "new", mode: "literal" };
    const answers = await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => change(client, "replace_content", input)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
      new Set(["not_found"]),
    );
    expect(await read("same.txt")).toBe("new\n");
  }
});

test("clients undo their own changes while others go on, and each file ends as what is in force says", async () => {
  await Bun.write(join(project, "shared.txt"), "begin\nend\n");
  const made = await Promise.all(
    Array.from({ length: 6 }, async (_, client) => {
      const path = `undo-${client}.txt`;
      await change(client, "create_text_file", { path, content: "0\n" });
      const { answer } = await change(client, "replace_content", {
        path,
        needle: "0",
        replacement: "1",
        mode: "literal",
      });
      return { path, id: answer!.change_id! };
    }),
  );
  const undone = await Promise.all(made.map(({ id }, client) => change(client + 1, "undo_change", { change_id: id })));
  expect(undone.map(({ status }) => status)).toEqual(made.map(() => 200));
  for (const { path } of made) expect(await read(path)).toBe("0\n");
});
