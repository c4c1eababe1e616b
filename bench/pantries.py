"""What the compiled benches of Mmm! share: both boards, and a loop that plays many games by a given choice."""

from collections.abc import Callable
from typing import Any

import numpy as np

from mousehole.compiled.compiler import compiled
from mousehole.games.mmm import fast
from mousehole.games.mmm.fast import OVER, luck, play, turn

SIDES = ("one_paw", "two_paws")


def rows(state: Any) -> Any:
    """Room for the start, the game, the position after an action, and a roll."""
    return np.concatenate([fast.pack(state)] * 4)


def loop(decided: Callable[..., int]) -> Any:
    """Compile a loop for a compiled choice: of a box, rows with the game in rows[1], a source of luck, and a mind."""

    @compiled(cache=False)
    def played(box, mind, rows, rng, games):
        """Play games from rows[0]; returns how many are won."""
        row, won = rows[1], 0
        for _ in range(games):
            rows[1] = rows[0]
            who = turn(box, row)
            while who != OVER:
                play(box, row, decided(box, mind, rows, rng) if who >= 0 else luck(box, row, rng))
                who = turn(box, row)
            won += row.free == 0
        return won

    return played
