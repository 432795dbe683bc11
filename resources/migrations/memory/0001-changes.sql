-- The journal of changes that tools made to files, kept so that they can be undone.
-- 1. A change is `pending` from before its first file is touched until its last is in place. Whoever finds a pending one while
--    it holds the lock of this journal takes it back: the process that began it has died.
-- 2. `root` is the real path of the project's folder: worktrees share the journal, and each has its own changes.
-- 3. `undoes` is the change that this one took back; that one is `undone` then.
CREATE TABLE changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  root TEXT NOT NULL,
  tool TEXT NOT NULL,
  caller TEXT NOT NULL,
  at TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'applied', 'undone')),
  undoes INTEGER
) STRICT;

CREATE INDEX changes_by_root ON changes (root, id);

-- A row is one file of a change. `path` is how the caller named it, `real` where it lies, both relative to the root.
-- 1. `before` is its content, compressed with zstd; NULL where there was no file. Hashes are of the content as it is; NULL stands
--    for no file.
-- 2. `fresh` and `kept` are the names, beside the file, of the new content before it is in place and of the old file after.
-- 3. `made` counts the folders that were made for it. `in_place` is 1 when it is written over instead of being replaced.
CREATE TABLE changed_files (
  change INTEGER NOT NULL REFERENCES changes ON DELETE CASCADE,
  number INTEGER NOT NULL,
  path TEXT NOT NULL,
  real TEXT NOT NULL,
  before BLOB,
  before_hash TEXT,
  after_hash TEXT,
  mode INTEGER,
  fresh TEXT NOT NULL,
  kept TEXT NOT NULL,
  made INTEGER NOT NULL,
  in_place INTEGER NOT NULL,
  added INTEGER NOT NULL,
  removed INTEGER NOT NULL,
  PRIMARY KEY (change, number)
) STRICT;
