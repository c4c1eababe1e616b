-- How browsers get on with puzzles: a record for each, which the store never opens.
CREATE TABLE puzzles (
    browser TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL,
    touched REAL NOT NULL,
    seal BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX puzzles_by_touch ON puzzles (touched);
