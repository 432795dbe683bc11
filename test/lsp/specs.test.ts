/**
 * Every server that ships, with the fake server under the name of its program: it is found, probed and started with its own
 * arguments, gets its options and settings, becomes ready by its rule, is given the file under the right name, answers, and
 * ends in its way.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { SERVERS } from "../../src/language/_builtin.gen.ts";
import { Servers } from "../../src/language/servers.ts";
import { type Driven, drive } from "../fixture/driven-spec.ts";
import { CATALOG } from "../fixture/project.ts";
import { NAMES } from "../fixture/spec-samples.ts";

/** More at once would only wait for each other. */
const AT_ONCE = 6;

const ids = Object.keys(SERVERS);
const driven = new Map<string, Driven | Error>();

beforeAll(async () => {
  const left = ids.values();
  const worker = async () => {
    for (const id of left) driven.set(id, await drive(id).catch((error: Error) => error));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}, 120_000);

/** A part of a spec with what its words stand for. */
function filled<T>(part: T, { root, data, packages }: Driven["places"]): T {
  const text = JSON.stringify(part)
    .replaceAll("{root}", root)
    .replaceAll("{data}", data)
    .replaceAll(/\{package:([^}]+)\}/g, (_, name: string) => `${packages}/${name}`);
  return JSON.parse(text) as T;
}

describe.each(ids)("%s", (id) => {
  const of = () => {
    const one = driven.get(id)!;
    if (one instanceof Error) throw one;
    return one;
  };

  test("answers, with names as people know them, and wholly once it is ready", () => {
    const { symbols, uses, reason } = of();
    expect(symbols).toEqual([NAMES[id]?.[1] ?? "total"]);
    expect([uses, reason]).toEqual([1, undefined]);
  });

  test("is started with its arguments, options and settings, and is given files as what they are", () => {
    const { spec, file, lines, places } = of();
    const named = (method: string) => lines.filter((line) => line.method === method);
    expect(lines[0]!.arguments).toEqual(filled(spec.command.slice(1), places));
    const { initializationOptions, rootPath } = named("initialize")[0]!.params as Record<string, unknown>;
    expect(initializationOptions).toMatchObject(filled(spec.initialization_options, places));
    expect(rootPath).toBe(places.root);
    const answers = lines.filter(({ to }) => to === "workspace/configuration").map(({ answer }) => answer);
    const settings = filled(new Servers({ [id]: spec }, CATALOG).settingsOf(spec, true), places);
    if (spec.options_section !== undefined)
      expect(initializationOptions).toMatchObject(settings[spec.options_section] as object);
    expect(answers).toEqual(Object.keys(spec.settings).map((section) => [settings[section]]));
    const { languageId } = (named("textDocument/didOpen")[0]!.params as Record<string, { languageId: string }>)
      .textDocument!;
    expect(languageId).toBe(spec.language_id ?? CATALOG.protocolIdOf(file)!);
    if (spec.exit !== "kill") expect(lines.slice(-2).map(({ method }) => method)).toEqual(["shutdown", "exit"]);
  });
});
