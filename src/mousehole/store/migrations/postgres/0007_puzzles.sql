-- How browsers get on with puzzles: a record for each, which the store never opens.
CREATE TABLE puzzles (
    browser TEXT NOT NULL PRIMARY KEY,
    value BYTEA NOT NULL,
    touched DOUBLE PRECISION NOT NULL,
    seal BYTEA NOT NULL
);
CREATE INDEX puzzles_by_touch ON puzzles (touched);
