-- Adventures that people draw: each with its files and every change, in bytes that the store never opens.
-- A row without a browser is an adventure as it lies on tables, named by the hash of its files.
-- Spelled as short as can be, and without indexes: the whole schema has to fit the first page of the file, which a
-- rescue takes from a fresh one.
CREATE TABLE workshops(id TEXT PRIMARY KEY,browser TEXT,title TEXT,revision INT,value BLOB,touched REAL,seal BLOB)WITHOUT ROWID
