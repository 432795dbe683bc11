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
