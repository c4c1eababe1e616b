-- Tables, their logs and their results. The quotes keep the words of the house where SQL uses them too.
CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    "group" TEXT NOT NULL,
    game TEXT NOT NULL,
    edition INTEGER NOT NULL,
    content TEXT NOT NULL,
    setup BLOB NOT NULL,
    seed BLOB,
    options BLOB NOT NULL,
    created REAL NOT NULL,
    touched REAL NOT NULL,
    over INTEGER NOT NULL CHECK (over IN (0, 1))
);
CREATE INDEX tables_by_touched ON tables (touched);
CREATE INDEX tables_by_group ON tables ("group");

CREATE TABLE log (
    "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    entry INTEGER NOT NULL CHECK (entry >= 0),
    line BLOB NOT NULL,
    PRIMARY KEY ("table", entry)
) WITHOUT ROWID;

-- No reference to tables: a result outlives its table while the group plays on.
CREATE TABLE results (
    "table" TEXT NOT NULL PRIMARY KEY,
    "group" TEXT NOT NULL,
    game TEXT NOT NULL,
    setup BLOB NOT NULL,
    over BLOB NOT NULL,
    clean INTEGER NOT NULL CHECK (clean IN (0, 1)),
    title TEXT NOT NULL,
    ended REAL NOT NULL
);
CREATE INDEX results_by_group ON results ("group");
