"""No line of a scene is forgotten when its words are checked."""

from collections.abc import Iterator

from msgspec import Struct

from mousehole import shelf
from mousehole.core.scene import Offer, Panel, Piece, Row, Scene, Shade, Spot, Throw, Zone
from mousehole.core.words import Line, line
from mousehole.testing import said_in

FULL = Scene(
    size=(1, 1),
    spots=(Spot("spot", (0, 0), label=line("spot label"), text=line("spot text")),),
    pieces=(Piece("piece", "spot", label=line("piece label"), text=line("piece text")),),
    prompt=line("prompt"),
    offers=(Offer(0, ("spot",), line("offer")),),
    throw=Throw(("spot",), line("throw")),
    panels=(Panel("panel", line("panel title"), (Row(line("row label"), line("row value")),)),),
    zones=(Zone("zone", line("zone label"), (Shade("spot", line("shade"), 0.5),)),),
)


def lines(value) -> Iterator[Line]:
    """Find the lines in anything a scene is made of, at any depth."""
    if isinstance(value, Line):
        yield value
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from lines(getattr(value, name))
    elif isinstance(value, tuple):
        for one in value:
            yield from lines(one)


def test_every_line_of_a_scene_is_listed():
    assert len(list(lines(FULL))) == 12
    assert sorted(said.text for said in said_in(FULL)) == sorted(said.text for said in lines(FULL))


def test_every_line_of_a_first_scene_is_listed():
    for game in shelf.every():
        state = game.new(game.setup())
        scene = game.scene(state, game.turn(state), None, None)
        assert sorted(map(repr, said_in(scene))) == sorted(map(repr, lines(scene)))
