-- When each family album was opened last: one that nobody opens for a year is forgotten.
CREATE TABLE albums (
    browser TEXT NOT NULL PRIMARY KEY,
    opened REAL NOT NULL,
    seal BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX albums_by_opening ON albums (opened);
