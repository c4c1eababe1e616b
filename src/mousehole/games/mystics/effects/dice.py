"""The action die: what its faces show, and the odds of a pool."""

from functools import cache

from msgspec import Struct

from mousehole.core.game import Chance
from mousehole.core.kit import throws
from mousehole.games.mystics.moves import Dice, Event


class Symbols(Struct, frozen=True):
    """What one face of the die shows."""

    number: int
    sword: bool = False
    bow: bool = False
    shield: bool = False
    cheese: bool = False
    star: bool = False


FACES = (  # MM-B02
    Symbols(1, cheese=True),
    Symbols(2, sword=True, star=True),
    Symbols(3, sword=True, shield=True),
    Symbols(3, sword=True, shield=True, star=True),
    Symbols(2, bow=True),
    Symbols(1, bow=True, star=True),
)
NUMBERS = tuple(range(1, len(FACES) + 1))
PLAIN_BOW = 5


class Roll(Struct, frozen=True):
    """A fallen pool, its symbols counted."""

    faces: tuple[int, ...]
    number: int
    swords: int
    bows: int
    shields: int
    star_shields: int
    cheese: int
    stars: int


@cache
def read(faces: tuple[int, ...]) -> Roll:
    """Count the symbols of a fallen pool."""
    dice = [FACES[face - 1] for face in faces]
    return Roll(
        faces,
        sum(die.number for die in dice),
        sum(die.sword for die in dice),
        sum(die.bow for die in dice),
        sum(die.shield for die in dice),
        sum(die.shield and die.star for die in dice),
        sum(die.cheese for die in dice),
        sum(die.star for die in dice),
    )


@cache
def pool(dice: int, seat: int | None) -> Chance[Event]:
    """List all throws of so many dice as multisets; a pool never has fewer than no dice."""
    return Chance(tuple((Dice(faces), ways) for faces, ways in throws(NUMBERS, max(dice, 0))), seat)  # MM-B44


STAR: Chance[Event] = Chance(((Dice((2,)), 1),))  # a test that succeeds without a roll
