/** What a file is for, by its path: rankings and filters ask. */
import { kindByPath } from "../project/kind.ts";

export const ROLES = ["source", "test", "generated", "docs", "config", "migration"] as const;
export type Role = (typeof ROLES)[number];

const TEST = [
  /(^|\/)(tests?|testing|__tests__|spec|specs|e2e|testdata|fixtures?)\//i,
  /(^|\/)test_[^/]+\.py$/,
  /[._-](test|tests|spec|specs)\.[^/]+$/i,
  /(^|\/)[^/]*Tests?\.(java|kt|kts|cs|swift|scala|groovy|php)$/,
  /_test\.(go|py|rb|exs?|c|cc|cpp|lua|dart|ml)$/,
  /(^|\/)conftest\.py$/,
];
const MIGRATION = [/(^|\/)(migrations?|db\/migrate|alembic\/versions)\//i];
const DOCS = [
  /\.(md|mdx|rst|adoc|txt|tex)$/i,
  /(^|\/)docs?\//i,
  /(^|\/)(LICENSE|COPYING|NOTICE|AUTHORS|CHANGELOG)[^/]*$/,
];
const CONFIG = [
  /\.(json|jsonc|json5|ya?ml|toml|ini|cfg|conf|properties|plist|editorconfig|lock|xml)$/i,
  /(^|\/)(Dockerfile|Makefile|CMakeLists\.txt|Jenkinsfile|Gemfile|Rakefile|\.[^/]+rc)$/,
];

export function roleOf(path: string): Role {
  if (kindByPath(path) === "generated") return "generated";
  const is = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(path));
  if (is(TEST)) return "test";
  if (is(MIGRATION)) return "migration";
  if (is(CONFIG)) return "config";
  if (is(DOCS)) return "docs";
  return "source";
}
