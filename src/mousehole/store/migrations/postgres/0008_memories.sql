-- The pages of family albums: how a browser remembers the games it played. No reference to tables: they outlive them.
CREATE TABLE memories (
    browser TEXT NOT NULL,
    "table" TEXT NOT NULL,
    game TEXT NOT NULL,
    entries BIGINT NOT NULL,
    ended DOUBLE PRECISION NOT NULL,
    page BYTEA NOT NULL,
    seal BYTEA NOT NULL,
    PRIMARY KEY (browser, "table")
);
CREATE INDEX memories_by_table ON memories ("table");
