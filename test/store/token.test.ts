import { expect, test } from "bun:test";
import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ensureToken } from "../../src/store/token.ts";
import { equalInConstantTime } from "../../src/surface/constant-time.ts";
import { tmp } from "../fixture/tmp.ts";

test("a token is 32 random bytes, made once, and nothing else stays behind", async () => {
  await using one = await tmp();
  await using other = await tmp();
  const token = ensureToken(one.path);
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(ensureToken(one.path)).toBe(token);
  expect(ensureToken(other.path)).not.toBe(token);
  expect(readdirSync(one.path)).toEqual(["token"]);
});

test("its file is the user's alone, also when a copy left it open to others", async () => {
  await using dir = await tmp();
  const file = join(dir.path, "token");
  const token = ensureToken(dir.path);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o644);
  expect(ensureToken(dir.path)).toBe(token);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a comparison looks at every character of the secret, wherever the first difference is", () => {
  const secret = "0123456789abcdef";
  const looked = (given: string): [same: boolean, characters: number] => {
    let characters = 0;
    const counting = {
      length: secret.length,
      charCodeAt(at: number) {
        characters++;
        return secret.charCodeAt(at);
      },
    };
    return [equalInConstantTime(given, counting as unknown as string), characters];
  };
  for (const given of ["", "x", `x${secret.slice(1)}`, `${secret.slice(0, -1)}x`, `${secret}x`, secret.slice(1)])
    expect([given, ...looked(given)]).toEqual([given, false, secret.length]);
  expect(looked(secret)).toEqual([true, secret.length]);
});
