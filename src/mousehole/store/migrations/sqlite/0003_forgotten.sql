-- Tables that nobody touched for long: hidden at first, gone for good a month later, unless somebody touches them.
CREATE TABLE forgotten (
    "table" TEXT NOT NULL PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    since REAL NOT NULL,
    seal BLOB NOT NULL
) WITHOUT ROWID;
