"""Where things stand in the picture: ring and pizzeria on top, below them the pantry, the table and the trays."""

from mousehole.core.scene import Point
from mousehole.games.mousewarming.moves import FOODS, Food, Mouse, Side, Space
from mousehole.games.mousewarming.state import Party

MARGIN, GAP, SPOT = 0.3, 0.25, 1.25
LEAST_SPAN, LEAST_PITCH = 6.1, 1.3
ROW, SHELF = 0.92, 0.76  # a row of the pantry, a place in it
CARD, CHAIR = 1.12, 0.98  # a tray, and the chairs behind the table
OUT: dict[Side, Point] = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def foods(party: Party) -> tuple[Food, ...]:
    """List the foods that can turn up in this game."""
    box = party.box
    return tuple(f for f, faces, tokens in zip(FOODS, box.die, box.raccoon, strict=True) if faces or tokens)


def span(party: Party) -> float:
    """The length of a side of the ring, from the middle of one corner to the next."""
    return max(LEAST_SPAN, party.length / 4 * LEAST_PITCH)


def size(party: Party) -> Point:
    """The size of the whole picture."""
    return width(party), lower(party) + lower_height(party) + MARGIN


def width(party: Party) -> float:
    """The width of the picture."""
    return span(party) + SPOT + 2 * MARGIN


def space_at(party: Party, space: float) -> Point:
    """The centre of a space: evenly along a square, clockwise from its top left corner."""
    side, along = divmod(space * 4 / party.length, 1)
    length = span(party)
    x, y = ((along, 0.0), (1.0, along), (1 - along, 1.0), (0.0, 1 - along))[int(side) % 4]
    corner = MARGIN + SPOT / 2
    return corner + x * length, corner + y * length


def heading(party: Party, space: Space) -> float:
    """The direction of the arrow behind a space, in degrees clockwise from the right."""
    return 90.0 * int((space + 0.5) * 4 / party.length % 4)


def centre(party: Party) -> Point:
    """The middle of the ring, where the pizzeria stands."""
    middle = MARGIN + SPOT / 2 + span(party) / 2
    return middle, middle


def pizzeria(party: Party) -> float:
    """The size of the pizzeria: it leaves room for the die on every side."""
    return span(party) - SPOT - 1.5


def exit_at(party: Party, side: Side) -> Point:
    """Where the die comes to rest outside a door."""
    (x, y), (dx, dy) = centre(party), OUT[side]
    away = pizzeria(party) * 0.44 + 0.43
    return x + dx * away, y + dy * away


def lower(party: Party) -> float:
    """The upper edge of what stands below the ring."""
    return span(party) + SPOT + MARGIN + GAP


def lower_height(party: Party) -> float:
    """The height of the pantry, the table and the trays."""
    return max(len(foods(party)) * ROW + 0.2, CHAIR + 1.5 + 2 * CARD)


def pantry_width(party: Party) -> float:
    """The width of the pantry."""
    return (party.box.pantry + 1) * SHELF + 0.24


def row_at(party: Party, row: int) -> Point:
    """The centre of a food's row in the pantry."""
    return MARGIN + pantry_width(party) / 2, lower(party) + 0.1 + (row + 0.5) * ROW


def shelf_at(party: Party, row: int, place: int) -> Point:
    """The centre of a place in the pantry."""
    return MARGIN + 0.12 + (place + 0.5) * SHELF, row_at(party, row)[1]


def column(party: Party) -> tuple[float, float]:
    """The left edge and the width of what stands beside the pantry."""
    left = MARGIN + pantry_width(party) + GAP
    return left, width(party) - MARGIN - left


def table_height(party: Party) -> float:
    """The height of the table and its chairs."""
    return lower_height(party) - 2 * CARD - 0.1


def chair_at(party: Party, sector: int) -> Point:
    """The centre of a sector's chairs."""
    left, wide = column(party)
    return left + (sector + 0.5) * wide / party.box.sectors, lower(party) + CHAIR / 2


def dish_at(party: Party, dish: int) -> Point:
    """The centre of a plate on the table: two rows, filled from the left."""
    left, wide = column(party)
    columns = -(-party.box.plates // 2)
    row, place = divmod(dish, columns)
    height = table_height(party) - CHAIR
    return left + (place + 0.5) * wide / columns, lower(party) + CHAIR + (0.28 + 0.42 * row) * height


def card_at(party: Party, mouse: Mouse) -> Point:
    """The centre of a mouse's card."""
    left, wide = column(party)
    return left + wide / 2, lower(party) + lower_height(party) - (1.5 - mouse) * CARD


def cell_size(party: Party) -> float:
    """The size of a place on a tray."""
    return min(0.9, (column(party)[1] - 1.12) / (party.room + 1))


def cell_at(party: Party, mouse: Mouse, cell: int) -> Point:
    """The centre of a place on a tray."""
    left, wide = column(party)
    return left + wide - 0.1 - (party.room + 0.5 - cell) * cell_size(party), card_at(party, mouse)[1]


def face_at(party: Party, mouse: Mouse) -> Point:
    """The centre of a mouse's picture on its card."""
    return column(party)[0] + 0.52, card_at(party, mouse)[1]
