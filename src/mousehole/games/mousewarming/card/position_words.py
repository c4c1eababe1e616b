"""Positions as words of 64 bits: sets of spaces are bits, loads are counts of a few bits each."""

from collections.abc import Iterable, Sequence

from mousehole.core.kit.packed_words import cut, joined
from mousehole.games.mousewarming.box import LONGEST
from mousehole.games.mousewarming.moves import FOODS, SIDES, Food, Rolled
from mousehole.games.mousewarming.state import DOOR, INDEX, Party, Stage, State

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
        row(state.supply, 12),
        row(state.seated, 4),
    )


def unpack(state: State, words: Sequence[int]) -> State:
    """Read a position of the same set-up."""
    party = state.party
    first, trays = [word & (1 << LONGEST) - 1 for word in words[:3]], [unload(word >> LONGEST) for word in words[:3]]
    doors, mouse, other, raccoon, seat, asleep, mover, reason = cut(words[3], WHO)
    *pantry, stage, die, served, sat = cut(words[4], WHAT)
    unseen, _, feeders, kitchens, table, supply, seated = words[5:]
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
        supply=cut(supply, [12] * KINDS),
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
