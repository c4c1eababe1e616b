-- Several servers, one house: what they share, and which of them plays what nobody has to at a table, until when.
CREATE TABLE house (
    name TEXT NOT NULL PRIMARY KEY,
    value BYTEA NOT NULL
);

CREATE TABLE leases (
    "table" TEXT NOT NULL PRIMARY KEY,
    server TEXT NOT NULL,
    until DOUBLE PRECISION NOT NULL
);
CREATE INDEX leases_by_until ON leases (until);
