"""The board: where figures stand, who sees whom, how tiles lie together, and small changes of a position."""
