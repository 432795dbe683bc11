/** Where a user's configuration stands on this system. */
import { homedir } from "node:os";
import { join } from "node:path";
import type { UserFolders } from "../../client/setup.ts";

/** @param variables of the environment. */
export function foldersOf(variables: Readonly<Record<string, string>>): UserFolders {
  const home = variables.HOME ?? homedir();
  const platform = process.platform === "darwin" ? "macos" : process.platform === "win32" ? "windows" : "linux";
  return {
    home,
    config: variables.XDG_CONFIG_HOME ?? join(home, ".config"),
    appData: variables.APPDATA ?? join(home, "AppData", "Roaming"),
    platform,
    variables,
  };
}
