-- What is known of a project's files. Everything here can be made again from the files; nothing else may be kept here.
-- 1. A content is the text of files in one dialect: it is read once, however many files have it and however often they
--    change back to it. Its rows are written in one transaction and never changed.
-- 2. A file points to its content as of `stamp`; a content that no file has any more is kept for a while (`retired`).
-- 3. `generation` in index_info rises with every transaction that changes what a query can see.
CREATE TABLE index_info (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE contents (
  id INTEGER PRIMARY KEY,
  -- 16 bytes of the SHA-256 of the file's bytes.
  hash BLOB NOT NULL,
  -- Language, grammar and query that it was read with, of text without a grammar the language; then its encoding, if not UTF-8.
  dialect TEXT NOT NULL,
  language TEXT NOT NULL,
  lines INTEGER NOT NULL,
  -- Places where the parser could not follow the text.
  errors INTEGER NOT NULL,
  -- Why it has no symbols although its language has: `minified`, `timed out`, `not parsed`.
  skip TEXT,
  -- Generation in which its last file went; null while a file has it.
  retired INTEGER,
  UNIQUE (hash, dialect)
) STRICT;

CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  -- Null for a file that was not read.
  content INTEGER REFERENCES contents (id),
  role TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- Size, times and inode when it was read; a file whose stamp differs has to be read again.
  stamp TEXT NOT NULL,
  -- When it was read, in milliseconds: a file that changed at about that time may have changed again since.
  read_at INTEGER NOT NULL,
  -- Why it was not read: `binary`, `too large`, `secret`, `unreadable`, `link`, `no file`.
  skip TEXT
) STRICT;

CREATE INDEX files_by_content ON files (content);

CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

CREATE VIRTUAL TABLE symbol_names USING fts5 (name, content = 'names', content_rowid = 'id', tokenize = 'trigram');

CREATE TABLE symbols (
  content INTEGER NOT NULL REFERENCES contents (id),
  -- Place in the order of the file.
  place INTEGER NOT NULL,
  -- Place of the symbol around it; -1 at the top.
  parent INTEGER NOT NULL,
  name INTEGER NOT NULL REFERENCES names (id),
  name_path TEXT NOT NULL,
  kind TEXT NOT NULL,
  exported INTEGER NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  name_line INTEGER NOT NULL,
  name_column INTEGER NOT NULL,
  signature TEXT NOT NULL,
  PRIMARY KEY (content, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX symbols_by_name ON symbols (name);

CREATE TABLE imports (
  content INTEGER NOT NULL REFERENCES contents (id),
  place INTEGER NOT NULL,
  source TEXT NOT NULL,
  -- JSON array.
  names TEXT NOT NULL,
  line INTEGER NOT NULL,
  PRIMARY KEY (content, place)
) STRICT, WITHOUT ROWID;

-- Which contents use an identifier; case and some marks aside, so `occurrences` decides.
CREATE VIRTUAL TABLE identifiers USING fts5 (
  names,
  content = '',
  contentless_delete = 1,
  detail = none,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Pc' tokenchars '$'"
);

-- Identifiers of a content with their lines: see src/index/occurrence-data.ts.
CREATE TABLE occurrences (content INTEGER PRIMARY KEY REFERENCES contents (id), data BLOB NOT NULL) STRICT;

CREATE TABLE chunks (
  id INTEGER PRIMARY KEY,
  content INTEGER NOT NULL REFERENCES contents (id),
  place INTEGER NOT NULL,
  -- Offsets in UTF-16 units.
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  -- 16 hex digits; equal texts have equal vectors.
  text_hash TEXT NOT NULL,
  -- Names of the symbols that it defines, separated by line feeds.
  symbols TEXT NOT NULL,
  UNIQUE (content, place)
) STRICT;
