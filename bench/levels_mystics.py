"""How often the levels of Mice and Mystics win their chapters: `./mousehole bench levels_mystics [--levels ...]`.

Every game that is over is written down below `--keep`, so that a run that was broken off goes on where it was. All
levels meet the same luck, and whoever thinks may finish its thought on a busy machine. `--games 0` only tells what is
written down.
"""

import json
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.companions import PARTIES
from mousehole.core.game import Player
from mousehole.games.mystics import GAME
from mousehole.games.mystics.companions.levels import PLAYERS, Thinker
from mousehole.games.mystics.moves import DifficultyName, Setup
from mousehole.games.mystics.packs import library
from mousehole.players.arena import played
from mousehole.players.intervals import wilson


def main() -> None:
    """Play what is missing, a game of each chapter and level in turn, and tell what came of it."""
    ask = ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--games", type=int, default=500, help="of every chapter and level (default %(default)s)")
    ask.add_argument("--levels", nargs="*", default=list(PLAYERS))
    ask.add_argument("--chapters", nargs="*", default=list(library.own().chapters))
    ask.add_argument("--difficulties", nargs="*", default=["usual"], choices=get_args(DifficultyName))
    ask.add_argument("--seed", default="levels", help="where luck comes from: another one means fresh games")
    ask.add_argument("--seconds", type=float, default=float("inf"), help="stop playing after so long")
    ask.add_argument("--keep", type=Path, default=Path("build/mystics-levels"))
    asked = ask.parse_args()
    files = {
        (level, chapter, how): asked.keep / f"{asked.seed}-{chapter}-{level}{'' if how == 'usual' else f'-{how}'}.jsonl"
        for level in asked.levels
        for chapter in asked.chapters
        for how in asked.difficulties
    }
    asked.keep.mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + asked.seconds
    for number in range(asked.games):
        for (level, chapter, how), file in files.items():
            if time.monotonic() < until and len(lines(file)) == number:
                with file.open("a") as out:
                    print(json.dumps(outcome(level, chapter, how, asked.seed, number)), file=out)
    for line in told({who: lines(file) for who, file in files.items()}):
        print(line)


def lines(file: Path) -> list[dict[str, Any]]:
    """The games that are written down."""
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def outcome(level: str, chapter: str, how: DifficultyName, seed: str, number: int) -> dict[str, Any]:
    """Play one game; how it ended, how long it was, and what it cost."""
    party, start = PARTIES.get(chapter, Setup().party), time.process_time()
    setup = Setup(chapter=chapter, party=party, difficulty=how)
    record, over = played(GAME, setup, (unhurried(PLAYERS[level]),), f"{seed}-{chapter}", number)
    return {
        "reason": over.reason,
        "won": bool(over.winners),
        "events": len(record.events),
        "seconds": round(time.process_time() - start, 3),
    }


def unhurried(level: Player) -> Player:
    """A level that makes all its simulations, however long that takes."""
    return Thinker(level.rank, level.guide, level.simulations, float("inf")) if isinstance(level, Thinker) else level


def told(games: dict[tuple[str, str, DifficultyName], list[dict[str, Any]]]) -> Iterator[str]:
    """Say how often each level has won, how it lost, and what a game costs."""
    for (level, chapter, how), ends in games.items():
        if ends:
            won, cost = sum(end["won"] for end in ends), sum(end["seconds"] for end in ends) / len(ends)
            low, high = wilson(won, len(ends))
            lost = Counter(end["reason"] for end in ends if not end["won"])
            reasons = ", ".join(f"{reason} {n}" for reason, n in lost.most_common())
            share = f"{won / len(ends):.1%} ({low:.1%} - {high:.1%}) of {len(ends)} games"
            yield f"{level} {chapter} {how}: won {share}; lost by {reasons or 'nothing'}; {cost:.2f} CPU seconds a game"


if __name__ == "__main__":
    main()
