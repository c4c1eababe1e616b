"""Mousewarming Party compiled, for processors and GPUs: what rules.h reads. A position is twelve words of bits."""

import struct
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate, chain, combinations, product
from math import prod
from operator import add
from pathlib import Path

from mousehole.core.kernel import GpuKernel, Marks, WasmKernel, Weights, cut, in_bytes, joined, words
from mousehole.games.mousewarming import rules
from mousehole.games.mousewarming.box import LONGEST, Box
from mousehole.games.mousewarming.moves import FOODS, MICE, PAIR, SIDES, Food, MouseName, Rolled, Setup
from mousehole.games.mousewarming.state import DOOR, INDEX, Party, Stage, State
from mousehole.games.mousewarming.tensor import loads, numbers
from mousehole.games.mousewarming.value import DISCOUNT, DISCOUNTS, RACCOON_SHARE, WEIGHTS

KINDS, MOST_SUPPLY = len(FOODS), 4095
STAGES: tuple[Stage, ...] = (
    *("opening", "roll", "bonus", "sprint", "draw", "move"),
    *("dropped", "door", "pick", "raccoon", "closing", "over"),
)
REASONS = ("", "table", "feeders", "pantry")
WHO = (LONGEST, 6, 6, 6, 2, 1, 1, 2)  # bits of doors, mice, raccoon, seat, asleep, mover, reason
WHAT = (*[8] * KINDS, 4, 5, 5, 4)  # bits of pantry, stage, die, portions served, tiles at the table


def pack(state: State) -> Sequence[int]:
    """Write a position as words."""
    party, trays = state.party, (*state.trays, state.backpack)
    digits = [0 if food is None else INDEX[food] + 1 for food in state.plates]
    plates = [bits(space for space, digit in enumerate(digits) if digit >> n & 1) for n in range(3)]
    doors = bits(space for space, tile in enumerate(state.burrows) if tile == DOOR)
    who = (doors, *state.mice, state.raccoon, state.seat, state.asleep, state.mover, REASONS.index(state.reason))
    die = 1 + SIDES.index(state.die.side) * KINDS + INDEX[state.die.food] if state.die else 0
    what = (*state.pantry, STAGES.index(state.stage), die, len(state.table), len(state.seated))
    left = [party.box.guests.count(n) - state.seated.count(n) for n in range(10)]
    return (
        *(joined(((plate, LONGEST), (load(tray), 20))) for plate, tray in zip(plates, trays, strict=True)),
        joined(tuple(zip(who, WHO, strict=True))),
        joined(tuple(zip(what, WHAT, strict=True))),
        row(state.unseen, 8),
        row(left, 4),
        row([state.feeders[space] for space in party.feeders], 8),
        row([state.burrows.index(k) + 1 if k in state.burrows else 0 for k in party.box.kitchens], 6),
        row([INDEX[food] for food in state.table], 3),
        row([left - more for left, more in zip(state.supply, beyond(party.box), strict=True)], 12),
        row(state.seated, 4),
    )


def unpack(state: State, position: Sequence[int]) -> State:
    """Read a position of the same set-up."""
    party, three = state.party, position[:3]
    first, trays = [word & (1 << LONGEST) - 1 for word in three], [unload(word >> LONGEST) for word in three]
    doors, mouse, other, raccoon, seat, asleep, mover, reason = cut(position[3], WHO)
    *pantry, stage, die, served, sat = cut(position[4], WHAT)
    unseen, _, feeders, kitchens, table, supply, seated = position[5:]
    return State(
        party,
        seat,
        STAGES[stage],
        (mouse, other),
        raccoon,
        plates=tuple(lying(first, space) for space in range(party.length)),
        feeders=piles(party, cut(feeders, [8] * len(party.feeders))),
        burrows=burrows(party, doors, kitchens),
        unseen=cut(unseen, [8] * KINDS),
        supply=tuple(map(add, cut(supply, [12] * KINDS), beyond(party.box))),
        trays=(trays[0], trays[1]),
        backpack=trays[2],
        pantry=tuple(pantry),
        table=tuple(FOODS[n] for n in cut(table, [3] * served)),
        seated=cut(seated, [4] * sat),
        die=Rolled(SIDES[(die - 1) // KINDS], FOODS[(die - 1) % KINDS]) if die else None,
        mover=mover,
        asleep=bool(asleep),
        reason=REASONS[reason],
    )


def beyond(box: Box) -> tuple[int, ...]:
    """How many tokens of each food beside the board are more than words have bits for: nobody needs that many."""
    return tuple(max(0, tokens - MOST_SUPPLY) for tokens in box.tokens)


def bits(spaces: Iterable[int]) -> int:
    """A set of spaces."""
    return sum(1 << space for space in spaces)


def row(numbers: Sequence[int], width: int) -> int:
    """Numbers side by side, so many bits each."""
    return joined([(number, width) for number in numbers])


def load(foods: Sequence[Food]) -> int:
    """Tokens by food, four bits each."""
    return sum(1 << 4 * INDEX[food] for food in foods)


def unload(counts: int) -> tuple[Food, ...]:
    """The tokens of a load."""
    return tuple(food for n, food in enumerate(FOODS) for _ in range(counts >> 4 * n & 15))


def lying(plates: Sequence[int], space: int) -> Food | None:
    """The food on a plate."""
    digits = sum((plates[n] >> space & 1) << n for n in range(3))
    return FOODS[digits - 1] if digits else None


def piles(party: Party, counts: Sequence[int]) -> tuple[int, ...]:
    """The tokens left in feeders, by space."""
    found = dict(zip(party.feeders, counts, strict=True))
    return tuple(found.get(space, 0) for space in range(party.length))


def burrows(party: Party, doors: int, kitchens: int) -> tuple[str | None, ...]:
    """What lies on the slots of burrows, by space."""
    slots = cut(kitchens, [6] * len(party.box.kitchens))
    found = {slot - 1: tile for slot, tile in zip(slots, party.box.kitchens, strict=True) if slot}
    return tuple(DOOR if doors >> space & 1 else found.get(space) for space in range(party.length))


ROOM, FEEDERS, TILES, KITCHENS, MANY = 4, 7, 15, 9, 200


def fits(state: State) -> bool:
    """Whether a box is small enough for the bits of its words."""
    party, box = state.party, state.party.box
    small = party.room <= ROOM and len(party.feeders) <= FEEDERS and len(box.guests) <= TILES
    few = max(sum(box.raccoon) // len(party.feeders), *box.raccoon, box.pantry, box.backpack) <= MANY
    return small and few


def constants(state: State) -> Mapping[str, int]:
    """What a set-up fixes: rules.h is compiled for it, or reads it."""
    party, box = state.party, state.party.box
    mice = party.setup.mice
    return {
        "LENGTH": party.length,
        "PLAYERS": party.players,
        "ROOM": party.room,
        "BACKPACK": box.backpack,
        "BEARER": mice.index("traveler") if "traveler" in mice else -1,
        "MOST": box.pantry,
        "PLATES": box.plates,
        "FACES": sum(box.die),
        "SPREAD": sum(1 << space for space in box.spaces("P")),
        "ROOMS": len(box.kitchens),
        "FEEDERS": len(party.feeders),
        "GIFT0": gift(party, 0),
        "GIFT1": gift(party, 1),
        "TILE_COUNT": len(box.guests),
        "INVITED": box.invited,
        "LOADS": len(loads(party)),
    }


def gift(party: Party, mouse: int) -> int:
    """What a mouse can do on a cheese roll; 0 for nothing."""
    names: dict[int, MouseName] = dict(party.abilities)
    return MICE.index(names[mouse]) + 1 if mouse in names else 0


def tables(state: State) -> Sequence[int]:
    """The words of Tables."""
    party, box = state.party, state.party.box
    wants = [sum(1 << n for n, food in enumerate(FOODS) if food in foods) for foods in box.kitchens.values()]
    return [
        *(word for mouse in PAIR for word in in_bytes(party.steps[mouse])),
        *in_bytes(box.die),
        *in_bytes([box.sides[side] for side in SIDES]),
        *in_bytes(party.feeders),
        *wants,
        *(0 for _ in range(KITCHENS - len(wants))),
        *map(load, loads(party)),
    ]


PLANES, TURNS, WHOLE, PART = 2 * 13 + 7 + 4, 64, 64, 16
FLAGS, REST = 64, 128


def mark_count(length: int) -> int:
    """How many marks a ring of so many spaces has."""
    return PLANES * (-(-length // 4) * 4) + REST


def ways(state: State) -> Sequence[int]:
    """What a thing is worth that is so many turns away."""
    return [round(1024 * DISCOUNT**turns) for turns in range(TURNS)]


def scales(state: State) -> Sequence[float]:
    """What one of each mark counts."""
    box, many = state.party.box, mark_count(state.party.length)
    food = (1 / 4, 1 / 4, 1 / box.pantry, 1.0, 1 / 16, 1.0)  # trays, pantry, row full, unseen, taken by a kitchen
    sums = (1 / 4, 1 / 4, 1 / 4, 1 / 16, 1 / 16, 1 / 8, 1 / 8, 1.0, 1 / 16, 1 / 64)
    facts = (*food * len(FOODS), *sums, *(1 / WHOLE for _ in range(8)))
    rest = (*(1.0 for _ in range(many - REST + FLAGS)), *facts)
    return (*rest, *(0.0 for _ in range(many - len(rest))))


def heads(state: State) -> Sequence[int]:
    """A seat of the only team."""
    return (0,)


HERE = Path(__file__).parent
MARKS = Marks(HERE / "marks.h", ways, scales, 0, 0, heads)
GPU_KERNEL = GpuKernel((HERE / "rules.h", HERE / "choices.h"), fits, constants, tables, pack, unpack, MARKS)


CROWDS, PLATES, JOINED, MOST, BYTE = (
    64,
    21,
    16,
    64,
    256,
)  # who may be at the table, guests and one, tiles and more, actions at once


def is_small(state: State) -> bool:
    """Whether few enough different guests may be at the table, and no count of a position is beyond a byte."""
    guests, more = state.party.box.guests, beyond(state.party.box)
    spare = (left - beside for left, beside in zip(state.supply, more, strict=True))
    few = max(*state.unseen, *state.pantry, *state.feeders) < BYTE and all(0 <= left <= MOST_SUPPLY for left in spare)
    return few and fits(state) and prod(guests.count(n) + 1 for n in set(guests)) <= CROWDS


def is_usual(state: State) -> bool:
    """Whether the party is like those it was learned from: our box, silver trays, no abilities."""
    mine, usual = state.party, learned_from()
    return mine.page is None and (mine.steps, mine.abilities) == (usual.steps, usual.abilities)


@cache
def learned_from() -> Party:
    """The party of the games it was learned from."""
    return rules.new(Setup()).party


def areas(state: State) -> Sequence[bytes]:
    """What kernel.cpp reads of a party: what a set-up fixes, tables, ways and the weights of the value."""
    return _areas(state.party)


@lru_cache(64)
def _areas(party: Party) -> Sequence[bytes]:
    state = rules.new(party.setup, party.box)
    fixed = (*constants(state).values(),)
    return words(fixed), joins(party.box) + words(tables(state)), words(ways(state)), fitted(party)


def fitted(
    party: Party, signs: Sequence[float] = WEIGHTS, late: float = RACCOON_SHARE, worth: Sequence[float] = DISCOUNTS
) -> bytes:
    """The figures of the value, and how many guests are likely: the words of `weights` in value.h."""
    known = [chances(party.box, crowd) for crowd in crowds(party.box)]
    known += [(0.0,) * PLATES] * (CROWDS - len(known))
    sums = chain.from_iterable(map(accumulate, known))
    figures = (*signs, late, len(party.setup.golden), *worth, *chain.from_iterable(known), *sums)
    return struct.pack(f"<{len(figures)}d", *figures)


def crowds(box: Box) -> list[tuple[int, ...]]:
    """List which guest tiles may be at the table."""
    sizes = sorted(set(box.guests))
    counts = product(*(range(box.guests.count(n) + 1) for n in sizes))
    return [tuple(n for n, many in zip(sizes, row, strict=True) for _ in range(many)) for row in counts]


def joins(box: Box) -> bytes:
    """Who is at the table once a tile with so many guests has joined a crowd."""
    known = {crowd: number for number, crowd in enumerate(crowds(box))}
    rows = (bytes(known.get(tuple(sorted((*crowd, n))), 0) for n in range(JOINED)) for crowd in known)
    return b"".join(rows).ljust(CROWDS * JOINED, b"\0")


def chances(box: Box, crowd: tuple[int, ...]) -> Sequence[float]:
    """How likely each number of guests is, by who is already at the table."""
    unseen, hidden = list(box.guests), box.invited - len(crowd)
    for guests in crowd:
        unseen.remove(guests)
    sums = Counter(sum(crowd) + sum(more) for more in combinations(unseen, max(hidden, 0)))
    return [sums[total] / sums.total() if hidden >= 0 else 0.0 for total in range(PLATES)]


def nobody(state: State) -> int:
    """All are on one side."""
    return 0


PLAIN = WasmKernel(
    HERE / "kernel.wasm",
    is_small,
    areas,
    pack,
    unpack,
    numbers,
    nobody,
    nobody,
    MOST,
    slow=32,  # a guess plays on to the end
)
LEARNED = PLAIN._replace(
    fits=is_usual,
    slow=16,
    explore=0.07,
    weights=Weights(HERE.parent / "weights" / "value.npz", mark_count(learned_from().length), 0, 1),
)
KERNEL = PLAIN._replace(learned=LEARNED)
