"""What a cheese roll can do: put cheese on a plate, or use one ability of one mouse."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from msgspec.structs import replace

from mousehole.core.kit.dice import without
from mousehole.games.mousewarming.burrows import onward, served
from mousehole.games.mousewarming.loop import Space, lap
from mousehole.games.mousewarming.moves import FOODS, Bonus, Event, Food, Mouse, MouseName, Side, Target
from mousehole.games.mousewarming.state import DOOR, INDEX, State, changed, landing, shown
from mousehole.games.mousewarming.tokens import delivered, loaded, picked_up, rolled_out

PLACE, NAP, FITNESS = Bonus("place"), Bonus("nap"), Bonus("fitness")


def uses(state: State) -> tuple[Event, ...]:
    """List what the cheese may be used for: the plate, always, or an ability."""
    offers: list[Event] = [PLACE]  # MP-040, MP-103
    for mouse, name in state.party.abilities:
        offers += ability(state, mouse, name)  # MP-101
    return tuple(offers)


def ability(state: State, mouse: Mouse, name: MouseName) -> Iterator[Bonus]:
    """List the ways to use a mouse's ability now."""
    match name:
        case "mommy":
            yield NAP  # MP-041, MP-105
        case "slingshot":
            yield from (Bonus("slingshot", food) for food in shots(state, mouse))
        case "ninja":
            yield from (Bonus("ninja", food) for food in loot(state))
        case "sprinter":
            yield from (Bonus("sprinter", target=t) for t in ("food", "burrow") if sprint(state, mouse, t) is not None)
        case "fitness" if stretch(state, mouse) is not None:
            yield FITNESS
        case "traveler":
            room = state.party.box.backpack - len(state.backpack)
            yield from (Bonus("traveler", foods=foods) for foods in packings(state.trays[mouse], room))


def shots(state: State, mouse: Mouse) -> tuple[Food, ...]:
    """List what the slingshot mouse can shoot into a face-up kitchen."""
    kitchens = state.party.box.kitchens
    wanted = {food for tile in shown(state) for food in kitchens[tile]}
    return tuple(food for food in FOODS if food in state.trays[mouse] and food in wanted)  # MP-106, MP-107


def loot(state: State) -> tuple[Food, ...]:
    """List what the ninja can bring back from the pantry."""
    if landing(state, side(state)) is None:
        return ()  # MP-109
    return tuple(food for food, n in zip(FOODS, state.pantry, strict=True) if n)  # MP-108


def sprint(state: State, mouse: Mouse, target: Target) -> Space | None:
    """Find where the sprinter runs: to the nearest food or burrow with nobody on it."""
    if target == "food" and len(state.trays[mouse]) == state.party.room:
        return None  # MP-115
    goals = state.plates if target == "food" else state.burrows  # MP-112, MP-113
    return nearest(state, mouse, goals)


def stretch(state: State, mouse: Mouse) -> Space | None:
    """Find the feeder that the fitness mouse runs to."""
    if len(state.trays[mouse]) == state.party.room:
        return None  # MP-118
    return nearest(state, mouse, state.feeders)


def nearest(state: State, mouse: Mouse, goals: tuple[object, ...]) -> Space | None:
    """Find the first space along the arrows that has a goal and nobody on it, other than the mouse's own."""
    taken = (*state.mice, state.raccoon)
    for space in lap(state.party.length, state.mice[mouse]):
        if goals[space] and space not in taken:
            return space  # MP-111, MP-117
    return None  # MP-116, MP-118


@cache
def packings(tray: tuple[Food, ...], room: int) -> tuple[tuple[Food, ...], ...]:
    """List what the traveler can pack when the backpack has so much room."""
    sizes = range(1, min(len(tray), room) + 1)
    return tuple(foods for size in sizes for foods in sorted(set(combinations(sorted(tray), size))))  # MP-119, MP-120


def used(state: State, event: Bonus) -> State:
    """Carry out the choice; the mouse's move follows."""
    match event.use:
        case "place":
            return rolled_out(replace(state, stage="move"), side(state), "cheese")
        case "nap":
            return replace(state, stage="move", asleep=True)  # MP-042
    mouse = state.party.setup.mice.index(event.use)
    match event.use:
        case "slingshot":
            return onward(delivered(state, mouse, (token(event),)))  # MP-106
        case "ninja":
            return stolen(state, token(event))
        case "sprinter":
            return sprinted(state, mouse, event.target or "food")
        case "fitness":
            return stretched(state, mouse)
        case "traveler":
            return packed(state, mouse, event.foods)


def stolen(state: State, food: Food) -> State:
    """Bring a token from the pantry to the plate it would have rolled to."""
    number, space = INDEX[food], landing(state, side(state))
    assert space is not None
    pantry = changed(state.pantry, number, state.pantry[number] - 1)  # MP-110
    return replace(state, stage="move", pantry=pantry, plates=changed(state.plates, space, food))


def sprinted(state: State, mouse: Mouse, target: Target) -> State:
    """Run there, and do at once what can be done there."""
    space = sprint(state, mouse, target)
    assert space is not None
    there = replace(state, mover=mouse, mice=changed(state.mice, mouse, space))
    if target == "food":
        return replace(picked_up(there, mouse), stage="move")  # MP-114
    if state.burrows[space] == DOOR:
        return replace(there, stage="sprint")  # MP-114
    return served(there, mouse)


def stretched(state: State, mouse: Mouse) -> State:
    """Run to the feeder; what comes out is luck."""
    space = stretch(state, mouse)
    assert space is not None
    return replace(state, stage="draw", mover=mouse, mice=changed(state.mice, mouse, space))


def packed(state: State, mouse: Mouse, foods: tuple[Food, ...]) -> State:
    """Move tokens from the tray into the backpack."""
    tray, backpack = state.trays[mouse], state.backpack
    for food in foods:
        tray, backpack = without(tray, food), loaded(backpack, food)
    return replace(state, stage="move", trays=changed(state.trays, mouse, tray), backpack=backpack)  # MP-121


def side(state: State) -> Side:
    """The side the cheese rolled out of."""
    assert state.die is not None
    return state.die.side


def token(event: Bonus) -> Food:
    """The food that a bonus names."""
    assert event.food is not None
    return event.food
