"""Whose turn it is, and what may be done, on a row."""

import numpy as np

from mousehole.compiled import CHANCE, OVER
from mousehole.compiled.bits import below
from mousehole.compiled.compiler import compiled
from mousehole.games.mousewarming.fast.event_codes import (
    BONUS,
    DROP,
    DROPPED,
    END,
    FITNESS,
    FULL_TABLE,
    GO,
    KINDS,
    LEAVE,
    MOMMY,
    MOST,
    MOVE,
    NAP,
    NINJA,
    PICK,
    PLACE,
    RUN,
    SHOOT,
    SLINGSHOT,
    SPRINTER,
    STEAL,
    STRETCH,
    STUFF,
    TAKE,
    TRAVELER,
)
from mousehole.games.mousewarming.fast.targets import landing, sprint, stretch, tokens


@compiled()
def turn(box, row):
    """The seat that decides, or CHANCE, or OVER."""
    stage = row.stage
    if stage in (MOVE, PICK, BONUS, DROPPED):
        return row.seat
    return OVER if stage == END else CHANCE


@compiled()
def options(box, row, codes):
    """Write the codes of the legal actions and return how many there are."""
    if row.stage == PICK:
        codes[0], codes[1] = TAKE, LEAVE  # MP-065
        return 2
    if row.stage == BONUS:
        return uses(box, row, codes)
    if row.stage == DROPPED:
        return walks(box, row, row.mover, codes, 0)  # MP-055
    n = 0
    for mouse in range(2):
        if row.loads[mouse] and (box.at.spread & ~row.lying) >> row.mice[mouse] & 1:  # MP-052, MP-056
            for food in range(KINDS):
                if row.trays[mouse] >> 4 * food & 15:
                    codes[n] = DROP + 8 * mouse + food  # MP-054
                    n += 1
    return walks(box, row, 1, codes, walks(box, row, 0, codes, n))  # MP-021


@compiled()
def walks(box, row, mouse, codes, n):
    """Append the moves of a mouse to the codes and return how many there are now."""
    taken, space = 1 << row.mice[1 - mouse] | 1 << row.raccoon, row.mice[mouse]
    left = box.at.steps[mouse, row.loads[mouse]]  # MP-050, MP-051
    while left:
        space = space + 1 if space + 1 < box.at.length else 0
        if not taken >> space & 1:  # MP-058, MP-059
            codes[n] = GO + 64 * mouse + space
            n, left = n + 1, left - 1
    return n


@compiled()
def uses(box, row, codes):
    """Write what the cheese may be used for and return how many choices there are."""
    codes[0], n = PLACE, 1  # MP-040
    for mouse in range(2):
        gift = box.at.gift[mouse]
        if gift == MOMMY:
            codes[n] = NAP  # MP-105
            n += 1
        elif gift in (SLINGSHOT, NINJA):
            n = foods(box, row, mouse, codes, n)
        elif gift == SPRINTER:
            for target in range(2):
                if sprint(box, row, mouse, target) >= 0:
                    codes[n] = RUN + target
                    n += 1
        elif gift == FITNESS and stretch(box, row, mouse) >= 0:
            codes[n] = STRETCH
            n += 1
        elif gift == TRAVELER:
            n = packings(box, row, mouse, codes, n)
    return n


@compiled()
def foods(box, row, mouse, codes, n):
    """Write what can be shot or stolen."""
    stealing = box.at.gift[mouse] == NINJA
    if stealing and landing(box, row, (row.die - 1) // KINDS) < 0:
        return n  # MP-109
    for food in range(KINDS):
        if stealing and row.pantry[food]:
            codes[n] = STEAL + food  # MP-108
            n += 1
        elif not stealing and row.trays[mouse] >> 4 * food & 15 and row.takes[food]:
            codes[n] = SHOOT + food  # MP-106, MP-107
            n += 1
    return n


@compiled()
def packings(box, row, mouse, codes, n):
    """Write what the traveler can pack: every part of her load that the backpack has room for."""
    tray, room = row.trays[mouse], box.at.backpack - tokens(row.bag)
    load = 0
    while True:
        food = 0
        while food < KINDS and load >> 4 * food & 15 == tray >> 4 * food & 15:
            load &= ~(15 << 4 * food)
            food += 1
        if food == KINDS:
            return n
        load += 1 << 4 * food
        if tokens(load) <= room:
            codes[n] = STUFF + 256 * load  # MP-119, MP-120
            n += 1


@compiled()
def pick(box, row, rng):
    """The code of a random legal action, all equally likely."""
    codes = np.empty(MOST, np.int64)
    return codes[below(rng, options(box, row, codes))]


@compiled()
def pay(box, row, out):
    """Write what each seat earns: all win together."""
    won = row.reason == FULL_TABLE or row.served >= box.at.guests[row.crowd]  # MP-090, MP-095
    for seat in range(box.at.players):
        out[seat] = 1.0 if won else 0.0
