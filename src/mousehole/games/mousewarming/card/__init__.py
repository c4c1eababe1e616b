"""Mousewarming Party on a graphics card: what rules.cu and choices.cu read."""

from pathlib import Path

from mousehole.core.kernel import Card
from mousehole.games.mousewarming.card.marks import MARKS
from mousehole.games.mousewarming.card.position_words import pack, unpack
from mousehole.games.mousewarming.card.tables import constants, fits, tables

CARD = Card(
    (Path(__file__).with_name("rules.cu"), Path(__file__).with_name("choices.cu")),
    fits,
    constants,
    tables,
    pack,
    unpack,
    MARKS,
)
