-- Pages that models and people write about a project, linked by `mem:name`.
-- 1. `text` is UTF-8 and `hash` the SHA-256 of it, in hex: a row whose text has another hash is damaged, and said to be.
-- 2. `folded` is the name as file systems compare it that do not tell case apart: no two pages may share a file there.
-- 3. `changed_at` is ISO 8601 in UTC.
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

-- What page and file were when they last were the same, in the folder of each worktree: what differs from it since has changed.
CREATE TABLE mirrored (
  root TEXT NOT NULL,
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (root, name)
) STRICT, WITHOUT ROWID;

-- Moves between this database and the global one that were begun: a crash of one does not undo the other, so whoever comes
-- next ends them. Hashes are those of the page under its old and its new name.
CREATE TABLE moves (
  old TEXT NOT NULL PRIMARY KEY,
  new TEXT NOT NULL,
  old_hash TEXT NOT NULL,
  new_hash TEXT NOT NULL
) STRICT;

-- The last renaming of a global page, by its number in the global database, that the links here have followed.
CREATE TABLE followed (one INTEGER PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL) STRICT;

-- Facts, decisions and pitfalls that were noted.
-- 1. `tags` is a JSON array of strings. `at` is ISO 8601 in UTC. `commit_hash` is the commit that was checked out.
CREATE TABLE notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  text TEXT NOT NULL,
  kind TEXT NOT NULL,
  tags TEXT NOT NULL,
  at TEXT NOT NULL,
  caller TEXT NOT NULL,
  commit_hash TEXT
) STRICT;

-- What a note is about: a file, or a symbol of it. `hash` is that of its bytes, or of the declaration, when it was noted.
CREATE TABLE note_subjects (
  note INTEGER NOT NULL REFERENCES notes ON DELETE CASCADE,
  number INTEGER NOT NULL,
  path TEXT NOT NULL,
  name_path TEXT,
  hash TEXT NOT NULL,
  PRIMARY KEY (note, number)
) STRICT, WITHOUT ROWID;
