"""Mousewarming Party as numbers: ids for its actions, and what a seat sees. Spaces count along the ring."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from mousehole.core.tensor import Block, Ids, Spec, Tensor, one_of, spread
from mousehole.games.mousewarming.box import Counts
from mousehole.games.mousewarming.moves import (
    FOODS,
    MICE,
    PAIR,
    SIDES,
    Bonus,
    Drop,
    Event,
    Food,
    Mouse,
    Move,
    Pick,
    Rolled,
    Space,
)
from mousehole.games.mousewarming.state import DOOR, INDEX, Party, Stage, State

KINDS = len(FOODS)
DECISIONS: tuple[Stage, ...] = ("bonus", "move", "dropped", "pick")
MANY = 255  # a count in an observation stops here
MOST_GUESTS = 9
TARGETS = ("food", "burrow")


def spec(state: State) -> Spec:
    """What the numbers mean in the box of a position."""
    return _spec(state.party)


@lru_cache(1024)
def _spec(party: Party) -> Spec:
    return Spec(_actions(party), (*_changing(party), *_still(party)))


def _actions(party: Party) -> tuple[Ids, ...]:
    return (
        Ids("place", "Lay the rolled cheese on the board.", (1,)),
        Ids("nap", "Sing the raccoon to sleep for this turn.", (1,)),
        Ids("fitness", "Run to a feeder and draw from it.", (1,)),
        Ids("sprinter", "Run to the nearest food, or to the nearest burrow.", (len(TARGETS),)),
        Ids("slingshot", "Shoot a food to the table.", (KINDS,)),
        Ids("ninja", "Bring a food back from the pantry.", (KINDS,)),
        Ids("pick", "Leave the food of the stop space, or take it.", (2,)),
        Ids("drop", "A mouse leaves a food where it stands.", (len(PAIR), KINDS)),
        Ids("traveler", "Pack a load, in the order of `loads`.", (len(loads(party)),)),
        Ids("go", "A mouse walks to a space.", (len(PAIR), party.length)),
    )


def _changing(party: Party) -> tuple[Block, ...]:
    ring = (party.length,)
    return (
        Block("mice", "Where each mouse is.", (len(PAIR), *ring)),
        Block("raccoon", "Where the raccoon is.", ring),
        Block("plates", "Spaces with each food.", (KINDS, *ring)),
        Block("doors", "Burrows whose door is closed.", ring),
        Block("kitchens", "Where each kitchen lies face up.", (len(party.box.kitchens), *ring)),
        Block("feeders", "Tokens in each feeder.", (len(party.feeders),), most=MANY),
        Block("trays", "Tokens of each food on the tray of each mouse.", (len(PAIR), KINDS), most=party.room),
        Block("backpack", "Tokens of each food in the backpack.", (KINDS,), most=party.box.backpack),
        Block("pantry", "Tokens of each food in the pantry.", (KINDS,), most=party.box.pantry + 1),
        Block("unseen", "Tokens of each food in the feeders.", (KINDS,), most=MANY),
        Block("supply", "Tokens of each food beside the board; 255 are that many or more.", (KINDS,), most=MANY),
        Block("served", "Portions on the table.", (1,), most=party.box.plates),
        Block("seated", "Tiles with one, two and more guests at the table.", (MOST_GUESTS,), most=party.box.sectors),
        Block("side", "The side out of which the die rolled.", (len(SIDES),)),
        Block("food", "The food that the die shows.", (KINDS,)),
        Block("stage", "What is decided: bonus, move, dropped or pick.", (len(DECISIONS),)),
        Block("mover", "The mouse whose drop, door or pick-up it is.", (len(PAIR),)),
        Block("asleep", "The raccoon sleeps in this turn.", (1,)),
        Block("mine", "The seat that looks is the one that decides.", (1,)),
    )


def _still(party: Party) -> tuple[Block, ...]:
    ring = (party.length,)
    return (
        Block("spaces", "Plates, feeders and slots of burrows.", (3, *ring), still=True),
        Block("wants", "Foods that each kitchen takes.", (len(party.box.kitchens), KINDS), still=True),
        Block("reach", "How far each mouse may go, by its load.", (len(PAIR), party.room + 1), most=9, still=True),
        Block("gifts", "What each mouse can do on a cheese roll.", (len(PAIR), len(MICE)), still=True),
    )


@lru_cache(1024)
def loads(party: Party) -> tuple[tuple[Food, ...], ...]:
    """What the traveler may pack at once: small loads first, then in alphabetical order."""
    sizes = range(1, min(party.room, party.box.backpack) + 1)
    return tuple(load for size in sizes for load in combinations_with_replacement(sorted(FOODS), size))


@lru_cache(1024)
def actions(party: Party) -> tuple[Event, ...]:
    """Every action that a set-up may ever allow, in the order of the ids."""
    return (
        *(Bonus("place"), Bonus("nap"), Bonus("fitness")),
        *(Bonus("sprinter", target="food"), Bonus("sprinter", target="burrow")),
        *(Bonus("slingshot", food) for food in FOODS),
        *(Bonus("ninja", food) for food in FOODS),
        *(Pick(False), Pick(True)),
        *(Drop(mouse, food) for mouse in PAIR for food in FOODS),
        *(Bonus("traveler", foods=load) for load in loads(party)),
        *(Move(mouse, space) for mouse in PAIR for space in range(party.length)),
    )


@lru_cache(1024)
def ids_in(party: Party) -> Mapping[Event, int]:
    """The id of every action in any position."""
    return {action: number for number, action in enumerate(actions(party))}


def numbers(state: State) -> Mapping[Event, int]:
    """The id of every action."""
    return ids_in(state.party)


def action(state: State, number: int) -> Event:
    """The action with an id."""
    return actions(state.party)[number]


def observe(state: State, seat: int) -> bytes:
    """What a seat sees, as the spec names it."""
    party = state.party
    return b"".join(
        (
            figures(party.length, state.mice, state.raccoon),
            planes(state.plates, FOODS),
            planes(state.burrows, tiles(party)),
            fed(party, state.feeders),
            carried(state.trays, state.backpack),
            stock((*state.pantry, *state.unseen, *state.supply, len(state.table))),
            guests(state.seated),
            turn(state.die, state.stage, state.mover),
            bytes((state.asleep, seat == state.seat)),
            still(party),
        )
    )


@lru_cache(1 << 14)
def planes(row: tuple[str | None, ...], kinds: tuple[str, ...]) -> bytes:
    """Where along the ring each kind lies."""
    return bytes(one == kind for kind in kinds for one in row)


@lru_cache(1024)
def tiles(party: Party) -> tuple[str, ...]:
    """What may lie on the slots of burrows."""
    return (DOOR, *party.box.kitchens)


@lru_cache(1 << 14)
def figures(length: int, mice: tuple[Space, Space], raccoon: Space) -> bytes:
    """Where each mouse is, and the raccoon."""
    return b"".join(one_of(length, space) for space in (*mice, raccoon))


@lru_cache(1 << 14)
def fed(party: Party, feeders: Counts) -> bytes:
    """Tokens in each feeder."""
    return stock([feeders[space] for space in party.feeders])


def stock(counts: Sequence[int]) -> bytes:
    """Counts, none above MANY."""
    try:
        return bytes(counts)
    except ValueError:  # as good as never
        return bytes(min(n, MANY) for n in counts)


@lru_cache(1 << 14)
def carried(trays: tuple[tuple[Food, ...], ...], backpack: tuple[Food, ...]) -> bytes:
    """Tokens by food, on each tray and in the backpack."""
    return bytes(load.count(food) for load in (*trays, backpack) for food in FOODS)


@lru_cache(1 << 14)
def guests(seated: tuple[int, ...]) -> bytes:
    """Tiles at the table by their guests."""
    return bytes(map(seated.count, range(1, MOST_GUESTS + 1)))


@lru_cache(1 << 14)
def turn(die: Rolled | None, stage: Stage, mover: Mouse) -> bytes:
    """What has rolled, what is decided, and whose drop, door or pick-up it is."""
    side, food = (SIDES.index(die.side), INDEX[die.food]) if die else (-1, -1)
    deciding = DECISIONS.index(stage) if stage in DECISIONS else -1
    rolled = one_of(len(SIDES), side) + one_of(KINDS, food)
    return rolled + one_of(len(DECISIONS), deciding) + one_of(len(PAIR), mover)


@lru_cache(1024)
def still(party: Party) -> bytes:
    """What never changes during a game."""
    kinds = b"".join(spread(marked(party.box.spaces(letter)), party.length) for letter in "PFB")
    wants = bytes(food in foods for foods in party.box.kitchens.values() for food in FOODS)
    reach = bytes(steps for mouse in PAIR for steps in party.steps[mouse])
    gifts = bytes((mouse, name) in party.abilities for mouse in PAIR for name in MICE)
    return kinds + wants + reach + gifts


def marked(spaces: tuple[Space, ...]) -> int:
    """A set of spaces as bits."""
    return sum(1 << space for space in spaces)


TENSOR = Tensor(spec, numbers, action, observe)
