"""Plays many campaigns of Mice and Mystics from the first chapter on; checks all laws and audits every record.

`./mousehole bench campaigns --games 200` follows the sequel after each victory; companions play, now and
then with a random action.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from mousehole.core.game import Decide, Over
from mousehole.core.record import Record, audit, draw
from mousehole.games.mystics import GAME, check
from mousehole.games.mystics.moves import Setup
from mousehole.players.player import find
from tests.games.mystics.laws import broken

WHIMS = 0.05  # how often a mouse acts at random


def main() -> int:
    """Play campaigns and report how far they went; the exit code is 1 if something broke."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="campaigns (default %(default)s)")
    parser.add_argument("--seed", default="campaigns")
    asked = parser.parse_args()
    heroes, seen, events = sorted(hero for hero, _ in GAME.fields["party"].choices), Counter[str](), 0
    for number in range(asked.games):
        luck = Random(f"{asked.seed}/{number}")
        setup = Setup(players=luck.randint(1, 4), party=tuple(luck.sample(heroes, 4)))
        ending, plies = campaign(setup, luck, f"{asked.seed}/{number}")
        seen[ending] += 1
        events += plies
    told = ", ".join(f"{ending} {count}" for ending, count in sorted(seen.items()))
    print(f"{asked.games} campaigns, {events:,} events, 0 broken; {told}")
    return 0


def campaign(setup: Setup, luck: Random, seed: str) -> tuple[str, int]:
    """Play chapter after chapter while they are won; returns where it ended and how many events it took."""
    events = 0
    while True:
        assert check(setup) == (), check(setup)
        over, state, plies = chapter(setup, luck, f"{seed}/{setup.chapter}".encode())
        events += plies
        following = GAME.sequel(setup, state, ())
        if not over.winners or following is None or following == setup:
            return ("won" if over.winners else f"lost in {setup.chapter}"), events
        setup = following


def chapter(setup: Setup, luck: Random, seed: bytes) -> tuple[Over, object, int]:
    """Play a chapter, laws checked at every event, and audit its record."""
    player, events = find(GAME, "medium"), []
    start = state = GAME.new(setup)
    while not isinstance(turn := GAME.turn(state), Over):
        if isinstance(turn, Decide):
            whim = luck.random() < WHIMS
            event = luck.choice(turn.actions) if whim else player.choose(GAME, state, turn, luck)
        else:
            event = draw(turn.odds, seed, len(events))
        events.append(event)
        state = GAME.apply(state, event)
        found = broken(state, start)
        assert not found, f"{setup}, ply {len(events)}, after {event}: {found}"
    audit(GAME, Record(GAME.name, GAME.edition, setup, tuple(events), seed))
    return turn, state, len(events)


if __name__ == "__main__":
    raise SystemExit(main())
