"""Clauses about the woods that a single play cannot show."""

import pytest
from msgspec.structs import replace

from mousehole.core.game import Over
from mousehole.core.record import plies
from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics.moves import MOVE, Dice, Flip, Step
from mousehole.games.mystics.packs import library
from mousehole.games.mystics.rules.engine import apply, turn
from mousehole.games.mystics.tools.positions import MouseAt, PagePosition, TokenAt, state_of
from mousehole.testing import check_said, proves, random_record, said_in, sprites
from tests.games.mystics.laws import broken
from tests.games.mystics.test_laws import FOLDER, in_the_woods


@proves("MM-198", "MM-199", "MM-200")
def test_arrows_and_branches_say_which_wood_a_side_belongs_to():
    woods = {side: ground.wood for side, ground in library.own().grounds.items() if ground.wood}
    assert woods == {
        "t4a": "downwood", "t4b": "underwood", "t5a": "downwood", "t5b": "downwood", "br1": "upwood", "br2": "upwood",
    }  # fmt: skip
    assert all(ground.outdoor == (side in woods) for side, ground in library.own().grounds.items())


def trodden(*tokens):
    """Let Bram step on the turtle of the space w2, and give the odds of what it is."""
    laid = tuple(TokenAt(kind, at) for kind, at in (("turtle", "w2"), *tokens))
    page = PagePosition(mice={"bram": MouseAt("b2"), "pip": MouseAt("a4")}, chapter="woods", side="t5a", tokens=laid)
    state = state_of(page, library.add(FOLDER / "packs" / "woods"))
    for event in (MOVE, Dice((4,)), Step("t5a/w2")):
        state = apply(state, event)
    return {event.side: n for event, n in turn(state).odds if isinstance(event, Flip)}


@proves("MM-265", "MM-273")
def test_every_turtle_that_has_shown_nothing_firm_may_be_any_of_them():
    assert trodden() == {"shell": 5, "bubbles": 3, "snapper": 1}
    assert trodden(("turtle", "w1")) == {"shell": 5, "bubbles": 3, "snapper": 1}
    assert trodden(("turtle-up", "w1"), ("turtle-up", "w3")) == {"shell": 3, "bubbles": 3, "snapper": 1}


HAPPENS = {
    "willow": {"leaf_flies", "bee", "comes"},
    "ford": {"turtles", "shell", "bubbles", "dives", "turtle_drifts", "leaf_drifts", "joins", "washed_off"},
}


@pytest.mark.parametrize("chapter", HAPPENS)
def test_random_games_on_branches_and_water_keep_the_laws_and_see_everything(chapter):
    seen = set()
    for number in range(30):
        setup = replace(in_the_woods(number), chapter=chapter)
        record, over = random_record(GAME, setup, bytes([number + 1]))
        assert isinstance(over, Over)
        steps = list(plies(GAME, record))
        assert [broken(ply.state, steps[0].state) for ply in steps if broken(ply.state, steps[0].state)] == []
        seen |= {news.what for ply in steps for news in ply.state.news}
    assert HAPPENS[chapter] <= seen


@pytest.mark.parametrize("number", range(6))
def test_every_picture_of_the_woods_is_drawn_with_known_sprites_and_keys_of_their_own(number):
    record, _ = random_record(GAME, in_the_woods(number), bytes([number + 1]), 500)
    drawn, seen = sprites(GAME.package), set()
    for ply in plies(GAME, record):
        scene = GAME.scene(ply.state, ply.turn, None, ply.event)
        keys = [part.key for part in (*scene.spots, *scene.pieces)]
        assert len(set(keys)) == len(keys)
        assert {part.sprite for part in (*scene.spots, *scene.pieces)} - drawn <= {""}
        assert {piece.on for piece in scene.pieces} <= {spot.key for spot in scene.spots}
        assert {click for offer in scene.offers for click in offer.clicks} <= set(keys)
        assert len({voice("en")(offer.label) for offer in scene.offers}) == len(scene.offers)
        own = tuple(panel for panel in scene.panels if panel.key != "chapter")  # the pack speaks English only
        for said in said_in(replace(scene, panels=own, page=None)):
            check_said(GAME, said)
        seen |= {piece.key.rpartition("-")[0] for piece in scene.pieces}
    assert "bee" in seen


def test_a_leaf_under_a_crowd_is_drawn_large_enough_to_be_seen():
    sizes = {}
    for names in (("bram",), ("bram", "pip", "fenna", "wick")):
        mice = {name: MouseAt("w2") for name in names}
        state = state_of(PagePosition(mice=mice, side="t5a", chapter="c2", tokens=(TokenAt("leaf", "w2"),)))
        pieces = {piece.key: piece for piece in GAME.scene(state, turn(state), 0, None).pieces}
        sizes[len(names)] = pieces["token-leaf-1"].size
    assert sizes[4] > sizes[1] > (1.0, 1.0)
