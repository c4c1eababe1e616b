"""Mousewarming Party as numbers, on a row: the compiled twin of tensor.py."""

from mousehole.compiled.bits import one_of, spread
from mousehole.compiled.compiler import compiled
from mousehole.games.mousewarming.fast.event_codes import BONUS, DROPPED, KINDS, MOVE, PICK, STUFF
from mousehole.games.mousewarming.moves import SIDES
from mousehole.games.mousewarming.tensor import DECISIONS, MANY, MOST_GUESTS

NOTHING = -1
SIDE_COUNT, DECISION_COUNT = len(SIDES), len(DECISIONS)


@compiled()
def number(box, code):
    """The id of an action."""
    if code < STUFF:
        return box.at.ids[code]
    number = box.at.first_load
    while box.at.codes[number] != code:
        number += 1
    return number


@compiled()
def code(box, row, number):
    """The code of the action with an id."""
    return box.at.codes[number]


@compiled()
def observe(box, row, seat, out):
    """Write what a seat sees, as far as it changes during a game."""
    at = turned(row, seat, out, counted(box, row, out, ringed(box, row, out)))
    out[at] = seat == row.seat


@compiled()
def ringed(box, row, out):
    """Write what stands and lies on the ring; the place after it."""
    length = box.at.length
    at = one_of(row.mice[1], out, one_of(row.mice[0], out, 0, length), length)
    at = one_of(row.raccoon, out, at, length)
    for food in range(KINDS):
        at = spread(row.plates[food], out, at, length)
    at = spread(row.doors, out, at, length)
    for kitchen in range(box.at.rooms):
        at = one_of((row.kitchens >> 6 * kitchen & 63) - 1, out, at, length)
    return at


@compiled()
def counted(box, row, out, at):
    """Write how much there is of everything; the place after it."""
    for feeder in range(box.at.feeders):
        out[at + feeder] = row.feeders >> 8 * feeder & 255
    at += box.at.feeders
    for food in range(KINDS):
        out[at + food] = row.trays[0] >> 4 * food & 15
        out[at + KINDS + food] = row.trays[1] >> 4 * food & 15
        out[at + 2 * KINDS + food] = row.bag >> 4 * food & 15
        out[at + 3 * KINDS + food] = row.pantry[food]
        out[at + 4 * KINDS + food] = row.unseen[food]
        out[at + 5 * KINDS + food] = min(row.supply[food], MANY)
    at += 6 * KINDS
    out[at] = row.served
    for guests in range(MOST_GUESTS):
        out[at + 1 + guests] = 0
    for tile in range(row.sat):
        out[at + (row.seated >> 4 * tile & 15)] += 1
    return at + 1 + MOST_GUESTS


@compiled()
def turned(row, seat, out, at):
    """Write how far the turn has come; the place after it."""
    rolled = row.die - 1
    at = one_of(rolled // KINDS if row.die else NOTHING, out, at, SIDE_COUNT)
    at = one_of(rolled % KINDS if row.die else NOTHING, out, at, KINDS)
    at = one_of(decision(row.stage), out, at, DECISION_COUNT)
    at = one_of(row.mover, out, at, 2)
    out[at] = row.asleep
    return at + 1


@compiled(inline="always", cache=False)
def decision(stage):
    """What is decided, in the order of the spec; nothing where luck falls or all is over."""
    if stage == MOVE:
        return 1
    if stage == BONUS:
        return 0
    return 2 if stage == DROPPED else 3 if stage == PICK else NOTHING
