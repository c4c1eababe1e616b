"""Who may do what at a table, and until when."""
