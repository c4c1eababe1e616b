"""Draws what stands beside the ring: the raccoon's pantry, the dinner table and the trays of the mice."""

from collections.abc import Iterator

from mousehole.core.scene import Piece, Spot
from mousehole.core.words import line
from mousehole.games.mousewarming import layout
from mousehole.games.mousewarming.moves import PAIR, Food, Mouse
from mousehole.games.mousewarming.names import FOOD, mouse_name
from mousehole.games.mousewarming.ring_scene import FOOD_MARK, token
from mousehole.games.mousewarming.state import INDEX, State
from mousehole.games.mousewarming.tokens import carried

GUESTS = 6  # different drawings of guests


def home_spots(state: State) -> Iterator[Spot]:
    """Draw all the furniture."""
    yield from pantry(state)
    yield from table(state)
    for mouse in PAIR:
        yield from tray(state, mouse)


def home_pieces(state: State) -> Iterator[Piece]:
    """Draw the food and the guests beside the ring."""
    yield from kept(state)
    yield from guests(state)
    yield from (token(f"served-{n}", f"dish-{n}", food, (0.0, -0.02), 0.54) for n, food in enumerate(state.table))
    for mouse in PAIR:
        yield from load(state, mouse)


def pantry(state: State) -> Iterator[Spot]:
    """Draw the pantry: a row for each food, the last place with the picture of a mouse."""
    party = state.party
    rows, wide = layout.foods(party), layout.pantry_width(party)
    (x, top), high = layout.row_at(party, 0), len(rows) * layout.ROW
    middle = (x, top - layout.ROW / 2 + high / 2)
    yield Spot(
        "pantry", middle, (wide, high + 0.2), "mousewarming-pantry", label=line("the raccoon's pantry"), tint="#5d6b7a"
    )
    for row, food in enumerate(rows):
        n = state.pantry[INDEX[food]]
        glow = "danger" if n >= party.box.pantry else ""
        label = line(
            "pantry, {food}: {n} of {most}", food=FOOD[food], n=min(n, party.box.pantry), most=party.box.pantry
        )
        yield Spot(f"row-{food}", layout.row_at(party, row), (wide - 0.16, 0.9), "", label=label, glow=glow)
        for place in range(party.box.pantry + 1):
            yield shelf(state, row, place, food)


def shelf(state: State, row: int, place: int, food: Food) -> Spot:
    """Draw a place of the pantry; a token on the last one ends the game."""
    last = place == state.party.box.pantry
    sprite = "mousewarming-alarm" if last else f"mousewarming-shelf-{food}"
    at, mark = layout.shelf_at(state.party, row, place), "!" if last else FOOD_MARK[food].lower()
    return Spot(f"shelf-{food}-{place}", at, (0.7, 0.7), sprite, mark=mark, tint="#8a97a5" if not last else "#c96a5a")


def kept(state: State) -> Iterator[Piece]:
    """Draw what the raccoon has collected."""
    for food in layout.foods(state.party):
        for place in range(state.pantry[INDEX[food]]):
            yield token(f"kept-{food}-{place}", f"shelf-{food}-{place}", food, (0.0, 0.0), 0.62)


def table(state: State) -> Iterator[Spot]:
    """Draw the table with its plates, and the chairs of each sector behind it."""
    party = state.party
    left, wide = layout.column(party)
    high = layout.table_height(party) - layout.CHAIR
    board = (left + wide / 2, layout.lower(party) + layout.CHAIR + high / 2)
    for sector in range(party.box.sectors):
        size = (wide / party.box.sectors, layout.CHAIR)
        yield Spot(f"sector-{sector}", layout.chair_at(party, sector), size, "mousewarming-chairs")
    yield Spot("table", board, (wide, high), "mousewarming-table", label=line("the dinner table"), tint="#a5703d")
    for dish in range(party.box.plates):
        yield Spot(
            f"dish-{dish}", layout.dish_at(party, dish), (0.64, 0.64), "mousewarming-dish", mark="o", tint="#fff8ea"
        )


def guests(state: State) -> Iterator[Piece]:
    """Draw the guests on their chairs."""
    wide = layout.column(state.party)[1] / state.party.box.sectors
    number = 0
    for sector, count in enumerate(state.seated):
        for n in range(count):
            shift, look = ((n - (count - 1) / 2) * min(0.52, wide / count), 0.0), number % GUESTS + 1
            key, on, sprite = f"guest-{sector}-{n}", f"sector-{sector}", f"mousewarming-guest-{look}"
            number += 1
            yield Piece(
                key,
                on,
                sprite,
                "hop",
                shift,
                (0.86, 1.08),
                label=line("a guest"),
                mark="g",
                tint="#e8c8a0",
                sound="pop",
            )


def tray(state: State, mouse: Mouse) -> Iterator[Spot]:
    """Draw a mouse's card: its picture and its tray."""
    party = state.party
    metal, wide = "golden" if mouse in party.setup.golden else "silver", layout.column(party)[1]
    name, number = mouse_name(state, mouse), party.steps[mouse][len(state.trays[mouse])]
    one, other = "{mouse}: up to {n} step", "{mouse}: up to {n} steps"
    label, at = line(one, plural=other, mouse=name, n=number), layout.card_at(party, mouse)
    yield Spot(f"card-{mouse}", at, (wide, layout.CARD - 0.08), f"mousewarming-card-{metal}", label=label)
    yield Spot(f"face-{mouse}", layout.face_at(party, mouse), (0.92, 1.05), f"mousewarming-{party.setup.mice[mouse]}")
    for cell in range(party.room + 1):
        big = layout.cell_size(party)
        sprite = f"mousewarming-cell-{metal}" if cell != len(state.trays[mouse]) else f"mousewarming-cell-{metal}-free"
        yield Spot(f"cell-{mouse}-{cell}", layout.cell_at(party, mouse, cell), (big, big), sprite)


def load(state: State, mouse: Mouse) -> Iterator[Piece]:
    """Draw the numbers still showing, and the tokens over the others."""
    big, tray = layout.cell_size(state.party), state.trays[mouse]
    for cell, steps in enumerate(state.party.steps[mouse]):
        key, on = f"number-{mouse}-{cell}", f"cell-{mouse}-{cell}"
        if cell < len(tray):
            yield token(f"load-{mouse}-{cell}", on, tray[cell], (0.0, 0.0), big * 0.94)
        else:
            yield Piece(key, on, "", "none", size=(big, big), text=line("{n}", n=steps), enter="pop", leave="none")
    for place, food in enumerate(carried(state, mouse)):
        yield token(f"packed-{place}", f"face-{mouse}", food, (-0.22 + 0.36 * place, 0.34), 0.42)
