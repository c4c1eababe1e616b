"""Plays games with hidden hands in pairs that differ only in what a seat cannot know, and compares all it is given.

`./mousehole bench interference --games 10000` plays the example Nibbles: every frame, story, replay, hint and bot of a
seat must be the same in both games, byte for byte; the exit code is 1 when one was not.
"""

import argparse
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from random import Random

import msgspec

from mousehole.core.game import Chance, Decide
from mousehole.core.record import dump
from mousehole.core.setups import variants
from mousehole.core.words import UserError
from mousehole.host import at_ply, voice_at
from mousehole.host.host import require_open
from mousehole.players.hints import hints
from mousehole.players.player import find
from mousehole.players.simulated import Budget
from mousehole.table import Chair, LuckDrawn, Options, Played, Sit, Table
from mousehole.testing import random_record
from mousehole.testing.view_checks import twin
from mousehole.web.live.frames import film
from mousehole.web.live.room import MAX_FRAMES, Room, Viewer, table_view, you
from mousehole.web.live.wire import Welcome, encode
from mousehole.web.rights.access import WATCH, Grants

EXAMPLE = Path(__file__).parents[1] / "examples" / "nibbles"
BRIEF = Budget(games=12, seconds=1e9)  # by count, so that the same question has the same answer


def main():
    """Play pairs of games and count those that can be told apart."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", default="pairs")
    asked = parser.parse_args()
    game, seen = nibbles(), Counter()
    for number in range(1, asked.games + 1):
        seen[compared(game, f"{asked.seed}/{number}")] += 1
        if number % 1000 == 0 or number == asked.games:
            print(f"{number:>7,} games:", dict(seen), flush=True)
    return int(set(seen) > {"the same", "without a twin"})


def nibbles():
    """The example with hidden hands."""
    if str(EXAMPLE) not in sys.path:
        sys.path.insert(0, str(EXAMPLE))
    return import_module("nibbles").GAME


def compared(game, seed):
    """Play a pair; "the same", or the name of the first thing that tells them apart."""
    luck = Random(seed)
    setup = luck.choice(list(variants(game)))
    events = random_record(game, setup, seed.encode())[0].events
    events = events[: luck.randrange(1, len(events))]
    viewer = luck.choice([*range(len(game.seats(setup))), None])
    other = twin(game, setup, events, viewer, luck)
    if other is None:
        return "without a twin"
    pairs = zip(given(game, setup, events, viewer), given(game, setup, other, viewer), strict=True)
    return next((name for (name, one), (_, two) in pairs if one != two), "the same")


def given(game, setup, events, viewer):
    """All that the house gives somebody in the course of a game, as bytes with a name."""
    table = Table("t", game, setup, None, Options(hints=True))
    for seat in range(len(table.chairs)):
        table.add(table.propose(Sit(seat, Chair("person"))))
    room, me = Room(table), Viewer(Grants((WATCH,) if viewer is None else (f"seat-{viewer}",)), "en")
    yield "the welcome", encode(welcome(room, me))
    for event in events:
        table.add(table.step(entry(table.turn, event)))
        yield "a frame", room._frames.since(table, me, None, MAX_FRAMES)
    yield "the story", msgspec.json.encode(room.story.newest("en", me.seat))
    yield "the replay", msgspec.json.encode(replay(table, me))
    yield "the record", attempt(lambda: dump(require_open(table).record()))
    yield "a hint", attempt(lambda: msgspec.json.encode(hinted(table, me)))
    yield "a bot", msgspec.json.encode(bot(table, viewer))


def welcome(room, me):
    """What somebody sees first."""
    me.known = room.table.entry
    told = room.story.newest(me.language, me.seat)
    return Welcome(table_view(room, me), you(room, me), room.now(me), told, ())


def entry(turn, event):
    """The entry of an event."""
    return LuckDrawn(event) if isinstance(turn, Chance) else Played(turn.answered_by(event).seat, event)


def replay(table, me):
    """All plies, as the page of the replay fetches them."""
    frames = (at_ply(table, ply, me.seat) for ply in range(table.ply + 1))
    return list(film(table, frames, me.seats, voice_at(table, "en")))


def hinted(table, me):
    """What the choices are worth, if somebody may ask."""
    asked = table.may_ask(me.seats)
    return hints(table.game, table.state, seat=asked.seat, budget=BRIEF)


def bot(table, viewer):
    """What a bot in the same seat would do."""
    turn = table.turn
    own = turn.of(viewer) if isinstance(turn, Decide) and viewer is not None else None
    return find(table.game, "greedy").choose(table.game, table.state, own, Random("bot")) if own else None


def attempt(work):
    """What somebody gets, or the words of the refusal."""
    try:
        return work()
    except UserError as error:
        return str(error).encode()


if __name__ == "__main__":
    sys.exit(main())
