"""What the golden records show, and how they were found: `python -m tests.games.chopchop.goldens` writes them anew.

Each record is a game by random players from a seed, cut at the end of the turn in which the named thing happens.
"""

from itertools import count, pairwise
from pathlib import Path

from msgspec.structs import replace

from mousehole.core.game import Over
from mousehole.core.record import dump, plies
from mousehole.games.chopchop import GAME
from mousehole.games.chopchop.moves import CAT, TILES, Flipped, Fly, Leave, Move, Pass, Setup, Take
from mousehole.testing import random_record

FOLDER = Path(__file__).with_name("golden")


def ends(reason):
    return lambda before, event, after: isinstance(after.turn, Over) and after.turn.reason == reason


def flips(tile, cat):
    return lambda before, event, after: event == Flipped(tile) and (before.state.mover == CAT) == cat


def knife_in_double(before, event, after):
    return event == Flipped("knife") and before.state.half > 0


def last_mouse_shut_off(before, event, after):
    """The cat could walk before the hole of the last mouse, but may not stop there."""
    state = before.state
    alive = [mouse for mouse in state.mice if mouse]
    front = state.kitchen.front.get(alive[0], 0) if len(alive) == 1 else 0
    goes = isinstance(event, Move) and event.piece == "cat"
    return goes and state.steps == 1 and bool(state.kitchen.cat_ways.near[state.cat] & front)


def mouse_binds(before, event, after):
    return isinstance(event, Move) and before.state.half == 2 and before.state.side == "mice"


def lost(side):
    return lambda before, event, after: isinstance(event, Pass) and before.state.side == side


def kind(event_type):
    return lambda before, event, after: isinstance(event, event_type)


WANTED = {
    "ending-home": ends("home"),
    "ending-caught": ends("caught"),
    "ending-cap": ends("cap"),
    **{f"mouse-{tile}": flips(tile, False) for tile in TILES},
    **{f"cat-{tile}": flips(tile, True) for tile in TILES},
    "knife-in-double": knife_in_double,
    "one-mouse-twice": mouse_binds,
    "last-mouse-in-hole": last_mouse_shut_off,
    "no-move-mice": lost("mice"),
    "no-move-cat": lost("cat"),
    "fork-takes": kind(Take),
    "fork-leaves": kind(Leave),
    "arrow-flies": kind(Fly),
}
SETUPS = (Setup(), Setup(players=3, cat=0, holes="end"), Setup(players=5, holes="pinwheel", friends_block=False))


def shown(record, wanted):
    """Find the first ply where the wanted thing has happened, or nothing."""
    steps = list(plies(GAME, record))
    return next((b.number for a, b in pairwise(steps) if wanted(a, b.event, b)), None)


def cut(record, ply):
    """Keep a record up to the end of the turn at a ply."""
    steps = list(plies(GAME, record))
    while steps[ply].state.phase != "roll" and not isinstance(steps[ply].turn, Over):
        ply += 1
    return replace(record, events=record.events[:ply])


def found(wanted, turn_of_setups):
    """Search seeds for a record that shows it; early ones are read more easily."""
    for number in count(1):
        setup = SETUPS[(turn_of_setups + number) % len(SETUPS)]
        record, _ = random_record(GAME, setup, number.to_bytes(8, "big"))
        ply = shown(record, wanted)
        if ply and (ply < 200 or number > 200):
            return cut(record, ply)
    raise AssertionError


def write():
    for number, (name, wanted) in enumerate(WANTED.items()):
        record = found(wanted, number)
        (FOLDER / f"{name}.json").write_bytes(dump(record))
        print(name, len(record.events), record.seed.hex())


if __name__ == "__main__":
    write()
