-- The pages of family albums: how a browser remembers the games it played. No reference to tables: they outlive them.
CREATE TABLE memories (
    browser TEXT NOT NULL,
    "table" TEXT NOT NULL,
    game TEXT NOT NULL,
    entries INTEGER NOT NULL,
    ended REAL NOT NULL,
    page BLOB NOT NULL,
    seal BLOB NOT NULL,
    PRIMARY KEY (browser, "table")
) WITHOUT ROWID;
CREATE INDEX memories_by_table ON memories ("table");
