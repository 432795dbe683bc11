/**
 * How a browser gets in: `waymark dashboard` makes a link whose code is signed with the bearer token, so that only who
 * can read the token can make one, while the token itself stands in no address. The server takes each code once, for a
 * few minutes, and gives a cookie for it.
 */
import { equalInConstantTime } from "./constant-time.ts";

/** A code is to be used at once: it may stand in the shell's history and the browser's. */
export const CODE_LIFE_MS = 5 * 60_000;

/** Clocks of two processes on one machine may differ by this. */
const CLOCK_SLACK_MS = 5_000;

const COOKIE_LIFE_MS = 12 * 60 * 60_000;

/** Browsers that are logged in at once; one more logs the oldest out. */
const COOKIES_KEPT = 32;

/** A browser that is logged in. */
export interface LoginSession {
  /** Goes into forms and comes back with them, to show that our own page sent them. */
  readonly csrf: string;
  readonly expiresAt: number;
}

/** A code for one login: `time.nonce.signature`. */
export async function loginCode(token: string, now = Date.now()): Promise<string> {
  const claim = `${now.toString(36)}.${randomHex(16)}`;
  return `${claim}.${await signature(token, claim)}`;
}

export class Login {
  readonly #sessions = new Map<string, LoginSession>(); // by cookie value, oldest first
  readonly #used = new Map<string, number>(); // claims that were taken, until they would have expired
  readonly #token: string | undefined;
  readonly #now: () => number;
  readonly #csrf = randomHex(16);

  constructor(token: string | undefined, now: () => number = Date.now) {
    this.#token = token;
    this.#now = now;
  }

  /** False where every request is let in anyway. */
  get isNeeded(): boolean {
    return this.#token !== undefined;
  }

  /** Takes a code, once. @returns the cookie's value, or undefined if the code is wrong, old or used. */
  async take(code: string): Promise<string | undefined> {
    const [, claim, time, signed] = /^(([0-9a-z]{1,12})\.[0-9a-f]{32})\.([0-9a-f]{64})$/.exec(code) ?? [];
    if (this.#token === undefined || !claim || !time || !signed) return undefined;
    if (!equalInConstantTime(signed, await signature(this.#token, claim))) return undefined;
    const now = this.#now();
    const age = now - Number.parseInt(time, 36);
    if (age > CODE_LIFE_MS || age < -CLOCK_SLACK_MS || this.#used.has(claim)) return undefined;
    for (const [old, until] of this.#used) if (until < now) this.#used.delete(old);
    this.#used.set(claim, now + CODE_LIFE_MS + CLOCK_SLACK_MS);

    const cookie = randomHex(32);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= COOKIES_KEPT && oldest !== undefined) this.#sessions.delete(oldest);
    this.#sessions.set(cookie, { csrf: randomHex(16), expiresAt: now + COOKIE_LIFE_MS });
    return cookie;
  }

  /** The browser that sent this `Cookie` header, if it is logged in. */
  session(header: string | null): LoginSession | undefined {
    for (const value of cookieValues(header)) {
      const session = this.#sessions.get(value);
      if (session && session.expiresAt > this.#now()) return session;
    }
    return undefined;
  }

  /** What forms of our pages must bring back: of the browser that is logged in; where none is, of this server. */
  csrf(header: string | null): string {
    return this.session(header)?.csrf ?? this.#csrf;
  }

  /** Logs the browser out. */
  end(header: string | null): void {
    for (const value of cookieValues(header)) this.#sessions.delete(value);
  }
}

/** Not bound to a port, as no cookie is: with two servers on one machine each looks for its own among the values. */
const COOKIE = "waymark_login";

/** The `Set-Cookie` header that keeps a value, or without one that forgets it. */
export function setCookie(value: string | undefined): string {
  const age = value === undefined ? 0 : COOKIE_LIFE_MS / 1000;
  return `${COOKIE}=${value ?? ""}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict`;
}

function cookieValues(header: string | null): string[] {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(`${COOKIE}=`)).map((pair) => pair.slice(COOKIE.length + 1));
}

async function signature(token: string, claim: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(token), algorithm, false, ["sign"]);
  return hex(new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(`waymark login ${claim}`))));
}

function randomHex(bytes: number): string {
  return hex(crypto.getRandomValues(new Uint8Array(bytes)));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
