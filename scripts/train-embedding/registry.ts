/** Fetches packages as their registries publish them, each through the ordinary client of its registry as this machine has set it up. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const REGISTRIES = ["npm", "pypi", "crates", "go", "maven", "debian", "deb"] as const;
export type Registry = (typeof REGISTRIES)[number];

/** A package as it is asked for; without a version the newest is taken. */
export interface Wanted {
  name: string;
  version?: string;
}

/** What came: `files` lie in the folder that was named, sorted. Debian's packages have several. */
export interface Fetched {
  name: string;
  version: string;
  files: string[];
}

type Fetch = (wanted: readonly Wanted[], folder: string) => Fetched[];

/**
 * Brings packages into a folder; one that cannot be had is told on the error stream and left out.
 * @param folder belongs to the registry alone.
 */
export function fetchAll(registry: Registry, wanted: readonly Wanted[], folder: string): Fetched[] {
  mkdirSync(folder, { recursive: true });
  return FETCHERS[registry](wanted, folder);
}

const FETCHERS: Record<Registry, Fetch> = {
  npm: each(({ name, version = "latest" }, folder) => {
    const [packed] = JSON.parse(run(["npm", "pack", "--json", "--pack-destination", folder, `${name}@${version}`])) as [
      { version: string; filename: string },
    ];
    return { name, version: packed.version, files: [packed.filename.replace(/^@/, "").replaceAll("/", "-")] };
  }),
  pypi: each(({ name, version }, folder) => {
    const found = run(["python3", join(import.meta.dir, "sdist.py"), name, version ?? "", folder])
      .trim()
      .split("\n");
    const [taken, file] = found.at(-1)!.split("\t") as [string, string];
    return { name, version: taken, files: [file] };
  }),
  crates,
  go: each(({ name, version = "latest" }, folder) => {
    const env = { GOMODCACHE: join(folder, "cache"), GOFLAGS: "-modcacherw" };
    const found = JSON.parse(run(["go", "mod", "download", "-json", `${name}@${version}`], { env, cwd: folder })) as {
      Version: string;
      Zip: string;
    };
    const file = `${name.replaceAll("/", "_")}@${found.Version}.zip`;
    run(["cp", found.Zip, join(folder, file)]);
    return { name, version: found.Version, files: [file] };
  }),
  maven,
  deb: each(({ name, version }, folder) => {
    const at = join(folder, name);
    mkdirSync(at, { recursive: true });
    run(["apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", version ? `${name}=${version}` : name], {
      cwd: at,
    });
    const file = readdirSync(at).find((one) => one.endsWith(".deb"))!;
    return { name, version: decodeURIComponent(file.split("_")[1]!), files: [join(name, file)] };
  }),
  debian: each(({ name, version }, folder) => {
    const [plain, suite] = name.split("@") as [string, string | undefined];
    const options = sourceOptions(folder);
    const versions = [
      ...run(["apt-cache", ...options, "showsrc", "--only-source", plain]).matchAll(/^Version: (.+)$/gm),
    ];
    const list = versions.map(([, one]) => one!);
    const taken = version ?? newest(list, suite, plain, options);
    if (!taken) throw new Error("no such source package");
    const at = join(folder, plain);
    mkdirSync(at, { recursive: true });
    const source = ["apt-get", ...options, "-qq", "source", "--download-only"];
    try {
      run([...source, `${plain}=${taken}`], { cwd: at });
    } catch {
      run([...source, "--tar-only", `${plain}=${taken}`], { cwd: at }); // Debian's own part is not served everywhere
    }
    const files = readdirSync(at).filter((file) => /\.(dsc|tar\.\w+)$/.test(file));
    return { name, version: taken, files: files.map((file) => join(plain, file)).sort() };
  }),
};

function each(one: (wanted: Wanted, folder: string) => Fetched): Fetch {
  return (wanted, folder) =>
    wanted.flatMap((item) => {
      try {
        return [one(item, folder)];
      } catch (error) {
        console.error(`${item.name}: ${String(error).slice(0, 300)}`);
        return [];
      }
    });
}

/** Cargo resolves a project's whole tree, so it is asked for one crate at a time and only that crate's archive is kept. */
function crates(wanted: readonly Wanted[], folder: string): Fetched[] {
  const project = join(folder, "project");
  mkdirSync(join(project, "src"), { recursive: true });
  writeFileSync(join(project, "src/lib.rs"), "");
  return each(({ name, version = "*" }) => {
    const wish = version === "*" ? version : `=${version}`;
    writeFileSync(
      join(project, "Cargo.toml"),
      `[package]\nname = "corpus"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n${name} = { version = "${wish}", default-features = false }\n`,
    );
    run(["rm", "-f", "Cargo.lock"], { cwd: project });
    const home = join(folder, "home");
    run(["cargo", "fetch", "--quiet"], { cwd: project, env: { CARGO_HOME: home } });
    const lock = Bun.TOML.parse(readFileSync(join(project, "Cargo.lock"), "utf8")) as {
      package: { name: string; version: string }[];
    };
    const found = lock.package.find((one) => one.name === name)!.version;
    const file = `${name}-${found}.crate`;
    const [cached] = new Bun.Glob(`registry/cache/*/${file}`).scanSync({ cwd: home });
    run(["cp", join(home, cached!), join(folder, file)]);
    return { name, version: found, files: [file] };
  })(wanted, folder);
}

/**
 * Maven starts slowly, so it is asked for all at once, and again without the one that it stops at. The project file of each
 * comes along: it names the licence.
 */
function maven(wanted: readonly Wanted[], folder: string): Fetched[] {
  const out = join(folder, "jars");
  const had = copied(wanted, "<classifier>sources</classifier>", folder, out).flatMap(({ name }) => {
    const lead = `${name.replace(":", ".")}-`;
    const file = readdirSync(out).find(
      (one) => one.startsWith(lead) && /^\d.*-sources\.jar$/.test(one.slice(lead.length)),
    );
    return file ? [{ name, version: file.slice(lead.length, -"-sources.jar".length) }] : [];
  });
  copied(had, "<type>pom</type>", folder, out);
  return had.map(({ name, version }) => {
    const lead = join("jars", `${name.replace(":", ".")}-${version}`);
    return {
      name,
      version,
      files: [`${lead}-sources.jar`, `${lead}.pom`].filter((file) => existsSync(join(folder, file))),
    };
  });
}

/** Those that could be copied, in the form that is named. */
function copied(wanted: readonly Wanted[], form: string, folder: string, out: string): readonly Wanted[] {
  const project = join(folder, "pom.xml");
  for (let left = [...wanted]; ; ) {
    const items = left.map(({ name, version = "RELEASE" }) => {
      const [group, artifact] = name.split(":");
      return `<artifactItem><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${form}</artifactItem>`;
    });
    writeFileSync(
      project,
      `<project><modelVersion>4.0.0</modelVersion><groupId>corpus</groupId><artifactId>corpus</artifactId><version>0</version><packaging>pom</packaging><build><plugins><plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-dependency-plugin</artifactId><version>3.6.1</version><configuration><outputDirectory>${out}</outputDirectory><prependGroupId>true</prependGroupId><artifactItems>${items.join("")}</artifactItems></configuration></plugin></plugins></build></project>`,
    );
    if (left.length === 0) return [];
    try {
      run(["mvn", "-q", "-B", "-f", project, "dependency:copy"]);
      return left;
    } catch (error) {
      const said = String(error);
      const stopped = left.find(({ name }) => said.includes(`${name}:`));
      if (!stopped) throw error;
      console.error(`${stopped.name}: ${said.slice(0, 300)}`);
      left = left.filter((one) => one !== stopped);
    }
  }
}

/** Options by which apt reads the machine's own mirrors for sources, in this and the next release, with lists of its own. */
function sourceOptions(folder: string): string[] {
  const own = join(folder, "apt");
  const sources = join(own, "list.sources");
  const options = [
    `Dir::Etc::SourceList=${sources}`,
    "Dir::Etc::SourceParts=/dev/null",
    `Dir::State::Lists=${join(own, "lists")}`,
    "APT::Sandbox::User=root",
  ].flatMap((option) => ["-o", option]);
  if (existsSync(join(own, "lists"))) return options;
  mkdirSync(join(own, "lists/partial"), { recursive: true });
  const [first = ""] = readFileSync("/etc/apt/sources.list.d/debian.sources", "utf8").split("\n\n");
  const lines = first.replace(/^Types:.*$/m, "Types: deb-src").replace(/^Suites:.*$/m, "Suites: bookworm trixie");
  writeFileSync(sources, `${lines}\n`);
  run(["apt-get", ...options, "-qq", "update"]);
  return options;
}

/** Of bookworm, unless another release is named. */
function newest(versions: readonly string[], suite = "bookworm", name: string, options: string[]): string | undefined {
  const lines = run(["apt-cache", ...options, "madison", name]).split("\n");
  const of = lines.filter((line) => line.includes(`${suite}/`) && line.includes("Sources"));
  const listed = of.map((line) => line.split("|")[1]!.trim()).filter((one) => versions.includes(one));
  return listed.sort((a, b) => (isLater(a, b) ? -1 : 1))[0];
}

function isLater(a: string, b: string): boolean {
  return Bun.spawnSync(["dpkg", "--compare-versions", a, "gt", b]).exitCode === 0;
}

function run(command: string[], { cwd, env = {} }: { cwd?: string; env?: Record<string, string> } = {}): string {
  const done = Bun.spawnSync(command, { ...(cwd ? { cwd } : {}), env: { ...process.env, ...env }, stderr: "pipe" });
  if (done.exitCode !== 0) throw new Error(`${command[0]}: ${`${done.stdout}${done.stderr}`.trim().slice(0, 2_000)}`);
  return done.stdout.toString();
}
