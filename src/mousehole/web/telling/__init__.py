"""What everybody at a table is told, said once for all who hear the same."""
