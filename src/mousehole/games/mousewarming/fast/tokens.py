"""Where food goes, on a row: from plates to trays, and from trays to the table."""

from mousehole.compiled.compiler import compiled
from mousehole.games.mousewarming.fast.event_codes import KINDS


@compiled()
def lay(row, space, food):
    """Put a token on a plate."""
    row.plates[food] |= 1 << space
    row.lying |= 1 << space


@compiled()
def clear(row, space):
    """Take the token from a plate and return its food."""
    row.lying &= ~(1 << space)
    for food in range(KINDS):
        if row.plates[food] >> space & 1:
            row.plates[food] &= ~(1 << space)
            return food
    return -1


@compiled()
def load_up(row, mouse, food):
    """Put a token on a tray."""
    row.trays[mouse] += 1 << 4 * food
    row.loads[mouse] += 1


@compiled()
def pick_up(row, mouse):
    """Move the food of the mouse's space to its tray."""
    load_up(row, mouse, clear(row, row.mice[mouse]))


@compiled()
def hand_over(row, mouse, food):
    """Move a token from a tray to the table."""
    row.trays[mouse] -= 1 << 4 * food
    row.loads[mouse] -= 1
    dish(row, food)


@compiled()
def dish(row, food):
    """Put a token on the table."""
    row.table |= food << 3 * row.served
    row.served += 1
