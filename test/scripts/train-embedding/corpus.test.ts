import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { isExcludedPackage, isExcludedPath } from "../../../scripts/train-embedding/excluded.ts";
import { debianLicence, isPermissive, projectLicence, readLicence } from "../../../scripts/train-embedding/licence.ts";
import { LOCK_FILE, listedPackages, lockedPackages, readLock } from "../../../scripts/train-embedding/lock-file.ts";

test("no package that the model learned from belongs to a project of the benchmark", () => {
  expect(readLock().length).toBeGreaterThan(300);
  expect(readLock().filter(({ name }) => isExcludedPackage(name))).toEqual([]);
  expect(listedPackages().filter(({ name }) => isExcludedPackage(name))).toEqual([]);
});

test("every package that the model learned from is under permissive licences", () => {
  expect(readLock().filter(({ licence }) => !isPermissive(licence))).toEqual([]);
});

test("the lock file settles what the list names, with hashes, and names no host", () => {
  const listed = new Set(listedPackages().map(({ registry, name }) => `${registry} ${name}`));
  for (const { registry, name, version, sha256 } of readLock()) {
    expect(listed).toContain(`${registry} ${name}`);
    expect(version).not.toBe("");
    expect(Object.values(sha256).every((hash) => /^[0-9a-f]{64}$/.test(hash)) && Object.keys(sha256).length > 0).toBe(
      true,
    );
  }
  expect(readFileSync(LOCK_FILE, "utf8")).not.toMatch(/https?:|\/work\/|\/root\//);
  expect(lockedPackages().length).toBe(readLock().length);
});

test.each([
  "flask",
  "Flask-Cors",
  "requests",
  "@trpc/server",
  "@reduxjs/toolkit",
  "redux-thunk",
  "serde",
  "serde_derive",
  "tokio-util",
  "axum-core",
  "zod",
  "express",
  "com.google.code.gson:gson",
  "com.fasterxml.jackson.core:jackson-databind",
  "org.apache.commons:commons-lang3",
  "org.typelevel:cats-core_2.13",
  "io.circe:circe-core_3",
  "org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm",
  "io.ktor:ktor-server-core-jvm",
  "org.jetbrains.exposed:exposed-core",
  "github.com/gin-gonic/gin",
  "github.com/go-chi/chi/v5",
  "github.com/spf13/cobra",
  "haskell-aeson",
  "haskell-pandoc",
  "php-illuminate-support",
  "php-guzzlehttp-psr7",
  "ruby-rack",
  "ruby-rails",
  "abseil",
  "libuv1",
  "bats",
  "ziglang",
  "curl",
])("%s must not be learned from", (name) => {
  expect(isExcludedPackage(name)).toBe(true);
});

test.each([
  "org.typelevel:cats-effect_3",
  "github.com/spf13/viper",
  "org.apache.commons:commons-compress",
  "com.squareup.moshi:moshi",
  "ruby-graphql",
  "rxjs",
  "symfony",
])("%s may be learned from", (name) => {
  expect(isExcludedPackage(name)).toBe(false);
});

test("copies of such projects within other packages are passed over", () => {
  for (const path of [
    "third/absl/strings/cat.h",
    "src/nlohmann/json.hpp",
    "include/json.hpp",
    "a/com/google/gson/Gson.java",
    "kotlinx/coroutines/Job.kt",
  ]) {
    expect(isExcludedPath(path)).toBe(true);
  }
  expect(isExcludedPath("src/json/reader.cpp")).toBe(false);
});

test("licences are told by their words", () => {
  const mit = "Permission is hereby granted, free\n * of charge, to any person obtaining a copy of this software";
  expect(readLicence(mit)).toEqual({ permissive: ["MIT"], isReciprocal: false });
  expect(readLicence("GNU GENERAL PUBLIC LICENSE Version 3")).toEqual({ permissive: [], isReciprocal: true });
  expect(readLicence("Mozilla Public License Version 2.0").isReciprocal).toBe(true);
  expect(readLicence("Apache License\n   Version 2.0, January 2004").permissive).toEqual(["Apache-2.0"]);
  expect(isPermissive("MIT, Apache-2.0")).toBe(true);
  expect(isPermissive("MIT, GPL-3.0")).toBe(false);
  expect(isPermissive("")).toBe(false);
});

test("of Debian's statement the licence of all files counts, and a choice is taken where one is permissive", () => {
  const of = (licence: string) =>
    `Format: x\n\nFiles: *\nCopyright: somebody\nLicense: ${licence}\n\nFiles: debian/*\nLicense: GPL-2+\n`;
  expect(debianLicence(of("Expat"))).toBe("MIT");
  expect(debianLicence(of("BSD-3-clause and Apache-2.0"))).toBe("BSD, Apache-2.0");
  expect(isPermissive(debianLicence(of("GPL-2+ or Expat"))!)).toBe(true);
  expect(isPermissive(debianLicence(of("LGPL-2.1+"))!)).toBe(false);
  expect(debianLicence("It was packaged by hand.")).toBeUndefined();
});

test("a project file of Maven names its licences", () => {
  const of = (...names: string[]) => names.map((name) => `<license><name> ${name} </name></license>`).join("");
  expect(projectLicence(of("The Apache Software License, Version 2.0"))).toBe("Apache-2.0");
  expect(isPermissive(projectLicence(of("MIT License", "Eclipse Public License v2.0"))!)).toBe(false);
  expect(projectLicence("<project/>")).toBeUndefined();
});
