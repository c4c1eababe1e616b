-- What browsers may do at tables. A grant counts until its table raises the epoch of its role.
-- Whoever is barred cannot come back with a link of that epoch, what is not listed stands on no list of one's tables.
CREATE TABLE grants (
    browser TEXT NOT NULL,
    "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    since REAL NOT NULL,
    barred INTEGER NOT NULL CHECK (barred IN (0, 1)),
    listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
    seal BLOB NOT NULL,
    PRIMARY KEY (browser, "table", role)
) WITHOUT ROWID;
CREATE INDEX grants_by_table ON grants ("table");
