-- A document is a chunk as it stands in a file of some path. Words of the path are embedded with the text, so a content that
-- two files have, or that a file keeps under another name, gives documents, and vectors, of their own.
-- 1. A document is written in one transaction with its vector, or with the reason why it has none, so that what has no
--    document is what is still to be done, whatever ended the work.
-- 2. It lives as long as its content is kept, also while no file has it: going back to another branch embeds nothing.
-- 3. All are of one model, the one of `embedding` in index_info; with another all go.
CREATE TABLE documents (
  -- Never given out again: its vector may go a little later than it.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chunk INTEGER NOT NULL REFERENCES chunks (id),
  path TEXT NOT NULL,
  -- Why it has no vector; null when it has one.
  fault TEXT,
  UNIQUE (chunk, path)
) STRICT;

CREATE INDEX documents_by_path ON documents (path);

-- Documents that went and whose vectors have to go: that needs an extension which not everybody who removes contents has.
CREATE TABLE gone_documents (id INTEGER PRIMARY KEY) STRICT;
