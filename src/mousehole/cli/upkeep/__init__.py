"""Commands for whoever looks after a house: workers, backups, checks, moves to another store, the tables themselves."""
