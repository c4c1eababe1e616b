"""Positions and boards put together by clicks: every change is a sketch again, and every mistake is told."""

from random import Random

import pytest

from mousehole import shelf
from mousehole.core.game import Chance, Decide, Over
from mousehole.core.words import voice
from mousehole.games.mmm.board import own
from mousehole.testing import check_said, said_in

MMM = shelf.find("mmm")
EXPLORER, DESIGNER = MMM.parts.solvable.explorer, MMM.parts.solvable.designer
SAY = voice("en", MMM.package)


def change(part, fields, words):
    """Click what is offered by these words."""
    sketch = part.sketch(fields)
    found = [offer for offer in sketch.scene.offers if SAY(offer.label) == words]
    assert found, [SAY(offer.label) for offer in sketch.scene.offers]
    return sketch.changes[found[0].action]


@pytest.mark.parametrize("part", [EXPLORER, DESIGNER])
def test_random_clicks_never_lead_astray(part):
    luck, fields = Random(7), {}
    for _ in range(150):
        sketch = part.sketch(fields)
        assert sorted(offer.action for offer in sketch.scene.offers) == list(range(len(sketch.changes)))
        keys = {spot.key for spot in sketch.scene.spots} | {piece.key for piece in sketch.scene.pieces}
        assert {click for offer in sketch.scene.offers for click in offer.clicks} <= keys
        assert part.sketch(sketch.fields).fields == sketch.fields
        for said in said_in(sketch.scene):
            check_said(MMM, said)
        fields = luck.choice(sketch.changes)


def test_every_position_of_a_game_can_be_named_and_comes_back():
    luck = Random(3)
    for side in ("one_paw", "two_paws"):
        state = MMM.new(setup := MMM.setup(side=side, players=3))
        while not isinstance(turn := MMM.turn(state), Over):
            again = EXPLORER.sketch(EXPLORER.fields(setup, state)).state
            wanted = (state.free, state.placed, state.cat, state.hand)
            assert (again.free, again.placed, again.cat, again.hand) == wanted
            if isinstance(turn, Decide):
                assert MMM.turn(again).actions == turn.actions
            event = turn.at(luck.random()) if isinstance(turn, Chance) else luck.choice(turn.actions)
            state = MMM.apply(state, event)


def test_clicks_put_a_position_together():
    fields = change(EXPLORER, {}, "Gather carrot on a1")
    fields = change(EXPLORER, fields, "Put the cat 8 steps away")
    for _ in range(3):
        assert EXPLORER.sketch(fields).state is not None or "Tap the other dice" in SAY(EXPLORER.sketch(fields).note)
        fields = next(
            after
            for offer, after in zip(EXPLORER.sketch(fields).scene.offers, EXPLORER.sketch(fields).changes, strict=True)
            if offer.clicks == (f"die-{len(fields.get('hand', ''))}",)
        )
    assert fields == {"cat": "3", "gathered": "a1", "hand": "BBB"}
    assert EXPLORER.sketch(fields).state.hand == ("bread", "bread", "bread")


@pytest.mark.parametrize(
    "fields",
    [{"cat": "99"}, {"cat": "x"}, {"gathered": "z9"}, {"side": "three"}, {"steps": "0"}, {"dice": "a1.a2.b1"},
     {"dice": "a1", "gathered": "a1"}, {"board": "pantry = 3"}, {"board": "["}, {"steps": "9" * 5000}],
)  # fmt: skip
def test_an_address_that_makes_no_sense_is_told_and_shows_the_start(fields):
    sketch = EXPLORER.sketch(fields)
    assert sketch.note and sketch.state is None
    assert sketch.fields == {}


def test_a_roll_that_fits_nowhere_is_no_choice():
    assert "fits nowhere" in SAY(EXPLORER.sketch({"hand": "X" * 3}).note)
    assert "over" in SAY(EXPLORER.sketch({"cat": "11"}).note)


def test_neighbours_become_one_item_and_a_new_pen_begins_another():
    fields = change(DESIGNER, {}, "Draw bread on a1")
    fields = change(DESIGNER, fields, "Draw bread on b1")
    fields = change(DESIGNER, change(DESIGNER, fields, "Start a new item"), "Draw bread on a2")
    fields = change(DESIGNER, fields, "Draw bread on b2")
    board = own(fields["board"])
    assert [item.squares.bit_count() for item in board.items] == [2, 2]
    assert "items" in fields["board"]


def test_an_item_rubbed_out_in_the_middle_falls_in_two():
    fields = {"board": 'pantry = """\nB B B\n"""\n', "brush": "."}
    fields = change(DESIGNER, fields, "Erase b1")
    assert len(own(fields["board"]).items) == 2


def test_the_boards_of_the_game_can_be_taken_up_and_stay_what_they_are():
    for words, side in (("Start from one paw", "one_paw"), ("Start from two paws", "two_paws")):
        sketch = DESIGNER.sketch(change(DESIGNER, {}, words))
        box, own_box = MMM.new(MMM.setup(side=side)).pantry, sketch.state.pantry
        assert (own_box.items, own_box.steps, own_box.board.paws) == (box.items, box.steps, box.board.paws)


def test_a_mistake_in_the_text_is_told_in_words_and_the_text_stays():
    sketch = DESIGNER.sketch({"board": 'pantry = """\nB Z\n"""\n'})
    assert "unknown letter Z" in SAY(sketch.note)
    assert sketch.setup is None and "Z" in sketch.fields["board"]
