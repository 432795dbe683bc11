/** Files that hold secrets by their name: listed, but neither read, searched nor embedded. */

const SECRET_NAMES = [
  /^\.env(\..+)?$/i,
  /^id_(rsa|dsa|ecdsa|ed25519)$/i,
  /\.(pem|key|p12|pfx|jks|keystore|kdbx)$/i,
  /^\.(netrc|pgpass|npmrc|pypirc|htpasswd)$/i,
  /^credentials(\.json)?$/i,
];
const HARMLESS_NAMES = /^\.env\.(example|sample|template|dist)$/i;

/** @param path relative to the root, with `/`. */
export function isSecretName(path: string): boolean {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  if (HARMLESS_NAMES.test(name)) return false;
  return parts.includes(".ssh") || SECRET_NAMES.some((pattern) => pattern.test(name));
}
