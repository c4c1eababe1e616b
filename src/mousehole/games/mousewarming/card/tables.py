"""What never changes during a game, as constants and tables of rules.cu."""

from collections.abc import Mapping, Sequence

from mousehole.core.kit.packed_words import in_bytes
from mousehole.games.mousewarming.card.position_words import MOST_SUPPLY, load
from mousehole.games.mousewarming.moves import FOODS, MICE, PAIR, SIDES, MouseName
from mousehole.games.mousewarming.state import Party, State
from mousehole.games.mousewarming.tensor import loads

ROOM, FEEDERS, TILES, KITCHENS, MOST = 4, 7, 15, 9, 200


def fits(state: State) -> bool:
    """Whether a box is small enough for the bits of its words."""
    party, box = state.party, state.party.box
    small = party.room <= ROOM and len(party.feeders) <= FEEDERS and len(box.guests) <= TILES
    few = max(sum(box.raccoon) // len(party.feeders), *box.raccoon, box.pantry, box.backpack) <= MOST
    return small and few and max(box.tokens) <= MOST_SUPPLY


def constants(state: State) -> Mapping[str, int]:
    """What rules.cu is compiled for."""
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
