"""Chop! Chop! on a graphics card: what rules.cu reads. A position is four words: tiles, cheese, bag, and the rest."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from mousehole.core.kernel import Card
from mousehole.core.kit.packed_words import cut, in_bytes, joined
from mousehole.games.chopchop.card.marks import MARKS
from mousehole.games.chopchop.moves import TILES
from mousehole.games.chopchop.reach import moves
from mousehole.games.chopchop.state import Kitchen, Phase, State
from mousehole.games.chopchop.walk import LONGEST, Space, Ways

SPACES, NOWHERE, FACE_WORDS = 62, 63, 3
PHASES: tuple[Phase, ...] = ("start", "roll", "move", "flip", "bonus", "fly", "fork", "home", "caught", "move")
STUCK = 9  # a roll without a move
REST = (6, 6, 6, 6, 6, 4, 1, 2, 2, 3, 4, 16)  # bits of four mice, cat, phase, cats, nth, half, mover, steps, turns
BAG = (*(8 for _ in TILES), 4)  # bits of the tiles, and of the holes that are open


def fits(state: State) -> bool:
    """Whether a kitchen has so few spaces that a set of them is one word, and dice that are no longer than a walk."""
    return len(state.kitchen.names) <= SPACES and longest(state.kitchen) <= LONGEST


def longest(kitchen: Kitchen) -> int:
    """The most steps of a roll or a bonus."""
    return max(2, *kitchen.board.dice.mice, *kitchen.board.dice.cat)


def constants(state: State) -> Mapping[str, int]:
    """What rules.cu is compiled for."""
    kitchen = state.kitchen
    setup, board = kitchen.setup, kitchen.board
    return {
        "SPACES": len(kitchen.names),
        "LONGEST": longest(kitchen),
        "FLOOR": kitchen.floor,
        "TOPS": kitchen.tops,
        "HOLES": sum(kitchen.holes),
        "ROAMED": sum(kitchen.cat_ways.near),
        "CHEESES": board.mix[0][1],
        "CAT_SEAT": kitchen.cat_seat,
        "MICE_PLAYERS": len(kitchen.mice_seats),
        "FRIENDS_BLOCK": setup.friends_block,
        "ARROW_CATCHES": setup.arrow_catches,
        "SEATS": setup.players,
        "MICE_FACES": len(board.dice.mice),
        "CAT_FACES": len(board.dice.cat),
    }


def tables(state: State) -> Sequence[int]:
    """The words of Tables."""
    kitchen, dice = state.kitchen, state.kitchen.board.dice
    front = [kitchen.front.get(space, 0) for space in kitchen.names]
    faces = [word for die in (dice.mice, dice.cat) for word in in_bytes(sorted(die), FACE_WORDS)]
    return [*near(kitchen, kitchen.mice_ways), *near(kitchen, kitchen.cat_ways), *front, *faces, *seats(kitchen)]


def near(kitchen: Kitchen, ways: Ways) -> list[int]:
    """The spaces next to each space."""
    return [ways.near.get(space, 0) for space in kitchen.names]


def seats(kitchen: Kitchen) -> tuple[int, ...]:
    """The seats of the mice."""
    return in_bytes(kitchen.mice_seats)


def pack(state: State) -> Sequence[int]:
    """Write a position as words."""
    stuck = state.phase == "move" and not moves(state)
    rest = (
        *map(number, (*state.mice, state.cat)),
        STUCK if stuck else PHASES.index(state.phase),
        state.side == "cat",
        *(state.nth, state.half, state.mover, state.steps, state.turns),
    )
    bag = (*(left for _, left in state.bag), state.opened >> len(state.kitchen.names) - len(state.kitchen.holes))
    return state.hidden, state.cheese, side_by_side(bag, BAG), side_by_side(rest, REST)


def unpack(state: State, words: Sequence[int]) -> State:
    """Read a position of the same set-up."""
    hidden, cheese, third, fourth = words
    *bag, opened = cut(third, BAG)
    *places, phase, cats, nth, half, mover, steps, turns = cut(fourth, REST)
    *mice, cat = map(space, places)
    return State(
        state.kitchen,
        tuple(mice),
        hidden,
        tuple(zip(TILES, bag, strict=True)),
        cat,
        cheese,
        opened << len(state.kitchen.names) - len(state.kitchen.holes),
        PHASES[phase],
        "cat" if cats else "mice",
        *(nth, half, mover, steps, turns),
    )


def side_by_side(numbers: Sequence[int], widths: Sequence[int]) -> int:
    """Numbers in one word, each as wide as given."""
    return joined(tuple(zip(numbers, widths, strict=True)))


def number(space: Space) -> int:
    """The number of a space, or NOWHERE."""
    return space.bit_length() - 1 if space else NOWHERE


def space(number: int) -> Space:
    """The space with a number, or none."""
    return 0 if number == NOWHERE else 1 << number


CARD = Card((Path(__file__).with_name("rules.cu"),), fits, constants, tables, pack, unpack, MARKS)
