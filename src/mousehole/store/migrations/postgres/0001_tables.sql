-- Tables, their logs and their results. The quotes keep the words of the house where SQL uses them too.
CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    "group" TEXT NOT NULL,
    game TEXT NOT NULL,
    edition BIGINT NOT NULL,
    content TEXT NOT NULL,
    setup BYTEA NOT NULL,
    seed BYTEA,
    options BYTEA NOT NULL,
    created DOUBLE PRECISION NOT NULL,
    touched DOUBLE PRECISION NOT NULL,
    over BOOLEAN NOT NULL
);
CREATE INDEX tables_by_touched ON tables (touched);
CREATE INDEX tables_by_group ON tables ("group");

CREATE TABLE log (
    "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    entry BIGINT NOT NULL CHECK (entry >= 0),
    line BYTEA NOT NULL,
    PRIMARY KEY ("table", entry)
);

-- No reference to tables: a result outlives its table while the group plays on.
CREATE TABLE results (
    "table" TEXT NOT NULL PRIMARY KEY,
    "group" TEXT NOT NULL,
    game TEXT NOT NULL,
    setup BYTEA NOT NULL,
    over BYTEA NOT NULL,
    clean BOOLEAN NOT NULL,
    title TEXT NOT NULL,
    ended DOUBLE PRECISION NOT NULL
);
CREATE INDEX results_by_group ON results ("group");
