"""What holds at every event of Chop! Chop!; `check` raises when a law is broken, so that any long run can call it."""

from functools import cache
from itertools import product

from mousehole.core.kit import bag_count
from mousehole.games.chopchop.moves import CAT, Flipped, Fly, Move, Pass, Rolled, Setup, Start, Take
from mousehole.games.chopchop.rules import CAP
from mousehole.games.chopchop.state import eaten

TILES, CHEESES, MICE = 38, 10, 4
WAITING = ("flip", "bonus", "fly", "fork")


def ways_to_play():
    """Cross hole layouts with options; player counts and the cat's seat go round: each layout meets them all."""
    options = {
        "": (True, True),
        ", friends pass": (False, True),
        ", arrow spares": (True, False),
        ", both": (False, False),
    }
    for (row, holes), (column, (said, option)) in product(
        enumerate(("side", "pinwheel", "end")), enumerate(options.items())
    ):
        players = 2 + (row + column) % 4
        yield f"{holes}, {players} players{said}", Setup(players, None if not row else column % players, holes, *option)


SETUPS = dict(ways_to_play())


def check(before, event, after):
    """Check one event between two positions."""
    check_position(after)
    check_tiles(before, event, after)
    check_cheese(before, event, after)
    check_mice(before, event, after)
    check_holes(before, event, after)
    check_order(before, event, after)
    if isinstance(event, Move):
        check_steps(before, event)


def check_position(state):
    """Everybody stands where it may stand, and no tile is lost or made."""
    box, alive = state.kitchen, [mouse for mouse in state.mice if mouse]
    spaces = sum(alive)
    assert spaces.bit_count() == len(alive), "two mice share a space"
    assert not spaces & ~(box.floor | sum(box.holes)), "a mouse is where no mouse may be"
    assert state.cat in cat_room(box), "the cat is under the table, in a hole or nowhere"
    assert not spaces & state.cat, "a mouse stands on the cat"
    assert state.hidden.bit_count() == bag_count(state.bag) <= TILES, "tiles are lost or made"
    assert eaten(state) + state.cheese.bit_count() + state.bag[0][1] == CHEESES, "cheese is lost or made"
    assert not state.hidden & state.cheese, "two tiles on one square"
    assert not spaces & state.cheese, "a mouse sits on a cheese without taking it"
    standing = (spaces | state.cat) & state.hidden
    assert not standing or state.phase == "flip", "a figure stays on a tile without turning it up"
    assert state.turns <= CAP, "a game goes on after the last turn"
    check_end(state)


@cache
def cat_room(box):
    """Name the open floor and the table top, straight from the names."""
    return frozenset(s for s, name in box.names.items() if not name.startswith("hole") and name not in ("d3", "d4"))


def check_end(state):
    """Each ending has its cause, and each cause its ending."""
    box = state.kitchen
    assert (state.phase == "caught") == (not any(state.mice)), "the cat wins exactly with the last mouse"
    if state.phase == "home":
        assert (eaten(state), state.opened) == (CHEESES, sum(box.holes)), "the mice win too early"
        assert state.mover != CAT, "the cat cannot come home"
        assert state.mice[state.mover] in box.holes, "the mouse that wins is not at home"


def check_tiles(before, event, after):
    """Only a flip turns up a tile: one, below the figure that moved, of a kind that was left."""
    if not isinstance(event, Flipped):
        assert (before.hidden, before.bag) == (after.hidden, after.bag), "a tile changed without a flip"
        return
    below = before.cat if before.mover == CAT else before.mice[before.mover]
    assert before.hidden ^ after.hidden == below, "another tile was turned up"
    lost = {kind: count - dict(after.bag)[kind] for kind, count in before.bag}
    assert lost == {kind: int(kind == event.tile) for kind in lost}, "another kind left the bag"


def check_cheese(before, event, after):
    """Cheese is gained one by one, and only by a mouse that turns it up, ends on it or forks it."""
    turned_up = isinstance(event, Flipped) and event.tile == "cheese" and before.mover != CAT
    ended_on = isinstance(event, Move) and event.piece != "cat" and before.kitchen.bit[event.to] & before.cheese
    gained = int(bool(turned_up or ended_on or isinstance(event, Take)))
    assert eaten(after) - eaten(before) == gained, "cheese is gained or lost for no reason"
    if isinstance(event, Move | Fly) and event.piece == "cat":
        assert not after.cat & before.cheese, "the cat goes on a face-up cheese"


def check_mice(before, event, after):
    """One figure moves at a time; the dead stay dead, and only the cat catches, one by one, where it ends."""
    gone = [b for b, a in zip(before.mice, after.mice, strict=True) if b and not a]
    if gone:
        assert isinstance(event, Move | Fly), "a mouse vanished"
        assert (event.piece, gone) == ("cat", [after.cat]), "a mouse vanished"
    assert not any(a and not b for b, a in zip(before.mice, after.mice, strict=True)), "a caught mouse came back"
    changed = sum(b != a and bool(a) for b, a in zip(before.mice, after.mice, strict=True)) + (before.cat != after.cat)
    assert changed == isinstance(event, Move | Fly | Start), "an event moves one figure or none"


def check_holes(before, event, after):
    """A hole tile turns up when its mouse leaves; the last mouse is never locked in."""
    box = before.kitchen
    left_hole = {b for b, a in zip(before.mice, after.mice, strict=True) if b != a and b in box.holes}
    assert after.opened == before.opened | sum(left_hole), "a hole tile turned up or down for no reason"
    alive = [mouse for mouse in before.mice if mouse]
    if isinstance(event, Move | Fly) and event.piece == "cat" and len(alive) == 1 and alive[0] in box.holes:
        assert after.cat != box.front[alive[0]], "the cat shuts the last mouse in"


def check_order(before, event, after):
    """Sides alternate; a knife gives the other side two turns; mouse players rotate by one."""
    assert after.turns - before.turns == isinstance(event, Rolled), "a turn is a roll"
    if isinstance(event, Rolled) or after.phase in WAITING or after.phase in ("home", "caught"):
        assert (after.side, after.nth, after.half) == (before.side, before.nth, before.half), "the turn goes on"
        return
    assert after.phase == "roll", "a turn that is over waits for a roll"
    knife = event == Flipped("knife")
    stays = before.half == 1 and not knife
    assert (after.side == before.side) == stays, "the wrong side plays"
    assert after.half == (1 if knife else 2 if stays else 0), "a double turn comes from a knife alone"
    players = len(before.kitchen.mice_seats)
    handed = before.side == "mice" and after.side == "cat"
    assert after.nth == (before.nth + handed) % players, "a mouse player is left out"


def check_steps(before, event):
    """A walk has exactly its steps: right in parity, and never longer; a bound mouse walks alone."""
    box = before.kitchen
    start = before.cat if event.piece == "cat" else before.mice[int(event.piece[-1]) - 1]
    (x, y), (to_x, to_y) = point(box, box.names[start]), point(box, event.to)
    distance = abs(x - to_x) + abs(y - to_y)
    assert 0 < distance <= before.steps, "a walk is too long"
    assert (before.steps - distance) % 2 == 0, "a walk is not exact"
    if before.half == 2 and before.side == "mice" and before.mover != CAT:
        assert int(event.piece[-1]) - 1 == before.mover, "another mouse plays the second half"


@cache
def point(box, name):
    """The column and row of a space; a hole lies one beyond its front square."""
    kind, _, rest = name.rpartition("-")
    if kind != "hole":
        return box.board.grid.at(rest)
    x, y = box.board.grid.at(box.names[box.front[box.bit[name]]])
    dx, dy = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}[rest]
    return x + dx, y + dy


def check_pass(event, other_actions):
    """A roll is lost only when nobody can walk."""
    assert not isinstance(event, Pass) or not other_actions, "a roll is lost although somebody can walk"
