/** From settings to what an embedder is to be. */
import { describe, expect, test } from "bun:test";
import { openEmbedder } from "../../src/embed/open-embedder.ts";
import { prefixesOf } from "../../src/embed/prefix.ts";
import { embeddingTask, foreignService } from "../../src/embed/task.ts";
import type { SettingsLayer } from "../../src/settings/load.ts";
import { resolveSettings } from "../../src/settings/resolve.ts";

const OLLAMA = "http://127.0.0.1:11434/v1";
const said = (from: SettingsLayer["from"], values: Record<string, unknown>) => ({ origin: from, from, values });
const taskOf = (values: Record<string, unknown>, repository: Record<string, unknown> = {}, variables = {}) => {
  const { values: all } = resolveSettings([said("user", values), said("repository", repository)]);
  return embeddingTask(all, (name) => (variables as Record<string, string>)[name]);
};
const SERVICE = { "embedding.provider": "endpoint", "embedding.url": OLLAMA, "embedding.model": "nomic-embed-text" };

describe("the task", () => {
  test("is the embedded model by default, and knows no service", () => {
    expect(taskOf({})).toEqual({ provider: "embedded", isStrict: false, queryTimeoutMs: 500 });
    expect(taskOf({ "embedding.url": OLLAMA }).endpoint).toBeUndefined();
  });

  test("has the prefixes of a known model, unless others are set, and no slash at the end of the address", () => {
    expect(taskOf({ ...SERVICE, "embedding.url": `${OLLAMA}/` }).endpoint).toMatchObject({
      url: OLLAMA,
      queryPrefix: "search_query: ",
      documentPrefix: "search_document: ",
      key: undefined,
    });
    const own = taskOf({ ...SERVICE, "embedding.query_prefix": "", "embedding.document_prefix": "d " });
    expect(own.endpoint).toMatchObject({ queryPrefix: "", documentPrefix: "d " });
  });

  test("has the key of the settings, else of the variable that they name, and says when that is not there", () => {
    const named = { ...SERVICE, "embedding.api_key_env": "OPENAI_API_KEY" };
    expect(taskOf({ ...named, "embedding.api_key": "a" }).endpoint).toMatchObject({ key: "a" });
    expect(taskOf(named, {}, { OPENAI_API_KEY: "b" }).endpoint).toMatchObject({ key: "b" });
    expect(taskOf(named).endpoint).toBe("embedding.api_key_env names OPENAI_API_KEY, and that variable is not set");
    const { warnings } = resolveSettings([said("user", { "embedding.api_key_env": "PATH" })]);
    expect(warnings.join()).toContain("it must begin with WAYMARK_ or end in _API_KEY");
  });

  test("says what is missing for a service", async () => {
    const never = new AbortController().signal;
    const { "embedding.model": model, ...rest } = SERVICE;
    expect(openEmbedder(taskOf(rest), never)).rejects.toThrow("embedding.model is not set");
    expect(openEmbedder(taskOf({ "embedding.provider": "endpoint", "embedding.model": model }), never)).rejects.toThrow(
      "embedding.url is not set",
    );
    expect(openEmbedder(taskOf({ "embedding.provider": "off" }), never)).rejects.toThrow("Vectors are off");
  });

  test("a repository can neither name a service nor its key, and may only make the rest stricter", () => {
    const theirs = {
      ...SERVICE,
      "embedding.url": "http://evil.example/v1",
      "embedding.api_key": "x",
      "embedding.api_key_env": "OPENAI_API_KEY",
      "embedding.query_prefix": "x",
      "embedding.concurrency": 64,
      "embedding.query_timeout_ms": 30_000,
    };
    expect(taskOf({}, theirs)).toEqual(taskOf({}));
    expect(taskOf(SERVICE, theirs)).toEqual(taskOf(SERVICE));
    expect(taskOf({}, { "embedding.strict": true }).isStrict).toBe(true);
    expect(taskOf({ "embedding.strict": true }, { "embedding.strict": false }).isStrict).toBe(true);
  });

  test.each([
    "ftp://host/v1",
    "http://",
    "https://user:pass@host/v1",
    "https://host/v1?key=1",
    "https://host/v1#a",
    "host:1",
    "http://host/ v1",
  ])("%s is no address of a service", (url) => {
    expect(taskOf({ ...SERVICE, "embedding.url": url }).endpoint).toContain("embedding.url is not set");
  });
});

test.each([
  ["http://127.0.0.1:1/v1", false],
  ["http://127.1:1/v1", false],
  ["http://LOCALHOST:1/v1", false],
  ["http://[::1]:1/v1", false],
  ["http://ollama.localhost/v1", false],
  ["http://127.0.0.1.evil.example/v1", true],
  ["http://127.evil.example/v1", true],
  ["http://localhost.example/v1", true],
  ["http://192.168.1.2:11434/v1", true],
  ["https://api.openai.com/v1", true],
])("whether text leaves the machine follows from the address (%s)", (url, leaves) => {
  const service = foreignService(taskOf({ ...SERVICE, "embedding.url": url }));
  expect(service).toBe(leaves ? new URL(url).origin : undefined);
});

test.each([
  ["nomic-embed-text:v1.5", "search_query: ", "search_document: "],
  ["nomic-ai/nomic-embed-code", "Represent this query for searching relevant code: ", ""],
  ["CodeRankEmbed", "Represent this query for searching relevant code: ", ""],
  ["intfloat/multilingual-e5-large", "query: ", "passage: "],
  ["text-embedding-3-small", "", ""],
])("the prefixes of %s are known", (model, query, document) => {
  expect(prefixesOf(model)).toEqual({ query, document });
});
