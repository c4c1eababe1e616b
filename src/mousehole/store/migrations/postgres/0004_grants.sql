-- What browsers may do at tables. A grant counts until its table raises the epoch of its role.
-- Whoever is barred cannot come back with a link of that epoch, what is not listed stands on no list of one's tables.
CREATE TABLE grants (
    browser TEXT NOT NULL,
    "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    epoch BIGINT NOT NULL,
    since DOUBLE PRECISION NOT NULL,
    barred BOOLEAN NOT NULL,
    listed BOOLEAN NOT NULL,
    seal BYTEA NOT NULL,
    PRIMARY KEY (browser, "table", role)
);
CREATE INDEX grants_by_table ON grants ("table");
