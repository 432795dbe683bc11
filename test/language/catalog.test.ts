import { describe, expect, test } from "bun:test";
import { LANGUAGES, SERVERS } from "../../src/language/_builtin.gen.ts";
import { Catalog, type OwnLanguages } from "../../src/language/catalog.ts";
import { Servers } from "../../src/language/servers.ts";
import { resolveSettings } from "../../src/settings/resolve.ts";
import { syntaxFault } from "../../src/syntax/known.ts";

const said = (languages: Record<string, unknown>) => {
  const { values, warnings } = resolveSettings([{ origin: "user", from: "user", values: { languages } }]);
  return { own: values.languages as OwnLanguages, warnings };
};

describe("a user's own language", () => {
  const zzz = { name: "Zzz", files: { zzz: [".zzz", "Zzzfile", "Zzz.*"] }, servers: ["zzz-server"] };

  test("is found by its files, and others as before", () => {
    const { own, warnings } = said({ zzz });
    const catalog = new Catalog(LANGUAGES, own);
    expect([...warnings, ...catalog.warnings]).toEqual([]);
    for (const path of ["a.zzz", "src/Zzzfile", "Zzz.old"])
      expect([path, catalog.of(path)?.id, catalog.protocolIdOf(path)]).toEqual([path, "zzz", "zzz"]);
    expect(catalog.of("a.ts")?.id).toBe("typescript");
    expect(catalog.named("zzz")?.servers).toEqual(["zzz-server"]);
  });

  test("takes a suffix from the language that had it; a known one keeps what is not said", () => {
    const { own } = said({ matlab: { files: { matlab: [".m"] } }, v: { files: { v: [".v", ".vsh"] } } });
    const catalog = new Catalog(LANGUAGES, own);
    expect([catalog.warnings, catalog.of("a.m")?.id, catalog.of("a.v")?.id, catalog.of("a.mm")?.id]).toEqual([
      [],
      "matlab",
      "v",
      "objective-c",
    ]);
    expect(catalog.named("matlab")?.servers).toEqual(["matlab-language-server", "matlab-lsp-server"]);
  });

  test("may borrow a grammar, and one that there is not is told with those that there are", () => {
    const { own } = said({
      good: { files: { good: [".good"] }, syntax: { grammar: "python", query: "python" } },
      bad: { files: { bad: [".bad"] }, syntax: { grammar: "klingon" } },
      worse: { files: { worse: [".worse"] }, syntax: { grammar: "python" } },
      like: { files: { like: [".like"] }, imports: { like: "klingon" } },
    });
    const catalog = new Catalog(LANGUAGES, own, syntaxFault);
    expect([".good", ".bad", ".worse", ".like"].map((suffix) => catalog.of(`a${suffix}`)?.id)).toEqual([
      "good",
      undefined,
      undefined,
      undefined,
    ]);
    expect(catalog.warnings).toEqual([
      expect.stringMatching(/^languages\.bad is not used: there is no grammar "klingon"; there are .*python/),
      expect.stringMatching(/^languages\.worse is not used: there is no query "worse"; syntax\.query names one of/),
      expect.stringMatching(/^languages\.like is not used: imports\.like is "klingon"/),
    ]);
  });

  test("that does not fit is told with its place, and the others count", () => {
    const { own, warnings } = said({
      zzz,
      Bad: { files: { bad: [".bad"] } },
      typo: { file: { typo: [".typo"] } },
      empty: { files: { empty: [] } },
    });
    expect(Object.keys(own)).toEqual(["zzz"]);
    expect(warnings).toEqual([
      expect.stringMatching(/^user: languages\.Bad does not count: an id has small letters/),
      expect.stringMatching(/^user: languages\.typo does not count: .*"file"/),
      expect.stringMatching(/^user: languages\.empty does not count: files\.empty: /),
    ]);
    const { own: bare } = said({ bare: { name: "Bare" } });
    expect(new Catalog(LANGUAGES, bare).warnings).toEqual([
      expect.stringMatching(/^languages\.bare is not used: files: .* A language of your own needs files\.$/),
    ]);
  });

  test("that wants another's file name of the user's is told so, and so is a server that there is not", () => {
    const { own } = said({ zzz, yyy: { files: { yyy: [".zzz", ".yyy"] } } });
    const catalog = new Catalog(LANGUAGES, own);
    expect(catalog.of("a.yyy")?.id).toBe("yyy");
    expect(new Servers(SERVERS, catalog).warnings).toEqual([
      'languages.yyy does not get ".zzz": it belongs to languages.zzz, too.',
      'languages.zzz names "zzz-server", which is no server.',
    ]);
  });

  test("is not a repository's to say", () => {
    const layer = { origin: "p", from: "repository", values: { languages: { zzz } } } as const;
    const { values, warnings } = resolveSettings([layer]);
    expect([values.languages, warnings]).toEqual([{}, [expect.stringContaining("languages is the user's own to set")]]);
  });
});

test("a name counts before a suffix, a longer suffix before a shorter one, and the start of a name last", () => {
  const ids = ["CMakeLists.txt", "a.app.src", "Dockerfile.dev", "Dockerfile.dev.sql", "x/Dockerfile", "Dockerfiles.x"];
  const catalog = new Catalog(LANGUAGES);
  expect(ids.map((path) => catalog.of(path)?.id)).toEqual([
    "cmake",
    "erlang",
    "dockerfile",
    "sql",
    "dockerfile",
    undefined,
  ]);
});
