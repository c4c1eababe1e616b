"""All that is kept, table by table, as it stands in the database: for backups, moves to another store and checks."""
