/** Files that are not for reading by their names: those that hold secrets, and git's own data. */

const SECRET_NAMES = [
  /^\.env/i,
  /^id_(rsa|dsa|ecdsa|ed25519)$/i,
  /\.(pem|key|p12|pfx|jks|keystore|kdbx)$/i,
  /^\.(netrc|pgpass|npmrc|pypirc|htpasswd|git-credentials)$/i,
  /^credentials(\.json)?$/i,
];
const HARMLESS_NAMES = /^\.env[.-](example|sample|template|dist|defaults)$/i;

/** Git's folder in every spelling that some file system takes for it, as git itself refuses them. */
const GIT_NAMES = /^(\.git|git~1)[ .]*(:.*)?$/i;

/** Characters that HFS+ passes over in names. */
const PASSED_OVER = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Whether a file is listed but neither read, searched nor embedded. @param path relative to the root, with `/`. */
export function isSecretName(path: string): boolean {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  if (HARMLESS_NAMES.test(name)) return false;
  return parts.some((part) => /^\.ssh$/i.test(part)) || SECRET_NAMES.some((pattern) => pattern.test(name));
}

/** Whether a path leads into git's own data. @param path relative to the root, with `/`. */
export function isGitData(path: string): boolean {
  return path.split("/").some((part) => GIT_NAMES.test(part.replace(PASSED_OVER, "")));
}
