/** What files are for, by their paths. */
import { expect, test } from "bun:test";
import { type Role, roleOf } from "../../src/index/role.ts";

const ROLES: Record<Role, string[]> = {
  source: [
    "src/cart.ts",
    "main.go",
    "lib/attest.ts",
    "src/latest/contest.py",
    "src/testament.rb",
    "src/docker.ts",
    "app/Manifest.java",
    "src/inspector.ts",
    "web/index.html",
    "sql/report.sql",
    "src/documentation.ts",
  ],
  test: [
    "test/cart.ts",
    "src/cart.test.ts",
    "src/cart-spec.js",
    "src/__tests__/cart.js",
    "pkg/cart_test.go",
    "tests/test_cart.py",
    "app/test_views.py",
    "conftest.py",
    "src/CartTest.java",
    "src/CartTests.cs",
    "spec/cart_spec.rb",
    "e2e/login.ts",
    "pkg/testdata/in.json",
    "test/fixture/data.yaml",
    "tests/README.md",
  ],
  generated: ["dist/app.min.js", "api/user.pb.go", "user_pb2.py", "package-lock.json", "Cargo.lock", "vendor/x/a.go"],
  docs: ["README.md", "docs/guide.rst", "doc/example.py", "LICENSE", "CHANGELOG.md", "notes.txt", "COPYING.LESSER"],
  config: [
    "package.json",
    "a/tsconfig.json",
    ".github/workflows/ci.yml",
    "Dockerfile",
    "Makefile",
    ".eslintrc",
    "pom.xml",
  ],
  migration: ["db/migrate/001_users.rb", "migrations/0001.sql", "app/migrations/0002_auto.py", "alembic/versions/a.py"],
};

for (const [role, paths] of Object.entries(ROLES)) {
  test(`these files are ${role}: ${paths.join(", ")}`, () => {
    expect(paths.map((path) => [path, roleOf(path)])).toEqual(paths.map((path) => [path, role as Role]));
  });
}
