/** Fetches packages of Debian and unpacks them into a folder, so that nothing is installed on the machine. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Unpacks packages, and those that they depend on and that are not installed, into `<dataDir>/debian/`.
 * @returns the first package's version, `apt`, and the folder; `bin` in it has a script for each program, which finds its libraries.
 * @throws Error where apt does not know or reach them.
 */
export async function unpackDebian(
  packages: readonly string[],
  dataDir: string,
  signal: AbortSignal,
): Promise<[version: string, from: string, folder: string]> {
  const folder = join(dataDir, "debian");
  const archives = join(folder, "archives");
  mkdirSync(archives, { recursive: true });
  const simulated = await output(
    ["apt-get", "install", "--simulate", "--no-install-recommends", ...packages],
    folder,
    signal,
  );
  // Inst <name> (<version> <origins> [<architecture>])
  const wanted = [...simulated.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+)/gm)].map(
    ([, name, version]) => `${name}=${version}`,
  );
  if (wanted.length > 0) {
    await output(["apt-get", "download", ...wanted], archives, signal);
    for (const name of readdirSync(archives)) {
      if (wanted.some((one) => name.startsWith(`${one.slice(0, one.indexOf("="))}_`)))
        await output(["dpkg-deb", "--extract", join(archives, name), folder], folder, signal);
    }
  }
  putScripts(folder);
  const [first = ""] = wanted.filter((one) => one.startsWith(`${packages[0]}=`));
  return [first.slice(first.indexOf("=") + 1) || "installed already", "apt", folder];
}

function putScripts(folder: string): void {
  const programs = join(folder, "usr/bin");
  const libraries = ["usr/lib/x86_64-linux-gnu", "usr/lib/aarch64-linux-gnu", "usr/lib"].map((one) =>
    join(folder, one),
  );
  libraries.push(
    ...namesIn(join(folder, "usr/lib"))
      .filter((name) => name.startsWith("llvm-"))
      .map((name) => join(folder, "usr/lib", name, "lib")),
  );
  const perl = ["usr/share/perl5", "usr/share/perl", "usr/lib/x86_64-linux-gnu/perl5"].map((one) => join(folder, one));
  mkdirSync(join(folder, "bin"), { recursive: true });
  for (const name of namesIn(programs)) {
    const env = `LD_LIBRARY_PATH='${libraries.join(":")}' PERL5LIB='${perl.join(":")}'`;
    writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${env} exec '${join(programs, name)}' "$@"\n`, {
      mode: 0o755,
    });
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function output(command: string[], cwd: string, signal: AbortSignal): Promise<string> {
  const child = Bun.spawn(command, { cwd, stdin: "ignore", stdout: "pipe", stderr: "pipe", signal });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${command.slice(0, 2).join(" ")} failed: ${stderr.trim().split("\n").at(-1)}`);
  return stdout;
}
