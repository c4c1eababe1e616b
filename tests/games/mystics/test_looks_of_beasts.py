"""The great beasts as they are drawn: over their spaces, larger than any mouse, never upside down."""

import pytest

from mousehole.games.mystics import GAME
from mousehole.games.mystics.packs.library import own
from mousehole.games.mystics.rules.engine import turn
from mousehole.games.mystics.scene import layout
from mousehole.games.mystics.tools.positions import FoeAt, MouseAt, PagePosition, state_of


def drawn(foe, side, track=(), **mice):
    """Draw a beast among mice; the pieces by their keys."""
    state = state_of(
        PagePosition(
            mice={name: MouseAt(at=at) for name, at in mice.items()}, foes=foe, chapter="c3", side=side, track=track
        )
    )
    return {piece.key: piece for piece in GAME.scene(state, turn(state), None, None).pieces}


def test_a_snake_and_the_dread_of_it_lie_over_every_space_of_its_body():
    body = ("e4", "d3", "c4", "b3", "c2", "b2")
    pieces = drawn({"hesster-1": FoeAt(at="b2", body=body)}, "t7a", bram="b2")
    spaces = {f"t7a/{name}" for name in body}
    assert {piece.on for key, piece in pieces.items() if key.startswith("hesster-1-dread")} == spaces
    assert {piece.on for key, piece in pieces.items() if key.startswith("hesster-1-ring")} == spaces - {"t7a/b2"}


@pytest.mark.parametrize(("body", "mirrored"), [(("c2", "b2"), True), (("b2", "c2"), False)])
def test_the_head_of_a_snake_never_lies_upside_down(body, mirrored):
    head = drawn({"hesster-1": FoeAt(at=body[-1], body=body)}, "t7a", bram="a3")["hesster-1"]
    assert head.mirror == mirrored
    assert abs(head.turn) <= 90


def test_mice_before_the_jaws_of_a_snake_stay_on_the_board():
    mice = dict.fromkeys(("bram", "pip", "fenna", "wick"), "a2")
    pieces = drawn({"hesster-1": FoeAt(at="a2", body=("c2", "b2", "a2"))}, "t7a", **mice)
    left = layout.space_at(own().grounds["t7a"], "t7a/a2")[0]
    assert all(left + pieces[name].shift[0] - pieces[name].size[0] / 2 >= 0 for name in mice)
    assert pieces["hesster-1"].shift[0] > pieces["bram"].shift[0] + 1


def test_a_pouncing_cat_opens_its_jaws_above_the_mice_between_its_paws():
    cards = ("brodie/pounces", "bram", "pip", "brodie/chases")
    pieces = drawn({"brodie-1": FoeAt(at="c3")}, "t8b", cards, bram="c3", pip="c3")
    cat, mouse = pieces["brodie-1"], pieces["bram"]
    assert cat.sprite == "mystics-brodie_pounce"
    assert cat.size[0] > 3 * mouse.size[0]
    assert cat.shift[1] + cat.size[1] / 4 < mouse.shift[1]
