import { expect, test } from "bun:test";
import { join } from "node:path";
import { waymark } from "../fixture/subject.ts";
import { tmp } from "../fixture/tmp.ts";

test("memories are taken in from another product's folder, checked, and taken to another project as a document", async () => {
  await using home = await tmp();
  await using project = await tmp({
    ".git/HEAD": "",
    "src/a.ts": "export const a = 1;\n",
    ".serena/memories/core.md": "# Core\n`mem:frontend/forms` and `mem:frontend/lost`\n",
    ".serena/memories/frontend/forms.md": "# Forms\r\n",
    ".serena/memories/v1..md": "x",
  });
  await using other = await tmp({ ".git/HEAD": "" });
  const run = (words: string[], cwd = project.path) => waymark(["memories", ...words], { home: home.path, cwd });

  const taken = await run(["import"]);
  expect(taken.stdout.split("\n").slice(0, 2)).toEqual(["core.md: new", "frontend/forms.md: new"]);
  expect(taken.stdout).toContain("v1..md: left out: ");
  expect(taken.code).toBe(1);
  expect(await Bun.file(join(project.path, ".waymark/memories/frontend/forms.md")).text()).toBe("# Forms\r\n");

  const checked = await run(["check"]);
  expect(checked).toMatchObject({
    code: 1,
    stdout: "core: mem:frontend/lost leads nowhere; near: frontend/forms\n2 memories, 1 faults\n",
  });
  const call = (words: string[]) => waymark(["call", ...words], { home: home.path, cwd: project.path });
  expect((await call(["remember", '{"text":"a is 1","subjects":["src/a.ts"]}'])).code).toBe(0);

  const exported = await run(["export"]);
  await Bun.write(join(other.path, "kept.json"), exported.stdout);
  const moved = await run(["import", "kept.json"], other.path);
  expect(moved).toMatchObject({ code: 0, stdout: "core: new\nfrontend/forms: new\nnotes: 1 new, 0 known\n" });
  expect(JSON.parse((await run(["export"], other.path)).stdout)).toEqual(JSON.parse(exported.stdout));

  await Bun.write(join(other.path, "more/core.md"), "another text");
  expect(await run(["import", "more"], other.path)).toMatchObject({
    code: 1,
    stdout: "core.md: left out: there is another text of this name\n",
  });
  expect(await run(["import", "more", "--replace"], other.path)).toMatchObject({
    code: 0,
    stdout: "core.md: replaced\n",
  });
  expect((await run(["import", "nowhere"], other.path)).stderr).toContain("There is no file or folder");
}, 60_000);

test("what is not UTF-8 and what would be for all projects is left out by name", async () => {
  await using home = await tmp();
  await using project = await tmp({ ".git/HEAD": "", "more/a.md": "A\n", "more/global/evil.md": "for all\n" });
  await Bun.write(join(project.path, "more/b.md"), new Uint8Array([0x63, 0xe9]));
  const { code, stdout } = await waymark(["memories", "import", "more"], { home: home.path, cwd: project.path });
  expect(code).toBe(1);
  expect(stdout).toContain("a.md: new");
  expect(stdout).toContain("b.md: left out: it is not UTF-8");
  expect(stdout).toContain("global/evil.md: left out: it would be for all projects");
});
