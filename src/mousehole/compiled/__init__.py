"""What compiled code of games and players shares; see players/compiled_search.py for the contract of a kernel."""

CHANCE, OVER = -1, -2  # what `turn` returns when no seat decides
