"""What luck may bring, on a row."""

from mousehole.compiled.bits import below
from mousehole.compiled.compiler import compiled
from mousehole.games.mousewarming.fast.event_codes import DRAW, GRAB, GUEST, KINDS, RACCOON, REACH, ROLL, TILE
from mousehole.games.mousewarming.fast.targets import prey


@compiled()
def odds(box, row, codes, weights):
    """Write the codes and weights of the outcomes and return how many there are."""
    stage, n = row.stage, 0
    if stage == ROLL:
        for roll in range(len(box.at.sides) * KINDS):
            if box.at.die[roll % KINDS]:
                codes[n], weights[n] = roll, box.at.die[roll % KINDS]  # MP-030
                n += 1
        return n
    if stage not in (RACCOON, DRAW):
        return tiles(box, row, codes, weights)
    space, first = prey(row), GRAB if stage == RACCOON else REACH
    plain = stage == RACCOON and row.lying >> space & 1
    for food in range(KINDS):
        weight = row.plates[food] >> space & 1 if plain else row.unseen[food]  # MP-084
        if weight:
            codes[n], weights[n] = first + food, weight
            n += 1
    return n


@compiled()
def tiles(box, row, codes, weights):
    """Weigh what may lie behind the next door."""
    n, crowd = 0, row.crowd
    for kitchen in range(box.at.rooms):
        if not row.kitchens >> 6 * kitchen & 63:
            codes[n], weights[n] = TILE + kitchen, max(box.at.unseen[crowd], 1)
            n += 1
    for guests in range(1, len(box.at.left[crowd])):
        weight = box.at.hidden[crowd] * box.at.left[crowd, guests]  # MP-003
        if weight:
            codes[n], weights[n] = TILE + GUEST + guests, weight
            n += 1
    return n


@compiled()
def luck(box, row, rng):
    """The code of an outcome, drawn by its odds, in their order, without listing them."""
    stage = row.stage
    if stage == ROLL:
        point = below(rng, len(box.at.sides) * box.at.faces)
        side = point // box.at.faces
        return side * KINDS + drawn(box.at.die, point - side * box.at.faces)  # MP-030
    if stage not in (RACCOON, DRAW):
        return tile(box, row, rng)
    first, space = (GRAB, prey(row)) if stage == RACCOON else (REACH, 0)
    if stage == RACCOON and row.lying >> space & 1:
        food = below(rng, 1)
        while not row.plates[food] >> space & 1:
            food += 1
        return first + food
    total = 0
    for food in range(KINDS):
        total += row.unseen[food]
    return first + drawn(row.unseen, below(rng, total))  # MP-084


@compiled(inline="always", cache=False)
def drawn(counts, point):
    """Find the kind at a point of the odds."""
    kind = 0
    while point >= counts[kind]:
        point -= counts[kind]
        kind += 1
    return kind


@compiled()
def tile(box, row, rng):
    """Draw what lies behind the next door."""
    crowd, total = row.crowd, 0
    for n in range(len(box.at.left[crowd]) + GUEST):
        total += weight(box, row, crowd, n)
    point, n = below(rng, total), 0
    while point >= weight(box, row, crowd, n):
        point -= weight(box, row, crowd, n)
        n += 1
    return TILE + n


@compiled(inline="always", cache=False)
def weight(box, row, crowd, tile):
    """Weigh a tile behind the next door: a kitchen, or GUEST and so many guests."""
    if tile < GUEST:
        hidden = tile < box.at.rooms and not row.kitchens >> 6 * tile & 63
        return max(box.at.unseen[crowd], 1) if hidden else 0
    return box.at.hidden[crowd] * box.at.left[crowd, tile - GUEST]  # MP-003
