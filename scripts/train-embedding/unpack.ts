/** Takes the code and the licence files out of a package's archives. */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Files that are taken where the list of packages does not name their endings. */
const ENDINGS =
  ".c .h .cc .cpp .cxx .hpp .hh .hxx .inl .ipp .cs .java .kt .kts .scala .swift .m .mm .go .rs .py .pyx .rb .php .js .mjs .cjs .jsx .ts .tsx .mts .lua .hs .lhs .ex .exs .erl .hrl .zig .sh .bash .zsh .ml .mli .nim .cr .R .r .jl .tcl .pl .pm .d .dart .clj .groovy .vue .svelte".split(
    " ",
  );
const LICENCES = [
  "LICEN[CS]E*",
  "licen[cs]e*",
  "Licen[cs]e*",
  "COPYING*",
  "COPYRIGHT*",
  "copyright",
  "NOTICE*",
  "UNLICENSE*",
  "package.json",
];

/**
 * Unpacks archives into a folder, which is made; a folder that is there already is left as it is.
 * @param endings of the files that are wanted, all code when empty.
 */
export function unpack(archives: readonly string[], endings: readonly string[], folder: string): void {
  if (existsSync(folder)) return;
  const fresh = `${folder}.part`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const patterns = [...(endings.length > 0 ? endings : ENDINGS).map((ending) => `*${ending}`), ...LICENCES];
  for (const archive of archives.filter((file) => !file.endsWith(".dsc"))) {
    if (archive.endsWith(".deb")) {
      Bun.spawnSync(["dpkg-deb", "-x", archive, fresh]);
      continue;
    }
    if (archive.endsWith(".pom")) {
      copyFileSync(archive, join(fresh, "pom.xml"));
      continue;
    }
    const isZip = /\.(zip|jar)$/.test(archive);
    const command = isZip
      ? ["unzip", "-qq", "-o", archive, ...patterns.map((one) => (one.startsWith("*") ? one : `*${one}`)), "-d", fresh]
      : ["tar", "-xf", archive, "-C", fresh, "--no-same-owner", "--wildcards", "--no-anchored", ...patterns];
    Bun.spawnSync(command, { stderr: "ignore" }); // both fail where one of the patterns matches nothing
  }
  Bun.spawnSync(["chmod", "-R", "u+rwX", fresh]);
  renameSync(fresh, join(folder));
}
