"""The rules of Mousewarming Party: roll for food, move a mouse, and mind the raccoon."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide, Over
from mousehole.core.kit import without_die
from mousehole.games.mousewarming.box import Box, Counts, standard
from mousehole.games.mousewarming.moves import (
    FOODS,
    PAIR,
    SIDES,
    Bonus,
    Drawn,
    Drop,
    Event,
    Food,
    Mouse,
    MouseName,
    Move,
    Pick,
    Raccoon,
    Revealed,
    Rolled,
    Setup,
    Side,
    Space,
    Target,
    Tile,
    lap,
    walk,
)
from mousehole.games.mousewarming.state import (
    DOOR,
    INDEX,
    Party,
    State,
    doors,
    guests,
    landing,
    open_kitchens,
    prey,
    with_entry,
)


def rolled_out(state: State, side: Side, food: Food) -> State:
    """Put a common token where the search from a side ends; without a token or a free plate, nothing happens."""
    number, space = INDEX[food], landing(state, side)
    left = state.supply[number]
    if not left or space is None:
        return state  # MP-036, MP-037, MP-045
    plates, supply = with_entry(state.plates, space, food), with_entry(state.supply, number, left - 1)
    return replace(state, plates=plates, supply=supply)  # MP-031, MP-038


@cache
def add_to_tray(tray: tuple[Food, ...], food: Food) -> tuple[Food, ...]:
    """Put a token on a tray; its order does not matter, since only the count slows a mouse."""
    return tuple(one for one in FOODS for _ in range((*tray, food).count(one)))  # MP-076


def picked_up(state: State, mouse: Mouse) -> State:
    """Move the food of the mouse's space to its tray."""
    space = state.mice[mouse]
    food = state.plates[space]
    assert food is not None
    trays = with_entry(state.trays, mouse, add_to_tray(state.trays[mouse], food))
    return replace(state, trays=trays, plates=with_entry(state.plates, space, None))


def serve(state: State, mouse: Mouse) -> State:
    """Deliver everything the kitchen takes, as long as the table has empty plates."""
    tile = state.burrows[state.mice[mouse]]
    wanted = state.party.box.kitchens.get(tile or "")
    tray, bag = state.trays[mouse], backpack_foods(state, mouse)
    if wanted is None or not tray + bag:
        return state
    room = state.party.box.plates - len(state.table)
    served = tuple(food for food in tray + bag if food in wanted)[:room]  # MP-072, MP-078, MP-121
    return delivered(state, mouse, served)


def delivered(state: State, mouse: Mouse, served: tuple[Food, ...]) -> State:
    """Move tokens from a mouse to the table, first from the tray, then from the backpack."""
    tray, bag = list(state.trays[mouse]), list(backpack_foods(state, mouse))
    for food in served:
        (tray if food in tray else bag).remove(food)
    trays = with_entry(state.trays, mouse, tuple(tray))  # MP-075
    backpack = tuple(bag) if is_traveler(state, mouse) else state.backpack
    return replace(state, trays=trays, backpack=backpack, table=state.table + served)  # MP-074, MP-077


def backpack_foods(state: State, mouse: Mouse) -> tuple[Food, ...]:
    """What a mouse has in its backpack."""
    return state.backpack if is_traveler(state, mouse) else ()


def is_traveler(state: State, mouse: Mouse) -> bool:
    """Whether a mouse has a backpack."""
    return state.party.setup.mice[mouse] == "traveler"  # MP-122, MP-123


def hunt(state: State) -> State:
    """Let the raccoon ride, or end the turn when it sleeps or finds nothing."""
    if state.asleep or prey(state) is None:
        return pass_on(state)  # MP-041, MP-086
    return replace(state, stage="raccoon")


def ride(state: State) -> Chance[Event]:
    """Where the raccoon stops; what it draws from a feeder is luck."""
    space = prey(state)
    assert space is not None
    food = state.plates[space]
    return grabs(space, food) if food else feeder_grabs(space, state.unseen)  # MP-084


def take(state: State, event: Raccoon) -> State:
    """Carry one token to the pantry; see whether that ends the game."""
    space, number = event.to, INDEX[event.takes]
    pantry = with_entry(state.pantry, number, state.pantry[number] + 1)  # MP-085
    if state.plates[space]:
        after = replace(state, raccoon=space, pantry=pantry, plates=with_entry(state.plates, space, None))
    else:
        after = replace(take_from_feeder(state, space, event.takes), raccoon=space, pantry=pantry)
        if not any(after.feeders):
            return close(after, "feeders")  # MP-091, MP-096
    if pantry[number] > state.party.box.pantry:
        return close(after, "pantry")  # MP-092
    return pass_on(after)


def draw(state: State, event: Drawn) -> State:
    """Put a feeder's top token on the tray of the mouse that reached in."""
    after = take_from_feeder(state, event.feeder, event.food)
    trays = with_entry(state.trays, state.mover, add_to_tray(state.trays[state.mover], event.food))  # MP-117
    after = replace(after, stage="move", trays=trays)
    return after if any(after.feeders) else close(after, "feeders")  # MP-098


def take_from_feeder(state: State, space: Space, food: Food) -> State:
    """Take the top token out of a feeder; now it is known."""
    number = INDEX[food]
    feeders = with_entry(state.feeders, space, state.feeders[space] - 1)
    return replace(state, feeders=feeders, unseen=with_entry(state.unseen, number, state.unseen[number] - 1))


def close(state: State, reason: str) -> State:
    """Let the raccoon end the game: first, all remaining doors are opened."""
    return replace(state, stage="closing" if doors(state) else "over", reason=reason)  # MP-093


def pass_on(state: State) -> State:
    """End the turn: the raccoon wakes up, the next seat rolls."""
    seat = (state.seat + 1) % state.party.players  # MP-013
    return replace(state, stage="roll", seat=seat, die=None, asleep=False)  # MP-044


@lru_cache(1024)
def grabs(space: Space, food: Food) -> Chance[Event]:
    """The only thing to take from a plate."""
    return Chance(((Raccoon(space, food), 1),))


@lru_cache(100_000)
def feeder_grabs(space: Space, unseen: Counts) -> Chance[Event]:
    """Weigh what the raccoon may draw, by the unseen tokens."""
    return Chance(tuple((Raccoon(space, food), n) for food, n in zip(FOODS, unseen, strict=True) if n))


@lru_cache(100_000)
def draws(space: Space, unseen: Counts) -> Chance[Event]:
    """Weigh what a mouse may draw, by the unseen tokens."""
    return Chance(tuple((Drawn(space, food), n) for food, n in zip(FOODS, unseen, strict=True) if n))


def reveals(state: State) -> Chance[Event]:
    """Weigh what may lie behind the next door."""
    at_mouse = state.stage in {"sprint", "door"}
    slot = state.mice[state.mover] if at_mouse else doors(state)[0]
    return behind(state.party.box, slot, open_kitchens(state), tuple(sorted(state.seated)))


@lru_cache(100_000)
def behind(box: Box, slot: Space, kitchens: tuple[Tile, ...], seated: tuple[int, ...]) -> Chance[Event]:
    """Weigh the unseen tiles, given how many guest tiles are on the board."""
    unseen = list(box.guests)  # the tiles set aside are among them, MP-003
    for number in seated:
        unseen.remove(number)
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
        return replace(state, burrows=with_entry(state.burrows, slot, tile))  # MP-070
    guests = int(tile.removeprefix("guests-"))
    return replace(state, burrows=with_entry(state.burrows, slot, None), seated=(*state.seated, guests))  # MP-071


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
    wanted = {food for tile in open_kitchens(state) for food in kitchens[tile]}
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
            return pack_backpack(state, mouse, event.foods)


def stolen(state: State, food: Food) -> State:
    """Bring a token from the pantry to the plate it would have rolled to."""
    number, space = INDEX[food], landing(state, side(state))
    assert space is not None
    pantry = with_entry(state.pantry, number, state.pantry[number] - 1)  # MP-110
    return replace(state, stage="move", pantry=pantry, plates=with_entry(state.plates, space, food))


def sprinted(state: State, mouse: Mouse, target: Target) -> State:
    """Run there, and do at once what can be done there."""
    space = sprint(state, mouse, target)
    assert space is not None
    there = replace(state, mover=mouse, mice=with_entry(state.mice, mouse, space))
    if target == "food":
        return replace(picked_up(there, mouse), stage="move")  # MP-114
    if state.burrows[space] == DOOR:
        return replace(there, stage="sprint")  # MP-114
    return served(there, mouse)


def stretched(state: State, mouse: Mouse) -> State:
    """Run to the feeder; what comes out is luck."""
    space = stretch(state, mouse)
    assert space is not None
    return replace(state, stage="draw", mover=mouse, mice=with_entry(state.mice, mouse, space))


def pack_backpack(state: State, mouse: Mouse, foods: tuple[Food, ...]) -> State:
    """Move tokens from the tray into the backpack."""
    tray, backpack = state.trays[mouse], state.backpack
    for food in foods:
        tray, backpack = without_die(tray, food), add_to_tray(backpack, food)
    return replace(state, stage="move", trays=with_entry(state.trays, mouse, tray), backpack=backpack)  # MP-121


def side(state: State) -> Side:
    """The side the cheese rolled out of."""
    assert state.die is not None
    return state.die.side


def token(event: Bonus) -> Food:
    """The food that a bonus names."""
    assert event.food is not None
    return event.food


PICKS: tuple[Event, ...] = (Pick(True), Pick(False))  # MP-065


def new(setup: Setup, box: Box | None = None) -> State:
    """Lay out doors and feeders; plates, pantry, trays and table are empty."""
    game = Party(setup, box.page if box and box is not standard() else None)
    box = game.box
    each = sum(box.raccoon) // len(game.feeders)
    return State(
        party=game,
        seat=0,  # MP-013
        stage="opening" if setup.first_game else "roll",  # MP-012
        mice=setup.mice_start,  # MP-011
        raccoon=setup.raccoon_start,  # MP-008
        plates=(None,) * game.length,  # MP-007
        feeders=tuple(each if kind == "F" else 0 for kind in box.ring),  # MP-006
        burrows=tuple(DOOR if kind == "B" else None for kind in box.ring),  # MP-004
        unseen=box.raccoon,
        supply=box.tokens,
    )


def turn(state: State) -> Decide[Event] | Chance[Event] | Over:
    """Say whose turn it is, and what may happen."""
    match state.stage:
        case "roll":
            return rolls(state.party, state.seat)  # MP-020
        case "move":
            return Decide(state.seat, options(state))
        case "raccoon":
            return ride(state)
        case "bonus":
            return Decide(state.seat, uses(state))
        case "pick":
            return Decide(state.seat, PICKS)
        case "dropped":
            return Decide(state.seat, walks(state, state.mover))  # MP-055
        case "draw":
            return draws(state.mice[state.mover], state.unseen)
        case "over":
            return over(state)
        case _:
            return reveals(state)


def over(state: State) -> Over:
    """Compare food and guests."""
    score = len(state.table) - guests(state)  # MP-088, MP-094
    won = score >= 0 or state.reason == "table"
    return Over(tuple(range(state.party.players)) if won else (), state.reason, score)  # MP-001, MP-090, MP-095


def apply(state: State, event: Event) -> State:
    """Carry out one event."""
    match event:
        case Rolled():
            return roll(state, event)
        case Move():
            return move(state, event)
        case Raccoon():
            return take(state, event)
        case Pick():
            return pick(state, event)
        case Bonus():
            return used(state, event)
        case Drop():
            return drop(state, event)
        case Revealed():
            return reveal(state, event)
        case Drawn():
            return draw(state, event)


def roll(state: State, die: Rolled) -> State:
    """Let food fall on its plate; cheese asks for a choice."""
    if die.food == "cheese":
        return replace(state, stage="bonus", die=die)  # MP-040
    return rolled_out(replace(state, stage="move", die=die), die.side, die.food)  # MP-031


def options(state: State) -> tuple[Event, ...]:
    """List the drops and moves of both mice."""
    (tray, other), (steps, others) = state.trays, state.party.steps
    reach = steps[len(tray)], others[len(other)]  # MP-050, MP-051
    moves = both_walks(state.party.length, state.mice, state.raccoon, reach)  # MP-021
    return drops(state) + moves if tray or other else moves


def drops(state: State) -> tuple[Event, ...]:
    """List the tokens that mice may leave where they stand."""
    ring, offers = state.party.box.ring, list[Event]()
    for mouse in PAIR:
        space = state.mice[mouse]
        if ring[space] == "P" and state.plates[space] is None:  # MP-052, MP-056
            offers += [Drop(mouse, food) for food in FOODS if food in state.trays[mouse]]  # MP-054
    return tuple(offers)


def walks(state: State, mouse: Mouse) -> tuple[Event, ...]:
    """List the moves of one mouse."""
    steps = state.party.steps[mouse][len(state.trays[mouse])]  # MP-050, MP-051, MP-053
    taken = (state.mice[1 - mouse], state.raccoon)
    return mouse_walks(state.party.length, mouse, state.mice[mouse], steps, taken)


@lru_cache(100_000)
def both_walks(length: int, mice: tuple[Space, Space], raccoon: Space, steps: tuple[int, int]) -> tuple[Event, ...]:
    """List the moves of both mice."""
    return tuple(
        move
        for mouse in PAIR
        for move in mouse_walks(length, mouse, mice[mouse], steps[mouse], (mice[1 - mouse], raccoon))
    )


@lru_cache(100_000)
def mouse_walks(length: int, mouse: Mouse, start: Space, steps: int, taken: tuple[Space, Space]) -> tuple[Event, ...]:
    """List a mouse's moves of one to so many steps, jumping over others."""
    return tuple(Move(mouse, to) for to in walk(length, start, steps, taken))  # MP-005, MP-057, MP-058, MP-059


def drop(state: State, event: Drop) -> State:
    """Leave a token where the mouse stands; then the mouse has to move."""
    mouse = event.mouse
    trays = with_entry(state.trays, mouse, without_die(state.trays[mouse], event.food))
    plates = with_entry(state.plates, state.mice[mouse], event.food)
    return replace(state, stage="dropped", mover=mouse, trays=trays, plates=plates)  # MP-053, MP-055


def move(state: State, event: Move) -> State:
    """Walk, and see what is on the space; nothing happens on the way."""
    mouse, space = event.mouse, event.to
    there = replace(state, stage="door", mover=mouse, mice=with_entry(state.mice, mouse, space))
    if tile := state.burrows[space]:
        return there if tile == DOOR else served(there, mouse)  # MP-069, MP-072
    if state.plates[space] and len(state.trays[mouse]) < state.party.room:
        return replace(there, stage="pick")  # MP-065, MP-066, MP-067, MP-068
    return hunt(there)


def pick(state: State, event: Pick) -> State:
    """Take the food, or leave it to the raccoon."""
    return hunt(picked_up(state, state.mover) if event.take else state)


@cache
def rolls(party: Party, seat: int) -> Chance[Event]:
    """List what the die may show, and out of which side."""
    faces = [(food, n) for food, n in zip(FOODS, party.box.die, strict=True) if n]
    return Chance(tuple((Rolled(side, food), n) for side in SIDES for food, n in faces), seat)  # MP-030
