-- What took some thinking, by a name of its question, until it expires. All of it can be thought again.
CREATE TABLE answers (
    key TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    value BYTEA NOT NULL,
    expires DOUBLE PRECISION NOT NULL,
    seal BYTEA NOT NULL
);
CREATE INDEX answers_by_expiry ON answers (expires);
