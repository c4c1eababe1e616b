-- When each family album was opened last: one that nobody opens for a year is forgotten.
CREATE TABLE albums (
    browser TEXT NOT NULL PRIMARY KEY,
    opened DOUBLE PRECISION NOT NULL,
    seal BYTEA NOT NULL
);
CREATE INDEX albums_by_opening ON albums (opened);
