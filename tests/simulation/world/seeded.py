"""The clock and the randomness of the standard library, taken from the simulated world while it runs."""

import asyncio
import gc
import logging
import os
import secrets
import time
from contextlib import contextmanager
from functools import cache

from starlette import routing

from mousehole import shelf
from mousehole.bus import redis
from mousehole.web import app, server_state
from mousehole.web.live import remote_presence, room
from mousehole.web.pages import puzzle_pages
from tests.simulation.world import nuts
from tests.simulation.world.gathering import gather
from tests.simulation.world.server import OpenLive, OrderedRoom
from tests.simulation.world.virtual_loop import PLACE

EPOCH = 1_700_000_000.0
_compile_path = cache(routing.compile_path)  # servers are started by the thousand here


@contextmanager
def seeded(loop, chance):
    """Let the product see virtual time and seeded randomness, and find the small game."""
    changes = [*_clocks(loop), *_randomness(chance), (shelf, "find", _finding(shelf.find))]
    changes += [(server_state, "Room", OrderedRoom), (app, "Live", OpenLive)]
    changes += [(asyncio, "gather", gather), *_plain_puzzles()]
    changes += [(room, "solved_mark", lambda: 0), (routing, "compile_path", _compile_path)]
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in changes]
    fixed = os.environ.pop("MOUSEHOLE_SEED", None)
    logging.disable(logging.CRITICAL)
    collecting = gc.isenabled()
    gc.disable()  # when rubbish is found must not depend on what ran before
    for owner, name, new in changes:
        setattr(owner, name, new)
    try:
        yield
    finally:
        for owner, name, old in before:
            setattr(owner, name, old)
        if fixed is not None:
            os.environ["MOUSEHOLE_SEED"] = fixed
        if collecting:
            gc.enable()
        logging.disable(logging.NOTSET)


def _plain_puzzles():
    """What is said about puzzles takes long to find out, and is not what is looked at here."""
    return [
        (puzzle_pages, "puzzle_view", lambda puzzle, *_: {"name": puzzle.name}),
        (puzzle_pages, "answer_view", lambda puzzle, *_: {"name": puzzle.name}),
        (puzzle_pages, "progress_facts", lambda *_: ()),
        (puzzle_pages, "of_day", lambda _: None),
    ]


def _clocks(loop):
    def wall():
        place = PLACE.get()
        return EPOCH + loop.now + (place.skew if place else 0.0)

    steady = [(time, name, loop.time) for name in ("monotonic", "perf_counter", "thread_time")]
    return [(time, "time", wall), *steady]


def _randomness(chance):
    return [
        (secrets, "token_bytes", lambda n=32: chance.randbytes(n)),
        (secrets, "token_hex", lambda n=32: chance.randbytes(n).hex()),
        (redis, "token_hex", lambda n=32: chance.randbytes(n).hex()),
        (remote_presence, "token_hex", lambda n=32: chance.randbytes(n).hex()),
        (secrets, "randbelow", chance.randrange),
        (secrets, "choice", chance.choice),
    ]


def _finding(real):
    return lambda name: nuts.GAME if name == nuts.GAME.name else real(name)
