"""What a learned value reads of a row: the twin of card/marks.cu. The ring is seen from each mouse and the raccoon."""

import numpy as np

from mousehole.compiled.bits import count, lowest
from mousehole.compiled.compiler import compiled
from mousehole.games.mousewarming.fast.event_codes import KINDS
from mousehole.games.mousewarming.fast.targets import after, prey, tokens
from mousehole.games.mousewarming.fast.value import lying, nearest, way
from mousehole.games.mousewarming.moves import SIDES
from mousehole.games.mousewarming.value import PATIENCE

PLANES, TURNS, WHOLE, PART = 2 * 13 + 7 + 4, 64, 64, 16
REST, FACTS_AT, MANY, DUE, TILES = 128, 64, 255, 32, 8  # facts stand so far from the end
DIE_AT, GUESTS_AT, DUE_AT, COUNTED = 12, 24, 32, 6 * KINDS
SIDE_COUNT, FACT_COUNT = len(SIDES), COUNTED + 10 + 8
WORTH = np.array([round(1024 * PATIENCE**turns) for turns in range(TURNS)], np.int64)
MOST_MARKS = 256


def mark_count(length: int) -> int:
    """How many marks a ring of so many spaces has."""
    return PLANES * (-(-length // 4) * 4) + REST


@compiled(inline="always", cache=False)
def plane(box, spaces, here, places, n, at):
    """List the spaces of a set as somebody sees them: the own space first, then those along the arrows."""
    length = box.at.length
    ahead = (spaces >> here | spaces << (length - here)) & ((1 << length) - 1)
    while ahead:
        places[n] = at + lowest(ahead)
        ahead &= ahead - 1
        n += 1
    return n


@compiled()
def ring(box, row, places):
    """List the marks of the ring and return how many there are."""
    n, at, wide = 0, 0, (box.at.length + 3) // 4 * 4
    for mouse in range(2):
        here = row.mice[mouse]
        for food in range(KINDS):
            n = plane(box, row.plates[food], here, places, n, at + food * wide)
            if row.trays[mouse] >> 4 * food & 15:
                n = plane(box, row.takes[food], here, places, n, at + (KINDS + food) * wide)
        at += 2 * KINDS * wide
        n = plane(box, row.doors, here, places, n, at)
        n = plane(box, 1 << row.mice[1 - mouse], here, places, n, at + wide)
        n = plane(box, 1 << row.raccoon, here, places, n, at + 2 * wide)
        at += 3 * wide
    return thief(box, row, places, n, at, wide)


@compiled()
def thief(box, row, places, n, at, wide):
    """List what the raccoon sees, and where everything really is."""
    for food in range(KINDS):
        n = plane(box, row.plates[food], row.raccoon, places, n, at + food * wide)
    at += KINDS * wide
    n = plane(box, row.stocked, row.raccoon, places, n, at)
    n = plane(box, 1 << row.mice[0] | 1 << row.mice[1], row.raccoon, places, n, at + wide)
    for k in range(2):
        places[n + k] = at + (2 + k) * wide + row.mice[k]
    places[n + 2] = at + 4 * wide + row.raccoon
    return plane(box, row.doors, 0, places, n + 3, at + 5 * wide)


@compiled()
def flags(box, row, places, n):
    """List how far turn and party have come, and return how many marks there are now."""
    at = PLANES * ((box.at.length + 3) // 4 * 4)
    places[n] = at + row.stage
    places[n + 1] = at + DIE_AT + SIDE_COUNT + KINDS + row.mover
    places[n + 2] = at + GUESTS_AT + min(row.sat, TILES - 1)
    places[n + 3] = at + DUE_AT + min(max(box.at.guests[row.crowd] - row.served + DUE // 2, 0), DUE - 1)
    n += 4
    if row.die:
        places[n] = at + DIE_AT + (row.die - 1) // KINDS
        places[n + 1] = at + DIE_AT + SIDE_COUNT + (row.die - 1) % KINDS
        n += 2
    if row.asleep:
        places[n] = at + DIE_AT + SIDE_COUNT + KINDS + 2
        n += 1
    return n


@compiled()
def facts(box, row, counts):
    """Write what can be counted."""
    lost = stores(box, row, counts)
    soon, stuck = errands(box, row)
    hope, blind, bait = chances(box, row)
    n = COUNTED + 10
    counts[n], counts[n + 1], counts[n + 2], counts[n + 3] = soon // PART, stuck * PART, hope // PART, blind // PART
    counts[n + 4], counts[n + 5], counts[n + 6] = bait * PART, lost, threat(box, row, lost)
    counts[n + 7] = max(0, 8 * (box.at.guests[row.crowd] - row.served + 12) - soon // 128)
    for k in range(n + 8):
        counts[k] = min(counts[k], MANY)


@compiled()
def stores(box, row, counts):
    """Write what lies where, and return how likely the next token of a feeder is to end the game."""
    full = unseen = kept = lost = 0
    for food in range(KINDS):
        is_full = row.pantry[food] >= box.at.most
        full, lost = full + is_full, lost + (row.unseen[food] if is_full else 0)
        unseen, kept = unseen + row.unseen[food], kept + row.pantry[food]
        for mouse in range(2):
            counts[6 * food + mouse] = row.trays[mouse] >> 4 * food & 15
        counts[6 * food + 2], counts[6 * food + 3] = row.pantry[food], is_full
        counts[6 * food + 4], counts[6 * food + 5] = row.unseen[food], row.takes[food] != 0
    n = COUNTED
    counts[n], counts[n + 1], counts[n + 2] = row.loads[0], row.loads[1], tokens(row.bag)
    counts[n + 3], counts[n + 4], counts[n + 5] = row.served, box.at.guests[row.crowd], row.sat
    counts[n + 6], counts[n + 7], counts[n + 8], counts[n + 9] = count(row.doors), full, kept, unseen
    return WHOLE * lost // unseen if unseen else 0


@compiled()
def errands(box, row):
    """Weigh the tokens on trays by their distance to a kitchen; count those no open kitchen takes."""
    soon = stuck = 0
    for mouse in range(2):
        load = row.trays[mouse] + row.bag if box.at.bearer == mouse else row.trays[mouse]
        for food in range(KINDS):
            many = load >> 4 * food & 15
            if many and row.takes[food]:
                soon += many * WORTH[way(box, row, mouse, after(row.takes[food], row.mice[mouse]))]
            else:
                stuck += many
    return soon, stuck


@compiled()
def chances(box, row):
    """Weigh the food on plates by the distance of the nearest mouse with room for it; count what is bait."""
    hope = blind = bait = stops = 0
    spots, shields = row.lying | row.stocked, 1 << row.mice[0] | 1 << row.mice[1]
    space = row.raccoon
    for _ in range(count(spots)):
        space = after(spots, space)
        shielded = shields >> space & 1
        if row.lying >> space & 1:
            food, turns = lying(row, space), nearest(box, row, space)
            found = WORTH[turns] if turns else 0
            if turns > stops + 1 and not shielded:
                found >>= 2
            bait += row.pantry[food] == box.at.most
            if row.takes[food]:
                hope += found
            else:
                blind += found
        stops += 1 - shielded
    return hope, blind, bait


@compiled()
def threat(box, row, lost):
    """The chance that the raccoon's next ride ends the game."""
    space = prey(row)
    if space < 0:
        return 0
    if not row.lying >> space & 1:
        return lost
    return WHOLE if row.pantry[lying(row, space)] == box.at.most else 0
