-- Adventures that people draw: each with its files and every change, in bytes that the store never opens.
-- A row without a browser is an adventure as it lies on tables, named by the hash of its files.
CREATE TABLE workshops (
    id TEXT NOT NULL PRIMARY KEY,
    browser TEXT NOT NULL,
    title TEXT NOT NULL,
    revision BIGINT NOT NULL,
    value BYTEA NOT NULL,
    touched DOUBLE PRECISION NOT NULL,
    seal BYTEA NOT NULL
);
CREATE INDEX workshops_by_browser ON workshops (browser);
CREATE INDEX workshops_by_touch ON workshops (touched);
