-- A seal on every row. Those of a log are chained, and its table knows how long it is and how it ends.
-- Code seals what was kept before.
ALTER TABLE tables ADD COLUMN card BYTEA NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN entries BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN tip BYTEA NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN seal BYTEA NOT NULL DEFAULT '';
ALTER TABLE log ADD COLUMN seal BYTEA NOT NULL DEFAULT '';
ALTER TABLE results ADD COLUMN seal BYTEA NOT NULL DEFAULT '';
