"""What everybody at the table sees at a glance: where food will fall, and who will run where."""

from mousehole.compiled.bits import lowest
from mousehole.compiled.compiler import compiled
from mousehole.games.mousewarming.fast.event_codes import KINDS


@compiled(inline="always", cache=False)
def after(spots, space):
    """Find the first of some spaces along the arrows after a space, itself last; -1 if there is none."""
    ahead = spots >> (space + 1) << (space + 1)
    return lowest(ahead) if ahead else lowest(spots) if spots else -1


@compiled()
def tokens(load):
    """Count the tokens of a load."""
    total = 0
    for food in range(KINDS):
        total += load >> 4 * food & 15
    return total


@compiled()
def occupied(row):
    """The spaces where somebody stands."""
    return 1 << row.mice[0] | 1 << row.mice[1] | 1 << row.raccoon


@compiled()
def landing(box, row, side):
    """Find the plate for a token rolled out of a side, or -1."""
    return after(box.at.spread & ~row.lying & ~occupied(row), box.at.sides[side] - 1)  # MP-032, MP-033


@compiled()
def prey(row):
    """Find where the raccoon stops, or -1."""
    return after((row.lying | row.stocked) & ~(1 << row.mice[0] | 1 << row.mice[1]), row.raccoon)  # MP-080, MP-083


@compiled()
def sprint(box, row, mouse, target):
    """Find where the sprinter runs, or -1."""
    if target == 0 and row.loads[mouse] == box.at.room:
        return -1  # MP-115
    goals = row.lying if target == 0 else row.doors | open_kitchens(row)
    return after(goals & ~occupied(row), row.mice[mouse])  # MP-111


@compiled()
def open_kitchens(row):
    """The spaces of the face-up kitchens."""
    spots, left = 0, row.kitchens
    while left:
        spots |= (1 << (left & 63)) >> 1
        left >>= 6
    return spots


@compiled()
def stretch(box, row, mouse):
    """Find the feeder that the fitness mouse runs to, or -1."""
    if row.loads[mouse] == box.at.room:
        return -1  # MP-118
    return after(row.stocked & ~occupied(row), row.mice[mouse])  # MP-117
