"""Burrows: a door opens to a kitchen or to guests, drawn from the tiles nobody has seen."""

from functools import lru_cache

from msgspec.structs import replace

from mousehole.core.game import Chance
from mousehole.games.mousewarming.box import Box
from mousehole.games.mousewarming.loop import Space
from mousehole.games.mousewarming.moves import Event, Mouse, Revealed, Tile
from mousehole.games.mousewarming.raccoon import hunt
from mousehole.games.mousewarming.state import State, changed, doors, shown
from mousehole.games.mousewarming.tokens import serve


def reveals(state: State) -> Chance[Event]:
    """Weigh what may lie behind the next door."""
    at_mouse = state.stage in {"sprint", "door"}
    slot = state.mice[state.mover] if at_mouse else doors(state)[0]
    return behind(state.party.box, slot, shown(state), tuple(sorted(state.seated)))


@lru_cache(100_000)
def behind(box: Box, slot: Space, kitchens: tuple[Tile, ...], seated: tuple[int, ...]) -> Chance[Event]:
    """Weigh the unseen tiles, given how many guest tiles are on the board."""
    unseen = list(box.guests)  # the tiles set aside are among them, MP-003
    for guests in seated:
        unseen.remove(guests)
    hidden = box.invited - len(seated)
    odds = [(tile, len(unseen) or 1) for tile in box.kitchens if tile not in kitchens]
    odds += [(f"guests-{n}", hidden * unseen.count(n)) for n in sorted(set(unseen))]
    return Chance(tuple((Revealed(slot, tile), weight) for tile, weight in odds if weight))


def reveal(state: State, event: Revealed) -> State:
    """Turn over a burrow, and carry on with what it was turned over for."""
    opened = turned(state, event)
    match state.stage:
        case "opening":
            return opened if doors(opened) else replace(opened, stage="roll")  # MP-012
        case "closing":
            return opened if doors(opened) else replace(opened, stage="over")  # MP-093
        case _:
            return served(opened, state.mover)  # MP-073, MP-114


def turned(state: State, event: Revealed) -> State:
    """Leave a kitchen where it is; seat guests at the table and make their slot a plain space."""
    slot, tile = event.slot, event.tile
    if tile in state.party.box.kitchens:
        return replace(state, burrows=changed(state.burrows, slot, tile))  # MP-070
    guests = int(tile.removeprefix("guests-"))
    return replace(state, burrows=changed(state.burrows, slot, None), seated=(*state.seated, guests))  # MP-071


def served(state: State, mouse: Mouse) -> State:
    """Deliver where the mouse stands, and carry on."""
    return onward(serve(state, mouse))  # MP-072


def onward(state: State) -> State:
    """Carry on after a stop: with the win, with the mouse's move that is still due, or with the raccoon."""
    if len(state.table) == state.party.box.plates:
        return replace(state, stage="over", reason="table")  # MP-090
    if state.stage in {"bonus", "sprint"}:
        return replace(state, stage="move")  # MP-104
    return hunt(state)
