"""Where food goes: from the supply to plates, on trays, and from trays to the table."""

from functools import cache

from msgspec.structs import replace

from mousehole.games.mousewarming.moves import FOODS, Food, Mouse, Side
from mousehole.games.mousewarming.state import INDEX, State, changed, landing


def rolled_out(state: State, side: Side, food: Food) -> State:
    """Put a common token where the search from a side ends; without a token or a free plate, nothing happens."""
    number, space = INDEX[food], landing(state, side)
    left = state.supply[number]
    if not left or space is None:
        return state  # MP-036, MP-037, MP-045
    plates, supply = changed(state.plates, space, food), changed(state.supply, number, left - 1)
    return replace(state, plates=plates, supply=supply)  # MP-031, MP-038


@cache
def loaded(tray: tuple[Food, ...], food: Food) -> tuple[Food, ...]:
    """Put a token on a tray; its order does not matter, since only the count slows a mouse."""
    return tuple(one for one in FOODS for _ in range((*tray, food).count(one)))  # MP-076


def picked_up(state: State, mouse: Mouse) -> State:
    """Move the food of the mouse's space to its tray."""
    space = state.mice[mouse]
    food = state.plates[space]
    assert food is not None
    trays = changed(state.trays, mouse, loaded(state.trays[mouse], food))
    return replace(state, trays=trays, plates=changed(state.plates, space, None))


def serve(state: State, mouse: Mouse) -> State:
    """Deliver everything the kitchen takes, as long as the table has empty plates."""
    tile = state.burrows[state.mice[mouse]]
    wanted = state.party.box.kitchens.get(tile or "")
    tray, bag = state.trays[mouse], carried(state, mouse)
    if wanted is None or not tray + bag:
        return state
    room = state.party.box.plates - len(state.table)
    served = tuple(food for food in tray + bag if food in wanted)[:room]  # MP-072, MP-078, MP-121
    return delivered(state, mouse, served)


def delivered(state: State, mouse: Mouse, served: tuple[Food, ...]) -> State:
    """Move tokens from a mouse to the table, first from the tray, then from the backpack."""
    tray, bag = list(state.trays[mouse]), list(carried(state, mouse))
    for food in served:
        (tray if food in tray else bag).remove(food)
    trays = changed(state.trays, mouse, tuple(tray))  # MP-075
    backpack = tuple(bag) if is_traveler(state, mouse) else state.backpack
    return replace(state, trays=trays, backpack=backpack, table=state.table + served)  # MP-074, MP-077


def carried(state: State, mouse: Mouse) -> tuple[Food, ...]:
    """What a mouse has in its backpack."""
    return state.backpack if is_traveler(state, mouse) else ()


def is_traveler(state: State, mouse: Mouse) -> bool:
    """Whether a mouse has a backpack."""
    return state.party.setup.mice[mouse] == "traveler"  # MP-122, MP-123
