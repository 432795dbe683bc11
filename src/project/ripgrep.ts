/** The ripgrep program that ships with Waymark, one for each platform; a build keeps only its own. */

type Embedded = Promise<{ default: unknown }>;

/** Path of the program, inside the executable or in the packages; undefined where none is shipped. */
export async function embeddedRipgrep(): Promise<string | undefined> {
  const found = await load();
  return found?.default as string | undefined;
}

function load(): Embedded | undefined {
  if (process.platform === "linux" && process.arch === "x64") {
    return import("@vscode/ripgrep-linux-x64/bin/rg", { with: { type: "file" } });
  }
  if (process.platform === "linux" && process.arch === "arm64") {
    return import("@vscode/ripgrep-linux-arm64/bin/rg", { with: { type: "file" } });
  }
  if (process.platform === "darwin" && process.arch === "arm64") {
    return import("@vscode/ripgrep-darwin-arm64/bin/rg", { with: { type: "file" } });
  }
  if (process.platform === "darwin" && process.arch === "x64") {
    return import("@vscode/ripgrep-darwin-x64/bin/rg", { with: { type: "file" } });
  }
  if (process.platform === "win32" && process.arch === "x64") {
    return import("@vscode/ripgrep-win32-x64/bin/rg.exe", { with: { type: "file" } });
  }
  return undefined;
}
