"""How often intervals of hints hold the truth: `./mousehole bench coverage [--positions N] [--keep FILE]`.

Every action of random positions of five games is simulated so many times over the same luck; what came out is then
the truth. Hints are asked again and again with games drawn from these, as many as a budget allows: how often do their
bounds hold the truth, is what they call a clear mistake one, and is its loss overstated by more than its bounds?
Errors of the guide and of `value` (a game's `doubt`) are left out: they are no matter of few samples.
"""

import pickle
import sys
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1]))

from examples.games import race, tricks
from mousehole import shelf
from mousehole.cli.progress_bar import Bar
from mousehole.core.game import AnyGame, Decide, Over
from mousehole.envs.listed_tensor import anything
from mousehole.players import simulated
from mousehole.players.intervals import Lead, paired_lead
from mousehole.players.simulated import Budget, Sample, sampled

BUDGETS = (6, 20, 60, 200, 600, 2500)
BANDS = ((0.0, 0.1), (0.1, 0.3), (0.3, 0.7), (0.7, 0.9), (0.9, 1.0001))
TINY = 1e-9
MOST = 10  # actions of a position that is looked at
Scores = list[list[float]]  # by action and game


def main() -> int:
    """Simulate what is not kept yet, then ask for hints and count."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=60, help="of each game")
    parser.add_argument("--games", type=int, default=240, help="that say what is true of an action")
    parser.add_argument("--again", type=int, default=20, help="hints of each position and budget")
    parser.add_argument("--keep", type=Path, default=Path("build/coverage.pickle"))
    asked = parser.parse_args()
    known: dict[tuple[str, int], Scores] = pickle.loads(asked.keep.read_bytes()) if asked.keep.exists() else {}
    games, bar = list(contestants()), Bar(sys.stderr)
    for number in range(asked.positions):
        for n, game in enumerate(games):
            if (game.name, number) not in known:
                known[game.name, number] = scores_of(game, number, asked.games)
            bar(number * len(games) + n + 1, asked.positions * len(games))
        asked.keep.parent.mkdir(parents=True, exist_ok=True)
        asked.keep.write_bytes(pickle.dumps(known))
    bar.close()
    tell({key: found for key, found in known.items() if key[1] < asked.positions}, asked.again)
    return 0


def contestants() -> Iterator[AnyGame]:
    """Three games of the box and two of single files."""
    yield from map(shelf.find, ("mmm", "chopchop", "mousewarming"))
    yield from (tricks.GAME, race.GAME)


def scores_of(game: AnyGame, number: int, games: int) -> Scores:
    """What simulated games of every action of a random position come to, over the same luck."""
    luck = Random(f"coverage/{game.name}/{number}")
    while True:
        state, stop = game.new(game.setup()), luck.randrange(60)
        met = 0
        while not isinstance(turn := game.turn(state), Over):
            if isinstance(turn, Decide) and 1 < len(turn.actions) <= MOST:
                met += 1
                if met > stop:
                    return simulate(game, state, turn, f"{number}", games)
            state = game.apply(state, anything(turn, luck))


def simulate(game: AnyGame, state: Any, turn: Decide[Any], seed: str, games: int) -> Scores:
    """Play every action so many times, as hints do."""
    head, after = simulated._Head(game, turn.seat), simulated._After(game, state, turn, seed)
    return [
        [head.played(after.at(action, n), Random(f"{seed}/{n}")) for n in range(games)]
        for action in range(len(turn.actions))
    ]


class Drawn:
    """Stands for simulated games: one of those that were played, the same for all actions."""

    def __init__(self, scores: Scores, luck: Random):
        self._scores, self._games = scores, len(scores[0])
        self._luck, self._drawn = luck, list[int]()

    def at(self, action: int, number: int) -> tuple[int, int]:
        """A game of an action."""
        while len(self._drawn) <= number:
            self._drawn.append(self._luck.randrange(self._games))
        return action, self._drawn[number]

    def played(self, at: tuple[int, int], luck: Any) -> float:
        """Its score."""
        return self._scores[at[0]][at[1]]

    def fit(self, *_: Any) -> None:
        """Nothing is to be shortened."""


def hinted(scores: Scores, budget: int, luck: Random) -> tuple[tuple[Sample, ...], list[Lead]]:
    """Hints by games that are drawn, and the leads behind them."""
    drawn, leads = Drawn(scores, luck), list[Lead]()

    def leading(best: Sequence[float], worse: Sequence[float], rivals: int = 1) -> Lead:
        leads.append(paired_lead(best, worse, rivals))
        return leads[-1]

    turn: Any = Decide(0, tuple(range(len(scores))))
    game: Any = SimpleNamespace(parts=SimpleNamespace(doubt=0.0))
    with (
        patch.object(simulated, "_Head", lambda *_: drawn),
        patch.object(simulated, "_After", lambda *_: drawn),
        patch.object(simulated, "paired_lead", leading),
    ):
        return sampled(game, None, turn, Budget(budget), "bench"), leads


class Counts:
    """What was found so far."""

    def __init__(self) -> None:
        self.held: dict[Any, Counter[bool]] = defaultdict(Counter)
        self.clear, self.real, self.overstated = Counter[int](), Counter[int](), Counter[int]()

    def add(self, name: str, budget: int, truths: list[float], hints: tuple[Sample, ...], leads: list[Lead]) -> None:
        """Compare one answer with the truth."""
        for truth, one in zip(truths, hints, strict=True):
            inside = one.low - TINY <= truth <= one.high + TINY
            band = next(n for n, (low, high) in enumerate(BANDS) if low <= truth < high)
            for key in (name, budget, ("band", band), "all"):
                self.held[key][inside] += 1
            if one.clear:
                reach = next(lead.reach for lead in leads if lead.clear and abs(lead.points - one.loss) < TINY)
                self.clear[budget] += 1
                self.real[budget] += truth < max(truths) - TINY
                self.overstated[budget] += one.loss - reach > max(truths) - truth + TINY


def tell(known: dict[tuple[str, int], Scores], again: int) -> None:
    """Count and print."""
    counts = Counts()
    for (name, number), scores in known.items():
        truths = list(map(fmean, scores))
        for budget in BUDGETS:
            luck = Random(f"{name}/{number}/{budget}")
            for _ in range(again):
                counts.add(name, budget, truths, *hinted(scores, budget, luck))
    print(f"{len(known)} positions, {again} hints of each at every budget")
    for key, found in counts.held.items():
        label = f"truth from {BANDS[key[1]][0]} to {min(1.0, BANDS[key[1]][1]):.1f}" if isinstance(key, tuple) else key
        print(f"{label!s:28} {found.total():8} intervals, {found[True] / found.total():.1%} hold the truth")
    for budget, n in sorted(counts.clear.items()):
        told = f"{counts.real[budget] / n:.1%} real, {counts.overstated[budget] / n:.2%} overstated"
        print(f"{budget:5} games: {n:6} clear mistakes, {told}")


if __name__ == "__main__":
    sys.exit(main())
