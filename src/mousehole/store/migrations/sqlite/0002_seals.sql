-- A seal on every row. Those of a log are chained, and its table knows how long it is and how it ends.
-- Code seals what was kept before.
ALTER TABLE tables ADD COLUMN card BLOB NOT NULL DEFAULT x'';
ALTER TABLE tables ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN tip BLOB NOT NULL DEFAULT x'';
ALTER TABLE tables ADD COLUMN seal BLOB NOT NULL DEFAULT x'';
ALTER TABLE log ADD COLUMN seal BLOB NOT NULL DEFAULT x'';
ALTER TABLE results ADD COLUMN seal BLOB NOT NULL DEFAULT x'';
