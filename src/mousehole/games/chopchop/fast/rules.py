"""How a game of Chop! Chop! goes on, on whole numbers: the compiled twin of turn and apply in rules.py."""

from mousehole.compiled import CHANCE, OVER
from mousehole.compiled.compiler import compiled
from mousehole.games.chopchop.fast.position_rows import (
    ARROW,
    BONUS,
    CAUGHT,
    CHEESE,
    FLIP,
    FLIPPED,
    FLOWN,
    FLY,
    FORK,
    FORKED,
    HOME,
    KNIFE,
    LEFT,
    MOVE,
    PASSED,
    PLUS1,
    PLUS2,
    ROLL,
    ROLLED,
    STARTED,
    STUCK,
    TAKEN,
)
from mousehole.games.chopchop.fast.reach import flights, mice_spaces, movable, walk_ends
from mousehole.games.chopchop.moves import CAT
from mousehole.games.chopchop.rules import CAP
from mousehole.games.chopchop.walk import LONGEST


@compiled()
def turn(box, row):
    """The seat that decides, or CHANCE, or OVER."""
    if row.phase in (FLIP, STUCK):
        return CHANCE
    if row.phase == ROLL:
        return CHANCE if row.turns < CAP else OVER  # CC-91
    if row.phase in (HOME, CAUGHT):
        return OVER  # CC-80, CC-84
    return box.at.cat_seat if row.cats else box.at.mice_seats[row.nth]


@compiled()
def odds(box, row, codes, weights):
    """Write the codes and weights of the outcomes and return how many there are."""
    if row.phase == STUCK:
        codes[0], weights[0] = PASSED, 1
        return 1
    n = 0
    if row.phase == ROLL:
        for value in range(1, LONGEST + 1):
            if box.at.dice[row.cats, value]:
                codes[n], weights[n] = ROLLED + value, box.at.dice[row.cats, value]  # CC-11, CC-12
                n += 1
        return n
    for tile in range(7):
        if row.bag[tile]:
            codes[n], weights[n] = FLIPPED + tile, row.bag[tile]  # CC-04
            n += 1
    return n


@compiled()
def play(box, row, code):
    """Change the row by one event."""
    if code < TAKEN:
        code = code if code < FLOWN else code - FLOWN
        if code >= 64 * CAT:
            pounce(box, row, 1 << (code & 63))
        else:
            scurry(box, row, code >> 6, 1 << (code & 63))
    elif code < STARTED:
        row.cheese ^= 1 << (code - TAKEN)  # CC-64
        end_turn(box, row)
    elif code < ROLLED:
        row.cat, row.phase, row.cats = 1 << (code - STARTED), ROLL, 0  # CC-06, CC-07
    elif code < FLIPPED:
        roll(box, row, code - ROLLED)
    elif code < LEFT:
        flip(box, row, code - FLIPPED)
    else:
        end_turn(box, row)  # CC-64, CC-90


@compiled()
def roll(box, row, value):
    """Take the roll, and see whether any piece can use it."""
    row.phase, row.steps = MOVE, value
    row.turns += 1
    for figure in range(5):
        if movable(box, row, figure) and walk_ends(box, row, figure):
            return
    row.phase = STUCK  # CC-90


@compiled()
def scurry(box, row, mouse, space):
    """End a mouse's move: in a hole, on a cheese, on a tile or on the bare floor."""
    row.opened |= row.mice[mouse] & box.at.holes  # CC-41
    row.mice[mouse] = space
    row.mover = mouse
    if space & row.hidden:
        row.phase = FLIP  # CC-50
    elif space & row.cheese:
        row.cheese ^= space  # CC-55
        end_turn(box, row)
    elif space & box.at.holes and row.opened == box.at.holes and not row.cheese and not row.bag[CHEESE]:
        row.phase = HOME  # CC-70, CC-80, CC-81, CC-82, CC-83, CC-85
    else:
        end_turn(box, row)  # CC-52


@compiled()
def pounce(box, row, space):
    """End the cat's move: on a mouse, on a tile, or where nothing happens."""
    row.cat, row.mover = space, CAT
    caught = False
    for mouse in range(4):
        if row.mice[mouse] == space:
            row.mice[mouse], caught = 0, True  # CC-26, CC-53
    if not mice_spaces(row):
        row.phase = CAUGHT  # CC-70, CC-84
    elif space & row.hidden and not caught:
        row.phase = FLIP  # CC-51
    else:
        end_turn(box, row)  # CC-52


@compiled()
def flip(box, row, tile):
    """Turn over the tile under the piece and do what it says; it leaves the board, but a cheese under the cat stays."""
    space = row.cat if row.mover == CAT else row.mice[row.mover]
    row.hidden ^= space
    row.bag[tile] -= 1  # CC-31, CC-50
    if tile in (PLUS1, PLUS2):
        row.phase, row.steps = BONUS, 1 if tile == PLUS1 else 2
        if walk_ends(box, row, row.mover):
            return  # CC-58, CC-60
    elif tile == ARROW and flights(box, row):
        row.phase = FLY  # CC-63
        return
    elif tile == FORKED and row.mover != CAT and row.cheese & ~row.cat:
        row.phase = FORK  # CC-64, CC-65
        return
    elif tile == KNIFE:
        hand_over(box, row, 1)  # CC-66, CC-69
        return
    elif tile == CHEESE and row.mover == CAT:
        row.cheese |= space
    end_turn(box, row)


@compiled()
def end_turn(box, row):
    """Go on with the second half of a double turn, or with the other side."""
    if row.half == 1:
        row.phase, row.half = ROLL, 2  # CC-66
    else:
        hand_over(box, row, 0)


@compiled()
def hand_over(box, row, half):
    """Let the other side play; mouse players take turns, and a double turn counts as one."""
    row.phase, row.half = ROLL, half
    if not row.cats:
        row.nth = (row.nth + 1) % box.at.mice_players  # CC-10, CC-68
    row.cats = 1 - row.cats
