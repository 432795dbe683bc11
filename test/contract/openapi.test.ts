/** The OpenAPI document against the server that publishes it, read by the tools that its users have. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import Ajv from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { WRONG } from "../fixture/client-program.ts";
import { installClientTools, lint, runClient } from "../fixture/openapi-client.ts";
import {
  type Fields,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  referencesIn,
  requiredOnly,
  target,
} from "../fixture/openapi-document.ts";
import { shopFiles } from "../fixture/shop.ts";
import { type Served, serve } from "../fixture/subject.ts";
import { tmp } from "../fixture/tmp.ts";

const INSTALL_LIMIT_MS = 300_000;
const CLIENT_LIMIT_MS = 240_000;

const FILES = { ...shopFiles(), ".waymark/memories/core.md": "# The shop\n" };

/** What a tool's input schema must not have at its top: model APIs refuse the whole request for it. */
const NOT_AT_THE_TOP = ["$ref", "anyOf", "oneOf", "allOf", "not", "if", "enum", "const"];

beforeAll(installClientTools, INSTALL_LIMIT_MS);

for (const binding of ["bound to a project", "unbound"] as const) {
  describe(`A server ${binding}`, () => {
    const stack = new AsyncDisposableStack();
    let served: Served;
    let document: OpenApiDocument;
    let operations: Operation[];
    /** What calls must name; undefined where the endpoint is bound. */
    let project: string | undefined;
    let scratch: string;
    let root: string;

    beforeAll(async () => {
      const [home, shop] = [stack.use(await tmp()), stack.use(await tmp(FILES))];
      const isBound = binding === "bound to a project";
      served = stack.use(await serve(isBound ? ["--project", shop.path] : [], { home: home.path }));
      project = isBound ? undefined : shop.path;
      scratch = home.path;
      root = shop.path;
      document = await json(served, "/openapi.json");
      operations = operationsOf(document);
      // From here on the project is the only one that is open, and calls need not name it.
      if (project !== undefined) await served.post("/tools/find_file", { query: "x", project });
    });
    afterAll(() => stack.disposeAsync());

    for (const path of ["/openapi.json", "/openapi-3.0.json"]) {
      test(`H112: a linter has nothing to say about ${path}`, async () => {
        const file = join(scratch, path);
        await Bun.write(file, JSON.stringify(await json(served, path)));
        const { code, stdout, stderr } = await lint(file);
        expect(code, stdout + stderr).toBe(0);
        expect(stdout + stderr).not.toMatch(/\bwarning/i);
      });
    }

    test("H109, H112: every schema compiles strictly, in both versions, and no reference dangles", async () => {
      const old = await json(served, "/openapi-3.0.json");
      // What 3.0 adds to JSON Schema is `nullable`, which this compiler of older drafts knows.
      for (const [read, compiler] of [[document, new Ajv2020(STRICT)] as const, [old, new Ajv(STRICT)] as const]) {
        addFormats(compiler);
        for (const { id, input, answer, problems } of operationsOf(read)) {
          for (const schema of [input, answer, ...problems.values()]) {
            expect(() => compiler.compile(schema!), `${id} in ${read.openapi}`).not.toThrow();
          }
          expect(referencesIn([input, answer]), `references in the schemas of ${id}`).toEqual([]);
        }
        const dangling = referencesIn(read).filter((reference) => target(read, reference) === undefined);
        expect(dangling).toEqual([]);
      }
    });

    test("H112: every operation has an id of its own, a summary and typed errors", () => {
      const ids = operations.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { id, path, summary, problems } of operations) {
        expect(path).toBe(`/tools/${id}`);
        expect(summary.trim().length).toBeGreaterThan(0);
        expect([...problems.keys()]).toEqual(expect.arrayContaining([400, 401, 403, 404, 409, 413, 415, 422, 500]));
        for (const [status, schema] of problems) {
          expect(schema?.required, `the ${status} of ${id}`).toEqual(expect.arrayContaining(["code", "detail"]));
        }
      }
    });

    test("H110: every input schema is a plain object whose required fields exist", () => {
      for (const { id, input } of operations) {
        expect(input.type, id).toBe("object");
        expect(Object.keys(input.properties)).toEqual(expect.arrayContaining(input.required ?? []));
        expect(NOT_AT_THE_TOP.filter((word) => word in input)).toEqual([]);
      }
    });

    test(
      "H112: every operation works with its required fields alone, and with the optional ones null",
      async () => {
        for (const operation of operations) {
          await restored(root);
          const nulls = Object.fromEntries(Object.keys(operation.input.properties).map((name) => [name, null]));
          for (const example of operation.examples) {
            const required = requiredOnly(operation, example);
            for (const body of [required, { ...nulls, ...required }] satisfies Fields[]) {
              const response = await served.post(operation.path, body);
              const answered = (await response.json()) as { code?: string };
              const said = `${operation.id} with ${JSON.stringify(body)}: ${JSON.stringify(answered)}`;
              expect(isFaithful(operation, response.status, answered.code), said).toBe(true);
            }
          }
        }
      },
      CLIENT_LIMIT_MS,
    );

    test(
      "H112: a generated client type-checks, and gets typed answers and typed problems from every operation",
      async () => {
        await restored(root);
        const calls = await runClient(served, document, project);
        for (const operation of operations) {
          const own = calls.filter((call) => call.operation === operation.id);
          expect(own.filter(({ call }) => call === "example")).toHaveLength(operation.examples.length);
          for (const call of own) {
            if (call.call === "example") {
              expect(isFaithful(operation, call.status, call.code), JSON.stringify(call)).toBe(true);
            } else {
              const { status, code, pointers } = call;
              expect({ status, code, pointers }).toEqual({
                status: 422,
                code: "invalid_arguments",
                pointers: [`/${WRONG.field}`],
              });
            }
          }
        }
      },
      CLIENT_LIMIT_MS,
    );
  });
}

test("H112: a server without a token says in its document that none is needed", async () => {
  await using home = await tmp();
  await using served = await serve(["--no-auth"], { home: home.path });
  const file = join(home.path, "openapi.json");
  const document = await json(served, "/openapi.json");
  expect(document.security).toEqual([]);
  await Bun.write(file, JSON.stringify(document));
  const { code, stdout, stderr } = await lint(file);
  expect(code, stdout + stderr).toBe(0);
});

/** Brings back what calls that were meant to change it have changed. */
async function restored(root: string): Promise<void> {
  for (const [path, text] of Object.entries(FILES)) {
    const file = Bun.file(join(root, path));
    if (!(await file.exists()) || (await file.text()) !== text) await Bun.write(file, text);
  }
}

const STRICT = { strict: true } as const;

/**
 * Whether a valid call ended as it may: with an answer, or, where it needs what this machine may lack (a language
 * server) or changes what the calls before it left, with the problem that says so. Never with a fault of the call.
 */
function isFaithful({ isConsequential, input }: Operation, status: number, code: string | undefined): boolean {
  if (status === 200 || code === "unavailable") return true;
  // An example cannot know which folders a machine has.
  if (code === "not_found" && input.required?.includes("project")) return true;
  return isConsequential && ["not_found", "exists", "stale", "refused", "ambiguous"].includes(code ?? "");
}

async function json(served: Served, path: string): Promise<OpenApiDocument> {
  const response = await served.fetch(path);
  expect(response.status).toBe(200);
  return (await response.json()) as OpenApiDocument;
}
