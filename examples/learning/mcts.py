"""Tree search as a player of your own, measured: mousehole benchmark run --task mmm-12 --player mcts:Mcts (from here).

Each simulation goes down the tree by the upper confidence bound, adds a position and plays on at random to the end.
"""

from math import inf, log, sqrt
from typing import Any

import mousehole
from mousehole import AnyGame, Chance, Decide, Luck, Over

SIMULATIONS, CURIOSITY = 200, 0.7


class Mcts(mousehole.Player):
    """Upper confidence bounds over a tree of positions; luck is drawn anew in every simulation."""

    rank = 45

    def choose(self, game: AnyGame, state: Any, turn: Decide[Any], luck: Luck) -> Any:
        """The action that was tried most often."""
        tree: dict[Any, list[list[float]]] = {}
        for _ in range(SIMULATIONS):
            self.simulate(game, state, tree, luck)
        return max(zip(turn.actions, tree[state], strict=True), key=lambda pair: pair[1][0])[0]

    def simulate(self, game: AnyGame, state: Any, tree: dict[Any, list[list[float]]], luck: Luck) -> None:
        """Play one game to its end, and tell all positions of the tree that it passed how it ended."""
        path, inside = [], True
        while not isinstance(turn := game.turn(state), Over):
            if isinstance(turn, Chance):
                state = game.apply(state, turn.at(luck.random()))
                continue
            number = int(luck.random() * len(turn.actions))
            if inside:
                inside = state in tree
                counts = tree.setdefault(state, [[0, 0.0] for _ in turn.actions])
                number = best(counts) if inside else number
                path.append((counts[number], turn.seat))
            state = game.apply(state, turn.actions[number])
        for count, seat in path:
            count[0] += 1
            count[1] += seat in turn.winners


def best(counts: list[list[float]]) -> int:
    """The action with the largest upper bound; those that were never tried come first."""
    total = log(sum(tries for tries, _ in counts) + 1)
    bounds = [wins / tries + CURIOSITY * sqrt(total / tries) if tries else inf for tries, wins in counts]
    return bounds.index(max(bounds))
