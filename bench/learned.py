"""Measures learned values: who wins how often, and how much a decision costs.

    ./mousehole bench learned chopchop --mice best --cat fitted --games 1000
    ./mousehole bench learned chopchop --mice 'best*8' --cat best --games 300 --processes 8
    ./mousehole bench learned mousewarming --games 4000

In Chop! Chop! each role is played by `best` (the level), by `fitted` (the same search as long, with the value that was
fitted before anything was learned), or by a file of weights, searched like `best`; `*8` searches eight times as long.
Game n has the same luck whoever plays, and is compared with game n of `best` against `best` once that was played.
Games are saved one by one, so that a run continues where it was stopped; games that ran to the stop count for nobody.
In Mousewarming Party `best` plays standard games in compiled code.
"""

import argparse
import json
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from mousehole import shelf
from mousehole.compiled.rules import Rules
from mousehole.core.game import Decide, Over
from mousehole.core.record import draw
from mousehole.games.chopchop.kernel import KERNEL, LEARNED
from mousehole.games.mousewarming import kernel as party
from mousehole.games.mousewarming.moves import Setup
from mousehole.players.intervals import gap, wilson
from mousehole.players.mcts import LEVELS, TUNED_SLOWNESS, compiled_look
from mousehole.players.parallel import spread

BATCH = 1000  # games between two reports
SIMULATIONS = LEVELS["best"].simulations


class Searcher:
    """One side of Chop! Chop!, and the time it has taken."""

    def __init__(self, name: str):
        name, _, times = name.partition("*")
        self.kernel, self.spent, self.decisions = KERNEL if name == "fitted" else LEARNED, 0.0, 0
        if name not in ("best", "fitted"):
            assert LEARNED.weights
            self.kernel = LEARNED._replace(weights=LEARNED.weights._replace(file=Path(name)))
        self.simulations = int(times or 1) * SIMULATIONS * TUNED_SLOWNESS // self.kernel.slow

    def choose(self, state: Any, turn: Decide[Any], luck: Random) -> Any:
        """What it tries most."""
        began = time.process_time()
        found = compiled_look(self.kernel, state, turn, luck, (self.simulations, None))
        self.spent, self.decisions = self.spent + time.process_time() - began, self.decisions + 1
        return turn.actions[max(range(len(found)), key=lambda n: found[n][0])]


def winner(mice: Searcher, cat: Searcher, number: int) -> str:
    """Play a game; the team that has won it, or nobody."""
    game = shelf.find("chopchop")
    state, ply, luck = game.new(game.setup()), 0, Random(f"learned/{number}")
    while not isinstance(turn := game.turn(state), Over):
        if not isinstance(turn, Decide):
            event = draw(turn.odds, number.to_bytes(8, "big"), ply)
        elif len(turn.actions) == 1:
            event = turn.actions[0]
        else:
            event = (cat if state.side == "cat" else mice).choose(state, turn, luck)
        state, ply = game.apply(state, event), ply + 1
    return {"home": "mice", "caught": "cat"}.get(state.phase, "nobody")


def kitchen(told: argparse.Namespace) -> None:
    """Play what is missing, and report."""
    page = kept(told.keep, told.mice, told.cat)
    page.parent.mkdir(parents=True, exist_ok=True)
    won, costs = saved(page), ([0.0, 0], [0.0, 0])
    numbers = range(len(won), told.games)
    for team, spent in spread(partial(game_of, told.mice, told.cat), numbers, told.processes):
        won.append(team)
        page.write_text(json.dumps(won))
        for total, (seconds, decisions) in zip(costs, spent, strict=True):
            total[0], total[1] = total[0] + seconds, total[1] + decisions
    if won:
        print(len(won), "games:", *(share(team, won) for team in ("mice", "cat", "nobody")), *map(cost, costs))
    print(*compared(won, saved(kept(told.keep, "best", "best"))), sep="\n", flush=True)


def kept(folder: Path, mice: str, cat: str) -> Path:
    """Where the games of two sides are saved."""
    return folder / f"chopchop-{mice}-{cat}.json".replace("/", ".")


def saved(page: Path) -> list[str]:
    """Who won the games that were played before."""
    return json.loads(page.read_text()) if page.exists() else []


def game_of(mice: str, cat: str, number: int) -> tuple[str, list[tuple[float, int]]]:
    """Play a game; the team that has won it, and what each side spent on how many decisions."""
    sides = Searcher(mice), Searcher(cat)
    return winner(*sides, number), [(side.spent, side.decisions) for side in sides]


def compared(won: list[str], base: list[str]) -> list[str]:
    """How many more games each team won than in those of `best` against `best`, over the same luck."""
    many, said = min(len(won), len(base)), []
    for team in ("mice", "cat") if many else ():
        between = gap([one == team for one in won[:many]], [one == team for one in base[:many]])
        gained, low, high = (100 * share for share in (between.rate(), *between.interval()))
        said.append(f"{team}, {many} games beside best: {gained:+.1f} ({low:+.1f} to {high:+.1f}) points")
    return said


def share(team: str, won: list[str]) -> str:
    """How often a team has won."""
    low, high = wilson(won.count(team), len(won))
    return f"{team} {100 * won.count(team) / len(won):.1f} % ({100 * low:.1f} - {100 * high:.1f}),"


def cost(side: list[float]) -> str:
    """What a decision took."""
    return f"{1000 * side[0] / side[1]:.2f} ms" if side[1] else "-"


def planned(at: Rules, seeds: Any) -> tuple[int, Any]:
    """Let everybody in Mousewarming Party plan in games with these seeds: their decisions, and which were won."""
    where = at.wasm.room(seeds.nbytes)
    at.wasm.write(where, seeds.tobytes())
    decisions = at.wasm["plan_games"](at.at, where, len(seeds), 0)
    return decisions, np.frombuffer(at.wasm.read(where, seeds.nbytes), np.uint64)


def mousewarming(told: argparse.Namespace) -> None:
    """Play standard games, a thousand at a time."""
    at, won, spent, decisions = Rules(party.LEARNED, shelf.find("mousewarming").new(Setup())), [], 0.0, 0
    for first in range(0, told.games, BATCH):
        seeds = np.random.default_rng(told.seed + first // BATCH).integers(1, 1 << 62, BATCH, dtype=np.uint64)
        began = time.process_time()
        more, wins = planned(at, seeds)
        decisions, spent = decisions + more, spent + time.process_time() - began
        won += ["mice" if win else "raccoon" for win in wins]
        print(len(won), "games:", share("mice", won), f"{1000 * spent / decisions:.2f} ms a decision", flush=True)


def main() -> None:
    """Read what is asked."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game", choices=("chopchop", "mousewarming"))
    ask.add_argument("--mice", default="best")
    ask.add_argument("--cat", default="fitted")
    ask.add_argument("--games", type=int, default=1000)
    ask.add_argument("--seed", type=int, default=11)
    ask.add_argument("--processes", type=int, default=1)
    ask.add_argument("--keep", type=Path, default=Path("build/learned-games"))
    told = ask.parse_args()
    (kitchen if told.game == "chopchop" else mousewarming)(told)


if __name__ == "__main__":
    main()
