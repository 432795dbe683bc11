-- A row is one call of a tool. It holds no argument and no answer, only sizes and times.
-- 1. Rows are only added, in batches, by any process of the user; nobody changes them.
-- 2. `at` is ISO 8601 in UTC; `outcome` is `ok` or an error code.
CREATE TABLE usage (
  id INTEGER PRIMARY KEY,
  tool TEXT NOT NULL,
  surface TEXT NOT NULL,
  client TEXT NOT NULL,
  at TEXT NOT NULL,
  duration_ms REAL NOT NULL,
  outcome TEXT NOT NULL,
  chars INTEGER NOT NULL,
  estimated_tokens INTEGER NOT NULL
) STRICT;

CREATE INDEX usage_by_tool ON usage (tool, at);
