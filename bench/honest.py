"""How honest searched hints are: `./mousehole bench honest [--game NAME] [--games N]`.

Strong players play against each other. At regular intervals the hints are asked for the chance of the best action; in
the end, the games show how often such promises were kept. Promises are sorted into ten boxes by size; the distance
between promise and truth, over all boxes, is what the bounds of an estimate must allow for.
"""

import sys
from argparse import ArgumentParser
from functools import partial
from random import Random
from typing import Any

from mousehole import shelf
from mousehole.core.game import Chance, Over
from mousehole.players.estimates.simulated import Budget
from mousehole.players.hints import best_of, hints
from mousehole.players.parallel import spread
from mousehole.players.player import find
from mousehole.players.progress_bar import Bar

EVERY = 4  # decisions
BUDGET = Budget(games=80, simulations=24_000, seconds=0.5)


def main() -> int:
    """Play, and print the boxes of a game."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="chopchop")
    parser.add_argument("--player", default="strong")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    bar, promises = Bar(sys.stderr), list[tuple[float, bool]]()
    work = spread(partial(promised, asked.game, asked.player), range(asked.games), asked.processes)
    for number, some in enumerate(work):
        promises += some
        bar(number + 1, asked.games)
    bar.close()
    tell(promises)
    return 0


def promised(name: str, level: str, number: int) -> list[tuple[float, bool]]:
    """Play one game; returns what was promised on the way, and whether it came true."""
    game, seed = shelf.find(name), f"honest/{number}"
    luck, player, state = Random(seed), find(game, level), game.new(game.setup())
    given, decisions = list[tuple[int, float]](), luck.randrange(EVERY)
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            event: Any = turn.at(luck.random())
        else:
            decisions += 1
            if decisions % EVERY == 0 and len(turn.actions) > 1:
                given.append((turn.seat, best_of(hints(game, state, budget=BUDGET, seed=seed)).chance))
            event = player.choose(game, state, turn, luck)
        state = game.apply(state, event)
    return [(chance, seat in turn.winners) for seat, chance in given]


def tell(promises: list[tuple[float, bool]]) -> None:
    """Print what was promised and what was kept."""
    apart = 0.0
    for box in range(10):
        inside = [(chance, won) for chance, won in promises if min(9, int(10 * chance)) == box]
        if inside:
            said, kept = (sum(column) / len(inside) for column in zip(*inside, strict=True))
            apart += len(inside) * abs(said - kept)
            print(f"{box * 10:3} - {box * 10 + 10} %: {len(inside):6} promises of {said:6.1%}, kept {kept:6.1%}")
    print(f"{len(promises)} promises, {apart / len(promises):.1%} apart on average")


if __name__ == "__main__":
    sys.exit(main())
