"""How good a row looks: the compiled twin of value.py."""

import numpy as np

from mousehole.compiled.bits import count
from mousehole.compiled.compiler import compiled
from mousehole.games.mousewarming.fast.event_codes import BONUS, KINDS, MOVE, OPENING, ROLL
from mousehole.games.mousewarming.fast.targets import after, prey


@compiled()
def fresh(row):
    """Whether nobody has acted this turn."""
    rolled = row.stage == MOVE and (row.die - 1) % KINDS != 0
    return rolled or row.stage in (ROLL, BONUS, OPENING)


@compiled()
def judged(box, row):
    """Estimate the chance to win at the beginning of a turn."""
    crowd, served, w = row.crowd, row.served, box.at.weights
    soon, stuck = errands(box, row)
    hope, blind, bait = chances(box, row)
    due, wanted = missing(box, crowd, served + soon), missing(box, crowd, served + soon + hope)
    full = kept = lost = unseen = 0.0
    for food in range(KINDS):
        kept += row.pantry[food]
        unseen += row.unseen[food]
        if row.pantry[food] == box.at.most:
            full += 1
            lost += row.unseen[food]
    lost /= unseen
    total = w[0] + w[1] * enough(box, crowd, served) + w[2] * wanted + w[3] * due * kept / (KINDS * box.at.most)
    total += w[4] * due * lost + w[5] * due * box.at.golden + w[6] * full + w[7] * stuck + w[8] * blind + w[9] * bait
    total += w[10] * threat(box, row, lost) + w[11] * count(row.doors)
    return 1 / (1 + np.exp(-total))


@compiled()
def enough(box, crowd, served):
    """The chance that so much food feeds everybody."""
    share = 0.0
    for guests in range(served + 1):
        share += box.at.chance[crowd, guests]
    return share


@compiled()
def missing(box, crowd, served):
    """How many portions are missing on average."""
    portions = 0.0
    for guests in range(int(served) + 1, box.at.plates + 1):
        if guests > served:
            portions += box.at.chance[crowd, guests] * (guests - served)
    return portions


@compiled()
def way(box, row, mouse, space):
    """Count the turns a mouse needs to reach a space; back to its own is a whole lap."""
    distance = space - row.mice[mouse]
    if distance <= 0:
        distance += box.at.length
    return box.at.turns[box.at.steps[mouse, row.loads[mouse]], distance]


@compiled()
def errands(box, row):
    """Weigh the tokens on trays by their distance to a kitchen; count those no open kitchen takes."""
    soon, stuck = 0.0, 0
    for mouse in range(2):
        load = row.trays[mouse] + row.bag if box.at.bearer == mouse else row.trays[mouse]
        for food in range(KINDS):
            tokens = load >> 4 * food & 15
            if tokens and row.takes[food]:
                soon += tokens * box.at.worth[way(box, row, mouse, after(row.takes[food], row.mice[mouse]))]
            elif tokens:
                stuck += tokens
    return soon, stuck


@compiled()
def chances(box, row):
    """Weigh the food on plates by the distance of the nearest mouse with room for it; count what is bait."""
    hope = blind = 0.0
    bait = stops = 0
    spots, shields = row.lying | row.stocked, 1 << row.mice[0] | 1 << row.mice[1]
    space = row.raccoon
    for _ in range(count(spots)):
        space = after(spots, space)
        shielded = shields >> space & 1
        if row.lying >> space & 1:
            food = lying(row, space)
            bait += row.pantry[food] == box.at.most
            turns = nearest(box, row, space)
            if turns:
                found = box.at.worth[turns] if turns <= stops + 1 or shielded else box.at.worth[turns] * box.at.late
                if row.takes[food]:
                    hope += found
                else:
                    blind += found
        if not shielded:
            stops += 1
    return hope, blind, bait


@compiled()
def lying(row, space):
    """The food on a plate."""
    food = 0
    while not row.plates[food] >> space & 1:
        food += 1
    return food


@compiled()
def nearest(box, row, space):
    """Count the turns of the nearest mouse with room on its tray; 0 if there is none."""
    best = 0
    for mouse in range(2):
        if row.loads[mouse] < box.at.room:
            turns = way(box, row, mouse, space)
            if best == 0 or turns < best:
                best = turns
    return best


@compiled()
def threat(box, row, lost):
    """The chance that the raccoon's next ride ends the game."""
    space = prey(row)
    if space < 0:
        return 0.0
    if row.lying >> space & 1:
        return 1.0 if row.pantry[lying(row, space)] == box.at.most else 0.0
    return lost
