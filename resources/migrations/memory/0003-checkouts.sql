-- What was checked out in each worktree when its files were last looked at, as `commit seconds`: an old text that comes with another
-- commit was checked out, not written.
CREATE TABLE checkouts (root TEXT NOT NULL PRIMARY KEY, head TEXT NOT NULL) STRICT, WITHOUT ROWID;
