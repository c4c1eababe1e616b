-- What took some thinking, by a name of its question, until it expires. All of it can be thought again.
CREATE TABLE answers (
    key TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    value BLOB NOT NULL,
    expires REAL NOT NULL,
    seal BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX answers_by_expiry ON answers (expires);
