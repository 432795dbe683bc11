/** Which address `waymark serve` may bind, and under which names it may then be asked. */
import { UserError } from "../../base/error.ts";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "::1"]);

interface Binding {
  host: string;
  /** The address was given with `--host`, not only in the settings: nobody opens a machine by an old settings file. */
  isFlag: boolean;
  hasToken: boolean;
  allowedHosts: readonly string[];
}

/** @throws UserError `refused` that says all that is missing for an address that others can reach. */
export function assertBindable({ host, isFlag, hasToken, allowedHosts }: Binding): void {
  if (LOOPBACK.has(host)) return;
  const missing = [
    ...(isFlag ? [] : ["the flag --host (the setting alone is not enough)"]),
    ...(hasToken ? [] : ["a token (leave --no-auth out)"]),
    ...(allowedHosts.length > 0 ? [] : ["the names that clients use, in your setting allowed_hosts"]),
  ];
  if (missing.length === 0) return;
  throw new UserError(
    "refused",
    `Address "${host}" is not a loopback address; it also needs ${missing.join(" and ")}.`,
    {
      hint: "Or leave --host out, or give 127.0.0.1, localhost or ::1.",
    },
  );
}

/**
 * The `Host` values that name the server. A listed name without a port may come with the server's own or with none, as
 * behind a proxy; without a token the list does not count, so that nobody else's name leads to an open server.
 */
export function hostNames({
  port,
  hasToken,
  allowedHosts,
}: Pick<Binding, "hasToken" | "allowedHosts"> & { port: number }) {
  const own = ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port}`);
  const listed = hasToken ? allowedHosts : [];
  return new Set([...own, ...listed, ...listed.map((name) => `${name}:${port}`)]);
}
