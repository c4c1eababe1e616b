"""The edge of the server: who may come in, how many at once and how fast, and what is logged of it."""
