/** Tells from the text of a licence file which permissive licences it grants, and whether it asks for more than those do. */

/** A sentence of each licence that no other has. */
const SENTENCES: readonly [string, RegExp][] = [
  ["MIT", /permission is hereby granted, free of charge, to any person obtaining a copy/],
  ["BSD", /redistribution and use in source and binary forms,? with or without modification/],
  ["Apache-2.0", /apache license,? version 2\.0|apache license version 2\.0, january 2004/],
  [
    "ISC",
    /permission to use, copy, modify,? and(\/or)? distribute this software (and its documentation )?for any purpose/,
  ],
  [
    "Zlib",
    /altered source versions must be plainly marked as such|provided 'as-is', without any express or implied warranty/,
  ],
  ["BSL-1.0", /boost software license/],
  ["Unlicense", /this is free and unencumbered software released into the public domain/],
  ["CC0-1.0", /creative commons cc0|cc0 1\.0 universal/],
  ["PostgreSQL", /postgresql (global development group|database management system)/],
  ["TCL", /the authors hereby grant permission to use, copy, modify, distribute, and license this software/],
  ["public domain", /(author disclaims copyright|dedicated to the public domain|released (in)?to the public domain)/],
  ["PSF-2.0", /python software foundation license version 2/],
  ["HPND", /permission to use, copy, modify,? and distribute this software (and its|for any purpose)/],
];

/** Words of licences that ask for more. */
const RECIPROCAL =
  /gnu (lesser|library|affero|general) |\b(a|l)?gpl(v?[23]|-[23])|mozilla public license|eclipse public license|common development and distribution|server side public|business source license|european union public/;

export interface LicenceReading {
  /** Permissive licences whose words are in the text, by their SPDX names where they have one. */
  permissive: string[];
  /** Whether words of a licence are there that asks for more. */
  isReciprocal: boolean;
}

export function readLicence(text: string): LicenceReading {
  const flat = text.toLowerCase().replace(/[\s#*/"“”;-]+/g, " ");
  return {
    permissive: SENTENCES.filter(([, sentence]) => sentence.test(flat)).map(([name]) => name),
    isReciprocal: RECIPROCAL.test(flat),
  };
}

const ALLOWED = new Set(
  "MIT MIT-0 BSD BSD-1-Clause BSD-2-Clause BSD-3-Clause 0BSD Apache-2.0 ISC Zlib BSL-1.0 Unlicense CC0-1.0 PostgreSQL TCL PSF-2.0 HPND"
    .split(" ")
    .concat("public domain"),
);

/** Whether every licence of the list `MIT, BSD` (as the lock file writes it) is permissive. */
export function isPermissive(licence: string): boolean {
  return licence !== "" && licence.split(", ").every((one) => ALLOWED.has(one));
}

const DEBIAN_NAMES: Readonly<Record<string, string>> = {
  expat: "MIT",
  x11: "MIT",
  "mit/x11": "MIT",
  "mit-1": "MIT",
  "zlib/libpng": "Zlib",
  "zlib-libpng-like-permissive": "Zlib",
  "bsl-1": "BSL-1.0",
  mit: "MIT",
  "mit-style": "MIT",
  isc: "ISC",
  zlib: "Zlib",
  boost: "BSL-1.0",
  "bsl-1.0": "BSL-1.0",
  "boost-1.0": "BSL-1.0",
  "apache-2.0": "Apache-2.0",
  "apache-2": "Apache-2.0",
  apache: "Apache-2.0",
  unlicense: "Unlicense",
  postgresql: "PostgreSQL",
  "public-domain": "public domain",
  "cc0-1.0": "CC0-1.0",
};

/**
 * The licence that a file `debian/copyright` in the form that programs read states for all files, as the lock file writes it:
 * its own words where they are unknown here. Undefined when the file is not in that form.
 */
export function debianLicence(text: string): string | undefined {
  if (!/^Format:/m.test(text)) return undefined;
  const whole = text
    .split(/\n\s*\n/)
    .find((stanza) => /^Files:\s*\*\s*$/m.test(stanza) || /^Files: \*[ \n]/m.test(stanza));
  const stated = /^License:\s*(.+)$/m.exec(whole ?? "")?.[1];
  if (!stated) return undefined;
  // Of several to choose from, one that is permissive is chosen; of several that hold at once all must be.
  const known = (name: string) => DEBIAN_NAMES[name] ?? (/^bsd/.test(name) ? "BSD" : name);
  const choices = stated
    .toLowerCase()
    .split(/\s+or\s+/)
    .map((choice) =>
      choice
        .split(/\s+and\s+|,\s*/)
        .map((one) => known(one.trim()))
        .join(", "),
    );
  return choices.find(isPermissive) ?? choices[0];
}

/** The licences that a project file of Maven names, as the lock file writes them; undefined when it names none. */
export function projectLicence(xml: string): string | undefined {
  const names = [...xml.matchAll(/<license>[\s\S]*?<name>\s*([^<]+?)\s*<\/name>/g)].map(([, name]) => name!);
  const known = names.map((name) => {
    if (/apache/i.test(name)) return "Apache-2.0";
    if (/^(the )?mit\b/i.test(name)) return "MIT";
    return /\bbsd\b/i.test(name) ? "BSD" : name;
  });
  return known.length > 0 ? [...new Set(known)].sort().join(", ") : undefined;
}
