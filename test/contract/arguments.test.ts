/** Arguments in the forms in which callers send them, wrong ones included, through the whole path of a call. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { shopFiles } from "../fixture/shop.ts";
import { type Served, serve } from "../fixture/subject.ts";
import { tmp } from "../fixture/tmp.ts";

const stack = new AsyncDisposableStack();
let served: Served;

beforeAll(async () => {
  const [home, project] = [stack.use(await tmp()), stack.use(await tmp(shopFiles()))];
  served = stack.use(await serve(["--project", project.path], { home: home.path }));
});
afterAll(() => stack.disposeAsync());

test("arguments that are no object are refused with what was given and with the fields there are", async () => {
  for (const body of ["false", "[1]", '"src/cart.ts"', "7"]) {
    const problem = await refused("/tools/read_file", body);
    expect(problem.detail).toContain(body);
    expect(problem.hint).toStartWith("Fields: path");
  }
});

test("an alias stands for a field that is null, whichever of the two comes first", async () => {
  for (const body of ['{"file":"src/cart.ts","path":null}', '{"path":null,"file":"src/cart.ts"}']) {
    expect((await call("/tools/read_file", body)).status).toBe(200);
  }
});

test("an alias that is null says nothing beside the field itself", async () => {
  expect((await call("/tools/read_file", '{"file":null,"path":"src/cart.ts"}')).status).toBe(200);
});

test("two names for one field are refused, so that neither value is dropped in silence", async () => {
  for (const body of [
    '{"file":"src/cart.ts","filename":"README.md"}',
    '{"path":"src/cart.ts","filename":"README.md"}',
  ]) {
    expect((await refused("/tools/read_file", body)).errors).toMatchObject([{ pointer: "/filename" }]);
  }
});

test("a path that no system can have is refused under the name of its field", async () => {
  for (const path of ["a\0b", "C:\\shop\\cart.ts"]) {
    const { errors } = await refused("/tools/read_file", JSON.stringify({ path }));
    expect(errors).toMatchObject([{ pointer: "/path" }]);
  }
});

test("a value nested thousands of levels deep is refused at once, wherever it stands", async () => {
  const deep = (open: string, close: string) => `${open.repeat(60_000)}1${close.repeat(60_000)}`;
  const startedAt = performance.now();
  expect((await refused("/tools/read_file", `{"path":${deep("[", "]")}}`)).errors).toMatchObject([
    { pointer: "/path" },
  ]);
  const unknown = await refused("/tools/read_file", `{"path":"src/cart.ts","a/b":${deep('{"a":', "}")}}`);
  expect(unknown.errors).toMatchObject([{ pointer: "/a~1b" }]);
  await refused("/tools/read_file", deep("[", "]"));
  // Written out once, such a value took about two seconds.
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});

interface Problem {
  detail: string;
  hint?: string;
  errors?: { pointer: string; message: string }[];
}

function call(path: string, body: string): Promise<Response> {
  return served.fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body });
}

async function refused(path: string, body: string): Promise<Problem> {
  const response = await call(path, body);
  expect(response.status).toBe(422);
  return (await response.json()) as Problem;
}
