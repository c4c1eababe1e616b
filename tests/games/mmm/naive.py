"""Mmm! once more, written as literally as the rulebook reads: sets of squares, no masks, no caches.

Tests compare the rules of the game with it; it shares nothing with them but the words for faces.
"""

from itertools import product
from typing import NamedTuple

FACES = ("bread", "fish", "cucumber", "cheese", "carrot", "x")
LETTER = dict(zip("BFGHC", FACES, strict=False))


class Board(NamedTuple):
    food: dict  # (column, row) -> food
    items: list  # sets of (column, row)
    steps: int = 11
    players: int = 1
    in_line: bool = False


class Position(NamedTuple):
    seat: int
    cat: int
    chips: frozenset
    dice: frozenset  # squares with a die of this turn
    hand: tuple  # faces not placed yet, () before a roll
    fresh: bool


def board(rows, **more):
    """Read rows of letters with / between them; equal neighbours form an item."""
    grid = [row.split() for row in rows.split("/")]
    food = {(x, y): LETTER[c] for y, row in enumerate(grid) for x, c in enumerate(row) if c != "."}
    items, rest = [], set(food)
    while rest:
        item, edge = set(), [rest.pop()]
        while edge:
            x, y = edge.pop()
            item.add((x, y))
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
            joined = {spot for spot in near & rest if food[spot] == food[x, y]}
            rest -= joined
            edge += joined
        items.append(item)
    return Board(food, items, **more)


def start(board, first=0):
    return Position(first, 0, frozenset(), frozenset(), (), False)


def ended(board, at):
    """Say "gathered", "cat" or nothing."""
    if not at.hand and at.chips == set(board.food):
        return "gathered"
    return "cat" if at.cat == board.steps else ""


def fits(board, at, face, square):
    """Whether a die may be placed on a square."""
    if board.food[square] != face or square in at.chips or square in at.dice:
        return False
    dice = [*at.dice, square]
    same_row, same_column = (len({spot[axis] for spot in dice}) == 1 for axis in (1, 0))
    return not board.in_line or same_row or same_column


def choices(board, at):
    """List what may be done: ("place", face, square), "reroll", "gather", or ("rolled", faces)."""
    if ended(board, at):
        return []
    if not at.hand:
        throws = product(FACES, repeat=3 - len(at.dice))
        return list({("rolled", tuple(sorted(throw, key=FACES.index))) for throw in throws})
    placing = [("place", face, s) for face in set(at.hand) for s in board.food if fits(board, at, face, s)]
    return placing if at.fresh else [*placing, "reroll", "gather"]


def after(board, at, choice):
    """Play one choice."""
    if choice == "reroll":
        return at._replace(hand=(), fresh=False)
    if choice == "gather":
        return gathered(board, at)
    if choice[0] == "rolled":
        if any(fits(board, at, face, square) for face in choice[1] for square in board.food):
            return at._replace(hand=choice[1], fresh=True)
        return passed(board, at, at.chips, at.cat + 1)
    _, face, square = choice
    hand = list(at.hand)
    hand.remove(face)
    at = at._replace(hand=tuple(hand), dice=at.dice | {square}, fresh=False)
    return at if hand else gathered(board, at)


def gathered(board, at):
    chips = at.chips | at.dice
    complete = any(item <= chips and not item <= at.chips for item in board.items)
    return passed(board, at, chips, at.cat + (not complete))


def passed(board, at, chips, cat):
    return Position((at.seat + 1) % board.players, cat, chips, frozenset(), (), False)


def census(board, depth, at=None):
    """Collect the distinct positions at every depth, from the start on."""
    layers = [{at or start(board)}]
    while len(layers) <= depth and layers[-1]:
        layers.append({after(board, at, choice) for at in layers[-1] for choice in choices(board, at)})
    return layers
