"""Four mouse board games: rules, players, tables, pictures, and a way to add a fifth."""

__version__ = "0.1.0"
