"""Write a player for any game and let it meet the others; docs/library.md says how a package offers it everywhere."""

from typing import Any

import mousehole


class Dreamer(mousehole.Player):
    """Dreams a few games after every action, all at random, and takes the action with the best dreams."""

    rank = 12  # between random (0) and easy (15): only the order counts
    name = "dreamer"

    def choose(self, game: Any, state: Any, turn: mousehole.Decide[Any], luck: mousehole.Luck) -> Any:
        """Choose one of the turn's actions."""
        return max(turn.actions, key=lambda action: sum(dream(game, state, action, turn.seat, luck) for _ in range(4)))


def dream(game: Any, state: Any, event: Any, seat: int, luck: mousehole.Luck) -> bool:
    """Play a game to its end at random, after an event; whether the seat wins it."""
    state = game.apply(state, event)
    while not isinstance(turn := game.turn(state), mousehole.Over):
        decides = isinstance(turn, mousehole.Decide)
        state = game.apply(state, luck.choice(turn.actions) if decides else turn.at(luck.random()))
    return seat in turn.winners


game = mousehole.find("mmm")
setup = game.setup(steps=16)  # a lazy cat
for tally in mousehole.contest(game, setup, [(Dreamer(),), ("random",)], games=20).tallies:
    low, high = tally.interval()
    print(f"{getattr(tally.lineup[0], 'name', 'random')} wins {tally.rate():.0%} ({low:.0%} to {high:.0%})")
