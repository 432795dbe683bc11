/** What an embedder is to be, as plain data that also a worker can be given. */
import type { SettingValues } from "../settings/resolve.ts";
import { prefixesOf } from "./prefix.ts";

/** An OpenAI-compatible service. */
export interface EndpointTask {
  /** Without a slash at the end; `/embeddings` is added. */
  url: string;
  model: string;
  /** Never logged. */
  key: string | undefined;
  /** Numbers that each vector shall have; undefined for as many as the model gives. */
  dimensions: number | undefined;
  queryPrefix: string;
  documentPrefix: string;
  /** Longer texts are cut, in UTF-16 units. */
  mostChars: number;
  /** Requests at once. */
  concurrency: number;
  /** The most that one request for passages may take. */
  timeoutMs: number;
}

export interface EmbeddingTask {
  provider: "embedded" | "endpoint" | "off";
  /** Of the provider `endpoint`; text says what is missing for it in the settings. */
  endpoint?: EndpointTask | string;
  /** Whether a question by intent fails, rather than being answered by its words alone, while vectors are missing. */
  isStrict: boolean;
  /** How long a question waits for its own vector. */
  queryTimeoutMs: number;
}

/** No vectors at all. */
export const NO_EMBEDDING: EmbeddingTask = { provider: "off", isStrict: false, queryTimeoutMs: 0 };

/** @param variable reads the environment variable that holds the key of the service. */
export function embeddingTask(values: SettingValues, variable: (name: string) => string | undefined): EmbeddingTask {
  const provider = values["embedding.provider"];
  return {
    provider,
    ...(provider === "endpoint" && { endpoint: endpointTask(values, variable) }),
    isStrict: values["embedding.strict"],
    queryTimeoutMs: values["embedding.query_timeout_ms"],
  };
}

function endpointTask(values: SettingValues, variable: (name: string) => string | undefined): EndpointTask | string {
  const { "embedding.url": url, "embedding.model": model, "embedding.api_key_env": keyName } = values;
  if (url === undefined) return "embedding.provider is endpoint, and embedding.url is not set";
  if (model === undefined) return "embedding.provider is endpoint, and embedding.model is not set";
  const key = values["embedding.api_key"] ?? (keyName === undefined ? undefined : variable(keyName));
  if (keyName !== undefined && !key) return `embedding.api_key_env names ${keyName}, and that variable is not set`;
  const preset = prefixesOf(model);
  return {
    url: url.replace(/\/+$/, ""),
    model,
    key: key || undefined,
    dimensions: values["embedding.dimensions"],
    queryPrefix: values["embedding.query_prefix"] ?? preset.query,
    documentPrefix: values["embedding.document_prefix"] ?? preset.document,
    mostChars: values["embedding.max_chars"],
    concurrency: values["embedding.concurrency"],
    timeoutMs: values["embedding.timeout_s"] * 1_000,
  };
}

/** Whether an address is of this machine alone. */
export function isOfMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}

/** Origin of the service that texts of the project are sent to, where that is on another machine. */
export function foreignService({ endpoint }: EmbeddingTask): string | undefined {
  if (endpoint === undefined || typeof endpoint === "string" || isOfMachine(endpoint.url)) return undefined;
  return new URL(endpoint.url).origin;
}
