"""How honest hints are: `./mousehole bench honest [--game NAME] [--games N] [--again K] [--keep FILE]`.

Strong players play, in the adventure all chapters in turn. At regular intervals the hints are asked for the chance of
the best action; in the end, the games show how often such promises were kept. With `--again`, each promise is put to
the test so many times instead: its action is taken, and the players play on with fresh luck; then weaker players may
lead the games in turn (`--led-by`), so that there are positions of all kinds. Promises are sorted into ten boxes by
size; the distance between promise and truth, over all boxes, is what the bounds of an estimate must allow for. With
`--keep`, every game is written down, and a run that was broken off goes on where it was.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.companions import PARTIES
from mousehole import shelf
from mousehole.cli.progress_bar import Bar
from mousehole.core.game import AnyGame, Chance, Over, Player
from mousehole.players.hints import best_of, hints
from mousehole.players.parallel import spread
from mousehole.players.player import find
from mousehole.players.simulated import Budget

Promise = tuple[float, float]  # the chance that was said, and the share of games that kept it
BOXES = 10
SURE = 1.96


def main() -> int:
    """Play, and print the boxes of a game."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="chopchop")
    parser.add_argument("--player", default="strong")
    parser.add_argument("--led-by", nargs="+", metavar="PLAYER", help="who plays where promises are made, with --again")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--every", type=int, default=4, help="decisions from one promise to the next")
    parser.add_argument("--again", type=int, default=0, help="games that put each promise to the test")
    parser.add_argument("--simulated", type=int, default=80, help="games behind a promise, where rules are simulated")
    parser.add_argument(
        "--ends", type=int, default=48, help="games to their end behind it, where simulations are short"
    )
    parser.add_argument("--seconds", type=float, default=0.5, help="that a promise may take")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FILE")
    asked = parser.parse_args()
    if asked.led_by and not asked.again:
        parser.error("--led-by needs --again: a weaker player does not keep promises")
    bar, games = Bar(sys.stderr), written(asked.keep)
    work = spread(partial(promised, asked), range(len(games), asked.games), asked.processes)
    for promises in work:
        games.append(promises)
        if asked.keep:
            with asked.keep.open("a") as out:
                print(json.dumps(promises), file=out)
        bar(len(games), asked.games)
    bar.close()
    tell(games[: asked.games])
    return 0


def written(file: Path | None) -> list[list[Promise]]:
    """The games that are written down."""
    return [json.loads(line) for line in file.read_text().splitlines()] if file and file.exists() else []


def setups(game: AnyGame) -> list[Any]:
    """What games are played with in turn: the chapters of the adventure, elsewhere what is usual."""
    if game.name != "mystics":
        return [game.setup()]
    usual = game.setup()
    return [game.setup(chapter=name, party=PARTIES.get(name, usual.party)) for name in ("c1", "c2", "c3")]


def promised(asked: Namespace, number: int) -> list[Promise]:
    """Play one game; returns what was promised on the way, and how often it came true."""
    game, seed = shelf.find(asked.game), f"honest/{number}"
    ways, budget = setups(game), Budget(asked.simulated, 24_000, asked.seconds, asked.ends)
    leaders, luck, state = asked.led_by or [asked.player], Random(seed), game.new(ways[number % len(ways)])
    player, leader = find(game, asked.player), find(game, leaders[number // len(ways) % len(leaders)])
    given, decisions = list[tuple[int, float, float | None]](), luck.randrange(asked.every)
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            event: Any = turn.at(luck.random())
        else:
            decisions += 1
            if decisions % asked.every == 0 and len(turn.actions) > 1:
                best = best_of(hints(game, state, budget=budget, seed=seed))
                after = game.apply(state, turn.actions[best.action])
                kept = tested(game, after, turn.seat, player, f"{seed}/{decisions}", asked.again)
                given.append((turn.seat, best.chance, kept))
            event = leader.choose(game, state, turn, luck)
        state = game.apply(state, event)
    return [(chance, float(seat in turn.winners) if kept is None else kept) for seat, chance, kept in given]


def tested(game: AnyGame, state: Any, seat: int, player: Player, seed: str, times: int) -> float | None:
    """The share of games that a seat wins from a position on."""
    wins = [seat in ended(game, state, player, Random(f"{seed}/{n}")).winners for n in range(times)]
    return sum(wins) / times if times else None


def ended(game: AnyGame, state: Any, player: Player, luck: Random) -> Over:
    """Play on to the end."""
    while not isinstance(turn := game.turn(state), Over):
        event = turn.at(luck.random()) if isinstance(turn, Chance) else player.choose(game, state, turn, luck)
        state = game.apply(state, event)
    return turn


def tell(games: list[list[Promise]]) -> None:
    """Print what was promised and what was kept."""
    apart, count = 0.0, sum(map(len, games))
    for box in range(BOXES):
        inside = [found for promises in games if (found := list(in_box(promises, box)))]
        if inside:
            said, kept, reach, n = compared(inside)
            apart += n * abs(said - kept)
            print(f"{box * 10:3} - {box * 10 + 10} %: {n:6} promises of {said:6.1%}, kept {kept:6.1%} ± {reach:.1%}")
    print(f"{count} promises in {len(games)} games, {apart / max(1, count):.1%} apart on average")


def in_box(promises: list[Promise], box: int) -> Iterator[Promise]:
    """The promises of a size."""
    return (one for one in promises if min(BOXES - 1, int(BOXES * one[0])) == box)


def compared(games: list[list[Promise]]) -> tuple[float, float, float, int]:
    """What was said and kept, how uncertain their difference is (promises of one game hang together), and a count."""
    n = sum(map(len, games))
    said, kept = (sum(one[side] for promises in games for one in promises) / n for side in (0, 1))
    off = [sum(b - a - (kept - said) for a, b in promises) for promises in games]
    return said, kept, SURE * sqrt(sum(one * one for one in off)) / n, n


if __name__ == "__main__":
    sys.exit(main())
