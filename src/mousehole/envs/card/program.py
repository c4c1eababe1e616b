"""The program of a game for a card: its rules between what all games share, compiled for one set-up."""

from pathlib import Path
from typing import Any, NamedTuple

from mousehole.core.kernel import Card
from mousehole.core.tensor import Spec

HERE = Path(__file__).parent
WORD = 4
TUNING = {"LANES": 32, "THREADS": 128, "BLOCKS": 1, "VECTOR": 2}  # what steps.cu is compiled for: the best on an H200


class Program(NamedTuple):
    """A source, and what it is compiled for."""

    source: str
    constants: dict[str, int]

    def options(self) -> tuple[str, ...]:
        """The constants as a compiler takes them."""
        return tuple(f"-D{name}={value}{'ull' if value >> 31 > 0 else ''}" for name, value in self.constants.items())


class Shape(NamedTuple):
    """How wide the rows of a set-up are: in bytes, with zeros at the end so that they are whole words."""

    spec: Spec  # of what changes during a game
    seen: int
    masks: int


def program(card: Card, start: Any, *more: Path, **tuning: int) -> Program:
    """Put the program of a set-up together."""
    files = (HERE / "prelude.cu", *card.sources, HERE / "steps.cu", *more)
    source = "\n".join(file.read_text("utf-8") for file in files)
    constants = {name: int(value) for name, value in card.constants(start).items()}
    return Program(source, constants | TUNING | tuning)


def shape(spec: Spec, vector: int) -> Shape:
    """How wide rows are when so many words are written at once."""
    changing = Spec(spec.actions, tuple(field for field in spec.fields if not field.still))
    return Shape(changing, *(-(-size // (WORD * vector)) * WORD * vector for size in (changing.size, spec.ids)))
