"""What a learned value reads of a row: the twin of card/marks.cu."""

from mousehole.compiled.bits import count, lowest
from mousehole.compiled.compiler import compiled
from mousehole.games.mmm.card.marks import FLAGS, FOOD_ROOM, MOST_ITEMS
from mousehole.games.mmm.moves import FACES, FOODS

HAND_AT, DICE_AT, FRESH_AT, DONE_AT = 32, 50, 54, 55
FOOD_COUNT, FACE_COUNT = len(FOODS), len(FACES)
LAST_AT, REST = FLAGS + FOOD_ROOM + MOST_ITEMS, FLAGS + FOOD_ROOM + 2 * MOST_ITEMS
COUNTED = FOOD_ROOM + MOST_ITEMS
MOST_MARKS = 160


def mark_count(squares: int) -> int:
    """How many marks a board of so many squares has."""
    return 2 * (-(-squares // 4) * 4) + REST


@compiled()
def marked(box, items, row, places):
    """List the marks that are simply there, and return how many they are."""
    wide = (box.at.squares + 3) // 4 * 4
    n = plane(row.placed, places, plane(row.free, places, 0, 0), wide)
    at = 2 * wide
    places[n], places[n + 1] = at + box.at.steps - row.cat, at + DICE_AT + row.dice
    n += 2
    for face in range(FACE_COUNT):
        many = row.hand >> 2 * face & 3
        if many:
            places[n] = at + HAND_AT + 3 * face + many - 1
            n += 1
    if row.fresh:
        places[n] = at + FRESH_AT
        n += 1
    done = False
    for item in range(MOST_ITEMS):
        rest = items[item] & row.free
        done |= rest == 0 and items[item] & row.placed != 0
        if rest and not rest & rest - 1:
            places[n] = at + LAST_AT + item
            n += 1
    if done:
        places[n] = at + DONE_AT
        n += 1
    return n


@compiled()
def plane(squares, places, n, at):
    """List the squares of a set from a place on."""
    while squares:
        places[n] = at + lowest(squares)
        squares &= squares - 1
        n += 1
    return n


@compiled()
def facts(box, items, row, counts):
    """Write what is left of each food and of each item."""
    for k in range(COUNTED):
        counts[k] = 0
    for food in range(FOOD_COUNT):
        counts[food] = count(box.at.foods[food] & row.free)
    for item in range(MOST_ITEMS):
        counts[FOOD_ROOM + item] = count(items[item] & row.free)
