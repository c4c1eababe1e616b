"""Compares what `best` of Mmm! can trust beyond its turn with the in-line rule.

    ./mousehole bench line_guides one_paw --games 1000 --processes 8 [--weights build/learned/mmm-line-one_paw-256.npz]

Game n has the same luck whoever guides; once few squares are left, all know the exact chances. A guide is `solved`
(the solution of the board without the rule, where there is one), `fitted` (the estimate), or `learned` (the weights
that come with the game, or those of `--weights`, made by training/train_value.py).
"""

import argparse
import sys
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from mousehole import shelf
from mousehole.core.game import Chance, Over
from mousehole.core.record import draw
from mousehole.folders import solutions
from mousehole.games.mmm.kernel import weights_of
from mousehole.games.mmm.moves import Setup
from mousehole.games.mmm.solver import exact
from mousehole.games.mmm.state import State
from mousehole.games.mmm.value import chance
from mousehole.players.intervals import gap, wilson
from mousehole.players.parallel import spread

GUIDES = ("solved", "fitted", "learned")


def won(guide: str, side: str, weights: Path | None, number: int) -> bool:
    """Play one game."""
    game = shelf.find("mmm")
    state, seed, ply = game.new(Setup(side=side, in_line=True)), Random(number).randbytes(16), 0
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            event = draw(turn.odds, seed, ply)
        else:
            choices = ahead(guide, state, weights).choices(state)
            event = turn.actions[choices.index(max(choices))]
        state, ply = game.apply(state, event), ply + 1
    return bool(turn.winners)


def ahead(guide: str, state: State, weights: Path | None) -> exact.Ahead:
    """Whoever looks ahead over the turn, by the guide for what comes after it."""
    pantry, squares = state.pantry, state.free | state.placed
    if squares.bit_count() <= exact.FEW:
        return exact.in_line(pantry, squares, state.cat, solutions())
    if guide == "solved":
        return exact.Ahead(exact.loose_guide(pantry, squares, solutions()))
    if guide == "fitted":
        return exact.Ahead(lambda after: chance(pantry, after.free, after.cat))
    read = weights or weights_of(pantry)
    assert read, "a learned guide needs --weights"
    return exact.Ahead(exact.trusted(pantry, read))


def main() -> None:
    """Let every guide play the same games, and compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("side", choices=("one_paw", "two_paws"))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game: others have other luck")
    parser.add_argument("--guides", default="solved,learned")
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    found: dict[str, list[bool]] = {}
    for guide in asked.guides.split(","):
        play = partial(won, guide, asked.side, asked.weights)
        found[guide] = []
        for result in spread(play, range(asked.first, asked.first + asked.games), asked.processes):
            found[guide].append(result)
        wins = sum(found[guide])
        low, high = wilson(wins, asked.games)
        print(
            f"{asked.side} {guide:<8} {wins} of {asked.games}: {wins / asked.games:.1%} ({low:.1%} – {high:.1%})",
            flush=True,
        )
    first, *others = found
    for other in others:
        print(f"{other} against {first}: {gap(found[other], found[first])}")


if __name__ == "__main__":
    main()
