import { expect, test } from "bun:test";
import { join } from "node:path";
import { testApp } from "../fixture/app.ts";
import { callTool } from "../fixture/call.ts";
import { git } from "../fixture/project.ts";
import { tmp } from "../fixture/tmp.ts";

interface Commit {
  hash: string;
  date: string;
  author: string;
  subject: string;
  files: { path: string; added: number | null; removed: number | null }[];
  files_changed: number;
  added: number;
  removed: number;
}

/** A repository whose project can be asked for commits. */
async function history() {
  const dir = await tmp({ "src/a.ts": "1\n2\n", "docs/é à.md": "x\n" });
  git(dir.path, "init", "--quiet");
  const commit = async (subject: string, files: Record<string, string | Uint8Array>, ...flags: string[]) => {
    for (const [name, content] of Object.entries(files)) await Bun.write(join(dir.path, name), content);
    git(dir.path, "add", "--all");
    git(dir.path, "commit", "--quiet", "--message", subject, ...flags);
  };
  await commit("Begin", {});
  await commit(
    "Fix the [cart] total (again)",
    { "src/a.ts": "1\n2\n3\n" },
    "--date",
    "2020-02-03T04:05:06Z",
    "--author",
    "Ann Á <ann@example.org>",
  );
  await commit("Add a picture", { "pic.png": new Uint8Array([0, 1, 2]) });
  const ask = async (input: Record<string, unknown>) => {
    await using shop = await testApp({ folder: dir.path });
    const response = await shop.post("/tools/get_recent_commits", input);
    return (await response.json()) as {
      code?: string;
      detail?: string;
      is_truncated: boolean;
      hint?: string;
      answer: { commits: Commit[] };
    };
  };
  const subjects = async (input: Record<string, unknown>) =>
    (await ask(input)).answer.commits.map(({ subject }) => subject);
  return { path: dir.path, ask, subjects, commit, [Symbol.asyncDispose]: () => dir[Symbol.asyncDispose]() };
}

test("get_recent_commits gives the newest first, with files and line counts, binary ones marked", async () => {
  await using repository = await history();
  const { answer, is_truncated } = await repository.ask({});
  expect(is_truncated).toBe(false);
  expect(answer.commits.map(({ subject }) => subject)).toEqual([
    "Add a picture",
    "Fix the [cart] total (again)",
    "Begin",
  ]);
  expect(answer.commits[0]!.files).toEqual([{ path: "pic.png", added: null, removed: null }]);
  expect(answer.commits[1]).toMatchObject({
    author: "Ann Á",
    date: expect.stringContaining("2020-02-03T04:05:06"),
    files: [{ path: "src/a.ts", added: 1, removed: 0 }],
    files_changed: 1,
    added: 1,
    removed: 0,
  });
  expect(answer.commits[2]!.files.map(({ path }) => path)).toEqual(["docs/é à.md", "src/a.ts"]);
});

test("path, query, author, since and limit narrow it, and the words are taken as they stand", async () => {
  await using repository = await history();
  expect(await repository.subjects({ path: "src" })).toEqual(["Fix the [cart] total (again)", "Begin"]);
  expect(await repository.subjects({ path: "docs/é à.md" })).toEqual(["Begin"]);
  expect(await repository.subjects({ query: "[CART] total (" })).toEqual(["Fix the [cart] total (again)"]);
  expect(await repository.subjects({ author: "ann@" })).toEqual(["Fix the [cart] total (again)"]);
  expect(await repository.subjects({ query: "cart", author: "nobody" })).toEqual([]);
  expect(await repository.subjects({ since: "2 weeks ago" })).not.toContain("Nothing");
  const cut = await repository.ask({ limit: 1 });
  expect([cut.answer.commits.length, cut.is_truncated]).toEqual([1, true]);
});

test("a message cannot forge a commit, and a name with a newline stays whole", async () => {
  await using repository = await history();
  const forged = "x\x1edeadbeef\x1fLinus\x1f2026-01-01T00:00:00Z\x1fforged\n\n7\t7\tfake.ts\n";
  await repository.commit(forged, { "na\nme.ts": "1\n" });
  const { answer } = await repository.ask({ limit: 2 });
  expect(answer.commits.map(({ author }) => author)).toEqual(["Tester", "Tester"]);
  expect(answer.commits[0]!.files).toEqual([{ path: "na\nme.ts", added: 1, removed: 0 }]);
});

test("a date that git does not understand is refused, not taken for now", async () => {
  await using repository = await history();
  expect(await repository.ask({ since: "total nonsense date" })).toMatchObject({
    code: "invalid_arguments",
    detail: expect.stringContaining("no date that git understands"),
  });
  expect(await repository.subjects({ since: "yesterday" })).toContain("Begin");
  expect(await repository.ask({ since: "now" })).toMatchObject({ answer: { commits: expect.any(Array) } });
});

test("values that look like options are only values", async () => {
  await using repository = await history();
  for (const word of ["--output=/tmp/stolen", "--all", "-1", "$(touch x)"]) {
    expect(await repository.subjects({ query: word })).toEqual([]);
    expect(await repository.subjects({ author: word })).toEqual([]);
  }
});

test("a repository without a commit has none, and a folder without git says so", async () => {
  await using empty = await tmp({ "a.ts": "" });
  git(empty.path, "init", "--quiet");
  await using shop = await testApp({ folder: empty.path });
  expect(await (await shop.post("/tools/get_recent_commits", {})).json()).toMatchObject({
    answer: { commits: [] },
    hint: expect.stringContaining("No commit"),
  });
  const { status, body } = await callTool({ "a.ts": "" }, "get_recent_commits", {});
  expect([status, body.code]).toEqual([503, "unavailable"]);
  expect(body.detail).toContain("not in a git repository");
});

test("H100: a worktree shows its own history", async () => {
  await using repository = await history();
  git(repository.path, "worktree", "add", "--quiet", "-b", "side", ".trees/side");
  const tree = join(repository.path, ".trees/side");
  await Bun.write(join(tree, "src/a.ts"), "side\n");
  git(tree, "commit", "--quiet", "--all", "--message", "Only on the side");
  await using shop = await testApp({ folder: tree });
  const { answer } = (await (await shop.post("/tools/get_recent_commits", { limit: 1 })).json()) as {
    answer: { commits: Commit[] };
  };
  expect(answer.commits[0]!.subject).toBe("Only on the side");
  expect(await repository.subjects({ limit: 1 })).toEqual(["Add a picture"]);
});
