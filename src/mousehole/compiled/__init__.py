"""What compiled code of games and players shares; see core/kernel.py for what a game offers."""

CHANCE, OVER = -1, -2  # what `turn` returns when no seat decides
