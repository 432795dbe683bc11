-- The words of each content as numbers, chunk by chunk, for ranking in memory: see src/index/content-terms.ts.
CREATE TABLE terms (content INTEGER PRIMARY KEY REFERENCES contents (id), data BLOB NOT NULL) STRICT;
