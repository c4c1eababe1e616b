"""What luck may bring, on a row."""

import numpy as np

from mousehole.compiled.bits import below
from mousehole.core.compiled import compiled
from mousehole.games.mousewarming.fast.codes import DRAW, GRAB, GUEST, KINDS, MOST, RACCOON, REACH, ROLL, TILE
from mousehole.games.mousewarming.fast.sight import prey


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
    """The code of an outcome, drawn by its odds."""
    codes, weights = np.empty(MOST, np.int64), np.empty(MOST, np.int64)
    n = odds(box, row, codes, weights)
    total = 0
    for k in range(n):
        total += weights[k]
    point, k = below(rng, total), 0
    while point >= weights[k]:
        point -= weights[k]
        k += 1
    return codes[k]
