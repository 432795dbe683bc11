-- Pages that all projects share; their names begin with `global/`. Columns as in the migration of the same tables for a project.
CREATE TABLE memories (
  name TEXT NOT NULL PRIMARY KEY,
  folded TEXT NOT NULL UNIQUE,
  text BLOB NOT NULL,
  hash TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  caller TEXT NOT NULL
) STRICT;

-- Hashes of the texts that a page has had: a file with one of them is an old version of it, not somebody's change.
CREATE TABLE memory_texts (
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (name, hash)
) STRICT, WITHOUT ROWID;

-- Renamings in their order: each project lets its links follow them when it is next used.
CREATE TABLE memory_renames (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  old TEXT NOT NULL,
  new TEXT NOT NULL
) STRICT;
