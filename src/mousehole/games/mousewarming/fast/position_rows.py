"""Positions as rows of whole numbers: sets of spaces are bits, loads are counts of a few bits each."""

from collections.abc import Iterator
from itertools import combinations, product
from math import prod
from typing import Any

import numpy as np

from mousehole.games.mousewarming.box import LONGEST, Box
from mousehole.games.mousewarming.moves import FOODS, MICE, PAIR, SIDES, Food, Rolled
from mousehole.games.mousewarming.state import DOOR, INDEX, Party, Stage, State
from mousehole.games.mousewarming.value import LATE, WEIGHTS, WORTH

KINDS, SEATS, CROWDS, GUESTS, PLATES = len(FOODS), 4, 64, 10, 21
ROOM, FEEDERS, TILES = 4, 7, 15  # how much a row has bits for
IDS = 256  # more than any box has; as many as there are codes of actions, loads left out
STAGES: tuple[Stage, ...] = (
    *("opening", "roll", "bonus", "sprint", "draw", "move"),
    *("dropped", "door", "pick", "raccoon", "closing", "over"),
)
REASONS = ("", "table", "feeders", "pantry")
ONES = ("seat", "stage", "raccoon", "lying", "feeders", "stocked", "doors", "kitchens", "bag", "table", "served")
MORE = ("crowd", "seated", "sat", "die", "mover", "asleep", "reason")
ROW = np.dtype(
    [(name, "i8") for name in (*ONES, *MORE)]
    + [(name, "i8", 2) for name in ("mice", "trays", "loads")]
    + [(name, "i8", KINDS) for name in ("plates", "takes", "unseen", "supply", "pantry")]
)
TABLES = np.dtype(
    [(name, "i8") for name in ("length", "players", "room", "backpack", "bearer", "most", "plates", "faces")]
    + [(name, "i8") for name in ("spread", "golden", "rooms", "feeders", "first_load")]
    + [
        ("steps", "i8", (2, ROOM + 1)),
        ("die", "i8", KINDS),
        ("sides", "i8", len(SIDES)),
        ("gift", "i8", 2),  # by mouse: what it can do on a cheese roll
        ("feeder", "i8", LONGEST),  # by space: its number
        ("wants", "i8", (9, KINDS)),  # by kitchen and food
        ("left", "i8", (CROWDS, GUESTS)),  # by crowd and guests: tiles not yet seen
        ("unseen", "i8", CROWDS),
        ("hidden", "i8", CROWDS),  # guest tiles behind doors
        ("joined", "i8", (CROWDS, GUESTS)),  # the crowd it becomes with one more tile
        ("guests", "i8", CROWDS),
        ("chance", "f8", (CROWDS, PLATES)),  # by crowd and total: how likely that many guests are
        ("turns", "i8", (GUESTS, LONGEST + 1)),  # by steps and distance
        ("weights", "f8", len(WEIGHTS)),  # as in value.py
        ("worth", "f8", LONGEST + 1),
        ("late", "f8"),
        ("codes", "i8", IDS),  # by id, as tensor.py numbers actions
        ("ids", "i8", IDS),  # by code
    ]
)


def fits(state: State) -> bool:
    """Whether a box is small enough for rows."""
    party = state.party
    tiles, spots = len(party.box.guests), len(party.feeders)
    most = max(party.box.raccoon)
    small = party.room <= ROOM and spots <= FEEDERS and tiles <= TILES and most * KINDS < 128 * spots
    return small and prod(party.box.guests.count(n) + 1 for n in set(party.box.guests)) <= CROWDS


def tables(party: Party) -> Any:
    """Write what never changes during a game."""
    box, at = party.box, np.zeros(1, TABLES)[0]
    at["length"], at["players"], at["room"], at["backpack"] = party.length, party.players, party.room, box.backpack
    at["bearer"] = party.setup.mice.index("traveler") if "traveler" in party.setup.mice else -1
    at["most"], at["plates"], at["faces"], at["golden"] = box.pantry, box.plates, sum(box.die), len(party.setup.golden)
    at["spread"], at["rooms"], at["feeders"] = mask(box.spaces("P")), len(box.kitchens), len(party.feeders)
    at["die"], at["sides"] = box.die, [box.sides[side] for side in SIDES]
    for mouse in PAIR:
        at["steps"][mouse, : party.room + 1] = party.steps[mouse]
    for mouse, name in party.abilities:
        at["gift"][mouse] = MICE.index(name) + 1
    for number, space in enumerate(party.feeders):
        at["feeder"][space] = number
    for number, foods in enumerate(box.kitchens.values()):
        at["wants"][number] = [food in foods for food in FOODS]
    for steps in range(1, GUESTS):
        at["turns"][steps] = [-(-distance // steps) for distance in range(LONGEST + 1)]
    at["weights"], at["worth"], at["late"] = WEIGHTS, WORTH, LATE
    _crowds(at, box)
    return at


def _crowds(at: Any, box: Box) -> None:
    """List who may be sitting at the table, and weigh who may still come."""
    known = crowds(box)
    for number, crowd in enumerate(known):
        unseen = list(box.guests)
        for guests in crowd:
            unseen.remove(guests)
        at["guests"][number], at["unseen"][number] = sum(crowd), len(unseen)
        hidden = box.invited - len(crowd)
        if hidden < 0:
            continue
        at["hidden"][number] = hidden
        for n in set(unseen):
            at["left"][number, n] = unseen.count(n)
            at["joined"][number, n] = known.index(tuple(sorted((*crowd, n))))
        sums = [sum(crowd) + sum(more) for more in combinations(unseen, hidden)]
        for total in set(sums):
            at["chance"][number, total] = sums.count(total) / len(sums)


def crowds(box: Box) -> list[tuple[int, ...]]:
    """List which guest tiles may be at the table."""
    sizes = sorted(set(box.guests))
    counts = product(*(range(box.guests.count(n) + 1) for n in sizes))
    return [tuple(n for n, many in zip(sizes, row, strict=True) for _ in range(many)) for row in counts]


def pack(state: State) -> Any:
    """Write a position as a row."""
    rows, party = np.zeros(1, ROW), state.party
    row, box = rows[0], party.box
    row["seat"], row["stage"], row["raccoon"] = state.seat, STAGES.index(state.stage), state.raccoon
    row["mice"], row["supply"], row["unseen"], row["pantry"] = state.mice, state.supply, state.unseen, state.pantry
    row["plates"] = [mask(s for s, lies in enumerate(state.plates) if lies == food) for food in FOODS]
    row["lying"] = mask(s for s, food in enumerate(state.plates) if food)
    row["feeders"] = sum(state.feeders[space] << 8 * n for n, space in enumerate(party.feeders))
    row["stocked"] = mask(space for space in party.feeders if state.feeders[space])
    row["doors"] = mask(space for space, tile in enumerate(state.burrows) if tile == DOOR)
    row["kitchens"] = sum(state.burrows.index(k) + 1 << 6 * n for n, k in enumerate(box.kitchens) if k in state.burrows)
    row["takes"] = [
        mask(state.burrows.index(k) for k, foods in box.kitchens.items() if k in state.burrows and food in foods)
        for food in FOODS
    ]
    row["trays"], row["loads"] = [load(tray) for tray in state.trays], [len(tray) for tray in state.trays]
    row["bag"], row["table"], row["served"] = load(state.backpack), line_up(state.table), len(state.table)
    row["crowd"] = crowds(box).index(tuple(sorted(state.seated)))
    row["seated"], row["sat"] = sum(n << 4 * k for k, n in enumerate(state.seated)), len(state.seated)
    row["die"] = 1 + SIDES.index(state.die.side) * KINDS + INDEX[state.die.food] if state.die else 0
    row["mover"], row["asleep"], row["reason"] = state.mover, state.asleep, REASONS.index(state.reason)
    return rows


def unpack(party: Party, row: Any) -> State:
    """Read a position from a row."""
    one = {name: int(row[name]) for name in (*ONES, *MORE)}
    die, plates = one["die"] - 1, {space: food for n, food in enumerate(FOODS) for space in spaces(row["plates"][n])}
    kitchens = {(one["kitchens"] >> 6 * n & 63) - 1: tile for n, tile in enumerate(party.box.kitchens)}
    tiles = dict.fromkeys(spaces(one["doors"]), DOOR) | kitchens
    piles = {space: one["feeders"] >> 8 * n & 255 for n, space in enumerate(party.feeders)}
    mice, trays = (tuple(map(int, row["mice"])), tuple(unload(int(tray)) for tray in row["trays"]))
    return State(
        party,
        one["seat"],
        STAGES[one["stage"]],
        (mice[0], mice[1]),
        one["raccoon"],
        plates=tuple(plates.get(space) for space in range(party.length)),
        feeders=tuple(piles.get(space, 0) for space in range(party.length)),
        burrows=tuple(tiles.get(space) for space in range(party.length)),
        unseen=tuple(map(int, row["unseen"])),
        supply=tuple(map(int, row["supply"])),
        trays=(trays[0], trays[1]),
        backpack=unload(one["bag"]),
        pantry=tuple(map(int, row["pantry"])),
        table=tuple(FOODS[one["table"] >> 3 * n & 7] for n in range(one["served"])),
        seated=tuple(one["seated"] >> 4 * n & 15 for n in range(one["sat"])),
        die=Rolled(SIDES[die // KINDS], FOODS[die % KINDS]) if die >= 0 else None,
        mover=one["mover"],
        asleep=bool(one["asleep"]),
        reason=REASONS[one["reason"]],
    )


def mask(spots: Any) -> int:
    """Write a set of spaces as bits."""
    return sum(1 << space for space in spots)


def spaces(bits: int) -> Iterator[int]:
    """Read the spaces of a set."""
    return (space for space in range(LONGEST) if int(bits) >> space & 1)


def load(foods: tuple[Food, ...]) -> int:
    """Count tokens by food, four bits each."""
    return sum(1 << 4 * INDEX[food] for food in foods)


def unload(counts: int) -> tuple[Food, ...]:
    """Read tokens from their counts."""
    return tuple(food for n, food in enumerate(FOODS) for _ in range(counts >> 4 * n & 15))


def line_up(foods: tuple[Food, ...]) -> int:
    """Write tokens in their order, three bits each."""
    return sum(INDEX[food] << 3 * n for n, food in enumerate(foods))
