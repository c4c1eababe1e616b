"""Plays on from random crowds of Mice and Mystics: every law after every event, and nobody waits for ever.

`./mousehole bench crowds --positions 5000` takes so many positions, the same number on every side. From each, the mice
do nothing for ten rounds, and no minion that could strike may stand still while the clock does; then random events are
played, and in the midst of them the mice do nothing once more.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from mousehole.cli.progress_bar import Bar
from mousehole.core.game import Decide, Over
from mousehole.games.mystics import GAME
from mousehole.games.mystics.content.pack import find
from mousehole.games.mystics.state import State
from tests.games.mystics.crowds import crowd
from tests.games.mystics.laws import broken, stands_off


def main() -> int:
    """Play on from every position, and tell what was seen; the exit code is 1 if something broke."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=5000, help="on all sides together (default %(default)s)")
    parser.add_argument("--events", type=int, default=200, help="played on from each (default %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="number of the first position (default %(default)s)")
    asked = parser.parse_args()
    sides, bar, seen, troubles = list(find(None).tiles), Bar(sys.stderr), Counter[str](), list[str]()
    for count in range(asked.positions):
        side, number = sides[count % len(sides)], asked.first + count // len(sides)
        found = played_on(side, number, asked.events, seen)
        troubles += [f"{side}, position {number}: {one}" for one in found]
        bar(count + 1, asked.positions)
    bar.close()
    print(
        f"{asked.positions:,} positions on {len(sides)} sides, {seen['events']:,} events, {len(troubles)} broken",
        end="",
    )
    print("; " + ", ".join(f"{what} {n:,}" for what, n in sorted(seen.items()) if what != "events"))
    print(*troubles[:20], sep="\n")
    return int(bool(troubles))


def played_on(side: str, number: int, events: int, seen: Counter[str]) -> list[str]:
    """Play on from one position at random; what broke."""
    luck = Random(f"{side}/{number}")
    start = state = crowd(side, number)
    found = waits(state, luck)
    for ply in range(events):
        turn = GAME.turn(state)
        if isinstance(turn, Over):
            seen[turn.reason] += 1
            return found
        event = luck.choice(turn.actions) if isinstance(turn, Decide) else turn.at(luck.random())
        state = GAME.apply(state, event)
        seen["events"] += 1
        if laws := broken(state, start):
            return [*found, f"event {ply + 1}, {event}: {laws}"]
        if ply == events // 2:
            found += waits(state, luck)
    seen["still going on"] += 1
    return found


def waits(state: State, luck: Random) -> list[str]:
    """Who waits for ever while the mice do nothing."""
    return [f"{one} waits for ever" for one in stands_off(state, luck)]


if __name__ == "__main__":
    sys.exit(main())
