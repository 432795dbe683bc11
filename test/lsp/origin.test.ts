import { describe, expect, test } from "bun:test";
import { chmod, mkdir, symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { noServer, whyMissing } from "../../src/lsp/no-origin.ts";
import type { NoOrigin, Origin } from "../../src/lsp/origin.ts";
import { CATALOG, origins, place, SHIPPED, SYSTEM_PATH, script, serverNamed } from "../fixture/origin.ts";
import { ends, pidIn } from "../fixture/processes.ts";
import { tmp } from "../fixture/tmp.ts";

const WORKS = 'test "$1" = --version && echo "mine 1.2.3"';

function found(result: Origin | NoOrigin): Origin {
  if ("tried" in result) throw new Error(JSON.stringify(result.tried));
  return result;
}

function missing(result: Origin | NoOrigin): NoOrigin {
  if (!("tried" in result)) throw new Error(`found ${result.program}`);
  return result;
}

/** An install as Waymark leaves it. */
async function installed(data: string, id: string, version: string, at: string): Promise<string> {
  const folder = join(data, "servers", id, version);
  const program = await script(join(folder, "bin/mine"), WORKS);
  const note = { server: id, version, with: "npm", program: "bin/mine", installed_at: at };
  await Bun.write(join(folder, "install.json"), JSON.stringify(note));
  return program;
}

describe("a server comes from", () => {
  test("Waymark's own installs before the PATH, the latest before the older", async () => {
    await using dir = await tmp();
    await script(join(dir.path, "bin/mine"), WORKS);
    await installed(dir.path, "mine", "1.0.0", "2026-01-01T00:00:00.000Z");
    const latest = await installed(dir.path, "mine", "2.0.0", "2026-02-01T00:00:00.000Z");
    await mkdir(join(dir.path, "servers/mine/3.0.0"), { recursive: true }); // never finished
    const origin = found(await origins(dir.path, [join(dir.path, "bin")]).find(serverNamed("mine"), place("/")));
    expect([origin.source, origin.program, origin.version]).toEqual(["waymark", latest, "1.2.3"]);
    expect(origin.launch).toMatchObject({ command: [latest, "--stdio"], cwd: "/" });
  });

  test("the PATH, with only the variables that its spec names", async () => {
    await using dir = await tmp({ "project/sub/x": "" });
    const program = await script(join(dir.path, "bin/mine"), WORKS);
    const spec = serverNamed("mine", { env: ["GOPATH", "NOT_SET"], set_env: { GOTOOLCHAIN: "local" } });
    const root = join(dir.path, "project");
    const origin = found(await origins(dir.path, [join(dir.path, "bin")]).find(spec, place(root, { folder: "sub" })));
    expect([origin.source, origin.launch.cwd]).toEqual(["path", join(root, "sub")]);
    expect(origin.launch.command).toEqual([program, "--stdio"]);
    expect(origin.launch.env).toEqual({
      PATH: `${dir.path}/bin:${SYSTEM_PATH}`,
      HOME: dir.path,
      GOPATH: "/go",
      GOTOOLCHAIN: "local",
    });
  });

  test("the project only where the user trusts it, the nearest first", async () => {
    await using dir = await tmp();
    const root = join(dir.path, "project");
    await script(join(root, "node_modules/.bin/mine"), WORKS);
    const near = await script(join(root, "web/.venv/bin/mine"), WORKS);
    const supply = origins(dir.path, []);
    const untrusted = missing(await supply.find(serverNamed("mine"), place(root, { folder: "web" })));
    expect(untrusted.tried.filter(({ source }) => source === "project")).toEqual(
      [near, join(root, "node_modules/.bin/mine")].map((what) => ({
        source: "project",
        what,
        why: "it lies in the project, which is not trusted",
      })),
    );
    const error = noServer(CATALOG.named("python")!, [untrusted], root);
    expect(error.hint).toContain(`projects: { "${root}": { trust: true } }`);
    const origin = found(await supply.find(serverNamed("mine"), place(root, { folder: "web", isTrusted: true })));
    expect([origin.source, origin.program]).toEqual(["project", near]);
  });

  test("a server that runs code of any project only where the user trusts this one", async () => {
    await using dir = await tmp();
    await script(join(dir.path, "bin/perl"), WORKS);
    const root = join(dir.path, "project");
    const supply = origins(dir.path, [join(dir.path, "bin")]);
    const spec = { ...SHIPPED.named("perl-language-server")!, probe: ["--version"] };
    const untrusted = missing(await supply.find(spec, place(root)));
    expect(whyMissing(untrusted)).toBe(`${root}: the server runs code of this project, which is not trusted`);
    expect(found(await supply.find(spec, place(root, { isTrusted: true }))).source).toBe("path");
  });

  test("no folder of the PATH that depends on the place, or that lies in a project that is not trusted", async () => {
    await using dir = await tmp();
    const root = join(dir.path, "project");
    const program = await script(join(root, "tools/mine"), WORKS);
    await symlink(join(root, "tools"), join(dir.path, "link"));
    const path = `${root}/tools:.:tools::${dir.path}/link:${SYSTEM_PATH}`;
    const supply = origins(dir.path, [], { path });
    expect(whyMissing(missing(await supply.find(serverNamed("mine"), place(root))))).toContain("it is not on the PATH");
    const trusted = found(await supply.find(serverNamed("mine"), place(root, { isTrusted: true })));
    expect(trusted.program).toBe(program);
    const elsewhere = found(await supply.find(serverNamed("mine"), place(join(dir.path, "other"))));
    expect(elsewhere.program).toBe(program);
  });

  test("the user's settings and then from nowhere else, though it says no version", async () => {
    await using dir = await tmp();
    await script(join(dir.path, "bin/mine"), "exit 3");
    const supply = origins(dir.path, [join(dir.path, "bin")]);
    const origin = found(await supply.find(serverNamed("mine"), place("/", { isCommanded: true })));
    expect([origin.source, origin.version]).toEqual(["settings", undefined]);
    const whole = found(await supply.find(serverNamed(join(dir.path, "bin/mine")), place("/", { isCommanded: true })));
    expect(whole.program).toBe(join(dir.path, "bin/mine"));
  });
});

describe("H50: a server that is missing", () => {
  test("by the user's own command is named, with what to correct", async () => {
    await using dir = await tmp();
    const spec = { ...SHIPPED.named("pyright")!, command: ["no-such-langserver", "--stdio"] };
    const result = missing(await origins(dir.path, []).find(spec, place("/", { isCommanded: true })));
    const error = noServer(CATALOG.named("python")!, [result], "/p");
    expect(error.message).toBe("python: unavailable, pyright: command not found: no-such-langserver.");
    expect(error.hint).toStartWith("Correct servers.pyright.command in your settings, or remove it.");
  });

  test("everywhere is told with every place and a command that would bring it", async () => {
    await using dir = await tmp();
    const supply = origins(dir.path, []);
    const python = CATALOG.named("python")!;
    const results = await Promise.all(SHIPPED.of(python).map((spec) => supply.find(spec, place("/"))));
    const error = noServer(python, results.map(missing), "/p");
    expect(error.code).toBe("unavailable");
    expect(error.message).toContain(
      "basedpyright: Waymark has not installed it, basedpyright-langserver: it is not on the PATH; pyright: ",
    );
    expect(error.hint).toBe(
      "Run `waymark install python`, or install it yourself: pip install basedpyright, or npm install -g basedpyright.",
    );
    const rust = noServer(
      CATALOG.named("rust")!,
      // Under a name that no machine has: some have this one.
      [
        missing(
          await supply.find({ ...SHIPPED.named("rust-analyzer")!, command: ["no-such-rust-analyzer"] }, place("/")),
        ),
      ],
      "/p",
    );
    expect(rust.hint).toBe("Install it: rustup component add rust-analyzer rust-src.");
    expect(noServer(CATALOG.named("ada")!, [], "/p").hint).toContain("servers.<id>");
  });
});

describe("a candidate that does not work", () => {
  test("such as a shim for what is not there is passed over for the next of that name", async () => {
    await using dir = await tmp();
    const shim = await script(join(dir.path, "shims/mine"), "echo \"error: Unknown binary 'mine'\" >&2; exit 1");
    const real = await script(join(dir.path, "bin/mine"), WORKS);
    const both = origins(dir.path, [join(dir.path, "shims"), join(dir.path, "bin")]);
    expect(found(await both.find(serverNamed("mine"), place("/"))).program).toBe(real);
    const alone = missing(await origins(dir.path, [join(dir.path, "shims")]).find(serverNamed("mine"), place("/")));
    expect(whyMissing(alone)).toContain(`${shim}: asked with --version, it ended with 1: error: Unknown binary 'mine'`);
  });

  test("because it says nothing in time is ended with all that it started", async () => {
    await using dir = await tmp();
    await script(join(dir.path, "bin/mine"), "sh -c 'echo $$ > pid; exec sleep 100' & wait");
    const supply = origins(dir.path, [join(dir.path, "bin")], { timeoutMs: 500 });
    const result = missing(await supply.find(serverNamed("mine"), place("/")));
    expect(whyMissing(result)).toContain("it did not say its version within 0.5 s and was ended");
    expect(await ends(await pidIn(join(dir.path, "pid")))).toBe(true);
  });

  test("because it is another version of that name says so by what it says", async () => {
    await using dir = await tmp();
    const spec = SHIPPED.named("typescript")!;
    const supply = origins(dir.path, [join(dir.path, "bin")]);
    await script(join(dir.path, "bin/tsc"), "echo Version 5.9.3");
    expect(whyMissing(missing(await supply.find(spec, place("/"))))).toContain("Version 5.9.3");
    await script(join(dir.path, "bin/tsc"), "echo Version 7.0.2");
    expect(found(await supply.find(spec, place("/"))).version).toBe("7.0.2");
  });

  test("because it lacks a package that must lie with it is told, so that the project's own is never taken", async () => {
    await using dir = await tmp();
    const spec = SHIPPED.named("typescript-language-server")!;
    await script(join(dir.path, "lib/node_modules/tls/cli"), WORKS);
    await mkdir(join(dir.path, "bin"));
    await symlink("../lib/node_modules/tls/cli", join(dir.path, "bin/typescript-language-server"));
    const supply = origins(dir.path, [join(dir.path, "bin")]);
    expect(whyMissing(missing(await supply.find(spec, place("/"))))).toContain("typescript/lib/tsserver.js");
    const tsserver = join(dir.path, "lib/node_modules/typescript/lib/tsserver.js");
    await Bun.write(tsserver, "");
    const { initialization_options } = found(await supply.find(spec, place("/"))).spec;
    expect(initialization_options).toMatchObject({
      disableAutomaticTypingAcquisition: true,
      tsserver: { path: tsserver },
    });
  });
});

test("a program is asked once, and again when its file has changed", async () => {
  await using dir = await tmp();
  const program = await script(join(dir.path, "bin/mine"), `echo asked >> ${dir.path}/asked; ${WORKS}`);
  const supply = origins(dir.path, [join(dir.path, "bin")]);
  const times = async () => (await Bun.file(join(dir.path, "asked")).text()).split("\n").length - 1;
  await Promise.all([1, 2, 3].map(() => supply.find(serverNamed("mine"), place("/"))));
  await supply.find(serverNamed("mine"), place("/"));
  expect(await times()).toBe(1);
  await utimes(program, new Date(), new Date(Date.now() + 5_000));
  await supply.find(serverNamed("mine"), place("/"));
  expect(await times()).toBe(2);
});

test("a script of Node runs on our own runtime where there is no Node", async () => {
  await using dir = await tmp();
  const program = await script(
    join(dir.path, "bin/mine"),
    '#!/usr/bin/env node\nconsole.log(process.argv[2] === "--version" ? "4.5.6" : "?")\n',
  );
  const supply = origins(dir.path, [], { path: join(dir.path, "bin") });
  const origin = found(await supply.find(serverNamed("mine"), place("/")));
  expect([origin.version, origin.launch.command]).toEqual(["4.5.6", [process.execPath, program, "--stdio"]]);
  expect(origin.launch.env.BUN_BE_BUN).toBe("1");
});

test("a script that does not say what runs it runs on Node, and on our own runtime where there is none", async () => {
  await using dir = await tmp({ "package/mine.js": 'console.log("4.5.6");\n' });
  const real = join(dir.path, "package/mine.js");
  await chmod(real, 0o755);
  await mkdir(join(dir.path, "bin"));
  await symlink(real, join(dir.path, "bin/mine"));
  const command = async (path: string) => {
    return found(await origins(dir.path, [], { path }).find(serverNamed("mine"), place("/"))).launch.command;
  };
  const node = await script(join(dir.path, "node/node"), 'echo "mine 1.2.3"');
  expect(await command(`${dir.path}/bin`)).toEqual([process.execPath, real, "--stdio"]);
  expect(await command(`${dir.path}/bin:${dir.path}/node`)).toEqual([node, real, "--stdio"]);
});

describe("a project that is not trusted", () => {
  const rust = SHIPPED.named("rust-analyzer")!;

  test.each([
    ["rust-toolchain.toml", '[toolchain]\npath = "./evil"\n'],
    [".cargo/config.toml", '[build]\nrustc-wrapper = "./evil"\n'],
    [".cargo/config", '[target.x]\n"\\u0072unner" = "./evil"\n'],
  ])("whose %s names what a server would run gets none", async (file, text) => {
    await using dir = await tmp({ [`p/${file}`]: text, "p/crates/a/Cargo.toml": "" });
    await script(join(dir.path, "bin/rust-analyzer"), WORKS);
    const supply = origins(dir.path, [join(dir.path, "bin")]);
    const root = join(dir.path, "p");
    const refused = missing(await supply.find(rust, place(root, { folder: "crates/a" })));
    expect(whyMissing(refused)).toBe(
      `${file}: the server would run what it names in this project, which is not trusted`,
    );
    expect("tried" in (await supply.find(rust, place(root, { folder: "crates/a", isTrusted: true })))).toBe(false);
  });

  test("whose files of that name are harmless gets one, and its settings are sent as options too", async () => {
    await using dir = await tmp({ "p/rust-toolchain.toml": '[toolchain]\nchannel = "stable"\n', "p/Cargo.toml": "" });
    await script(join(dir.path, "bin/rust-analyzer"), WORKS);
    const supply = origins(dir.path, [join(dir.path, "bin")]);
    const settings = SHIPPED.settingsOf(rust, false);
    const { spec } = found(await supply.find(rust, place(join(dir.path, "p"), { settings })));
    expect(spec.initialization_options).toEqual(settings["rust-analyzer"] as Record<string, never>);
    expect(spec.initialization_options.cargo).toEqual({ targetDir: true, buildScripts: { enable: false } });
  });
});
