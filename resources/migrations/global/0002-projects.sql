-- A row is a folder that was opened as a project, at its real absolute path.
-- 1. A row stays when the folder is gone: only `remove_project` takes it out.
-- 2. `opened_at` is ISO 8601 in UTC and rises with each opening.
CREATE TABLE projects (
  root TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  opened_at TEXT NOT NULL
) STRICT;
