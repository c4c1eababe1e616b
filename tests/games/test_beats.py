"""What is shown of an event comes in an order: who moves, the blow, who leaves; nothing of it is made up."""

from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import mousehole
from mousehole.core.record import load, plies

HERE = Path(__file__).parent
CAPTURE, THEFT = (("cat",), ("mouse-",)), (("raccoon",), ("kept-",))
FAILED, GATHERED, ARRIVAL = (("die-",), ("cat",)), (("chip-",), ("cat",)), (("tile-",), ("guest-",))

ORDER = {  # by game and event: what moves, one after the other, as far as it moves at all
    ("mmm", "Rolled"): ("die", "cat"),  # a failed roll: the dice drop, then the cat walks
    ("mmm", "Place"): ("chip", "cat"),  # the last die gathers: food before the cat
    ("mmm", "Gather"): ("chip", "cat"),
    ("mmm", "Reroll"): (),
    ("chopchop", "Start"): (),
    ("chopchop", "Rolled"): (),
    ("chopchop", "Flipped"): (),
    ("chopchop", "Move"): ("cat", "mouse"),  # a capture: the cat pounces, then the mouse goes
    ("chopchop", "Fly"): ("cat", "mouse"),
    ("chopchop", "Take"): (),
    ("chopchop", "Leave"): (),
    ("chopchop", "Pass"): (),
    ("mousewarming", "Rolled"): (),
    ("mousewarming", "Bonus"): (),
    ("mousewarming", "Drawn"): (),
    ("mousewarming", "Move"): (),
    ("mousewarming", "Pick"): (),
    ("mousewarming", "Drop"): (),
    ("mousewarming", "Raccoon"): ("raccoon", "kept"),  # it comes, grabs, and then the food is gone
    ("mousewarming", "Revealed"): ("tile", "guest"),  # the door opens before anybody is seen
}


@cache
def scenes(name):
    """Events of golden records of a game, with the scenes before and after them."""
    seen = []
    for file in sorted((HERE / name / "golden").glob("*.json")):
        game, record = load(file.read_bytes(), mousehole.find)
        shown = [(ply, game.scene(ply.state, ply.turn, None, ply.event)) for ply in plies(game, record)]
        seen += [(after.event, after.state, old, new) for (_, old), (after, new) in pairwise(shown)]
    return seen


def changes(old, new):
    """The keys of the pieces that came, went, stand elsewhere or were turned over."""
    before, after = ({piece.key: (piece.on, piece.tick) for piece in scene.pieces} for scene in (old, new))
    return {key for key in before | after if before.get(key) != after.get(key)}


def moves(keys, beat):
    return any(key == name or (name.endswith("-") and key.startswith(name)) for key in keys for name in beat.pieces)


@pytest.mark.parametrize(
    ("name", "happens", "order"),
    [
        ("chopchop", lambda event, _, keys: event.piece == "cat" and any("mouse-" in key for key in keys), CAPTURE),
        ("mmm", lambda event, state, _: event.faces and not state.hand, FAILED),
        ("mmm", lambda event, *_: type(event).__name__ == "Gather", GATHERED),
        ("mousewarming", lambda event, *_: event.takes, THEFT),
        ("mousewarming", lambda event, *_: event.slot, ARRIVAL),
    ],
)
def test_an_event_is_shown_beat_after_beat(name, happens, order):
    seen = 0
    for event, state, old, new in scenes(name):
        keys = changes(old, new)
        try:
            fits = happens(event, state, keys)
        except AttributeError:  # an event of another kind
            continue
        if fits:
            assert tuple(beat.pieces for beat in new.beats) == order
            assert any(moves(keys, beat) for beat in new.beats)
            seen += 1
    assert seen > 5


@pytest.mark.parametrize(("name", "kind"), ORDER)
def test_every_kind_of_event_is_shown_in_its_order(name, kind):
    seen = [(old, new) for event, _, old, new in scenes(name) if type(event).__name__ == kind]
    assert seen, "a recorded game shows this event"
    for old, new in seen:
        moved = {key.partition("-")[0] for key in changes(old, new)}
        order = tuple(one for one in ORDER[name, kind] if one in moved)
        names = [key.partition("-")[0] for beat in new.beats for key in beat.pieces]
        shown = tuple(one for one in names if one in moved)
        assert shown == order or (not shown and len(order) < 2)


@pytest.mark.parametrize("name", ["chopchop", "mmm", "mousewarming"])
def test_no_kind_of_event_is_without_an_order(name):
    assert {type(event).__name__ for event, *_ in scenes(name)} == {kind for game, kind in ORDER if game == name}


@pytest.mark.parametrize("name", ["chopchop", "mmm", "mousewarming"])
def test_who_strikes_has_come_before_and_has_a_word_for_it(name):
    for _, _, _, new in scenes(name):
        for first, second in pairwise(new.beats):
            assert not second.by or (second.by in first.pieces and second.word)
        assert not new.beats or not new.beats[0].by


def test_the_cat_is_felt_in_its_last_three_steps():
    for _, state, _, new in scenes("mmm"):
        near = state.pantry.steps - state.cat <= 3 and bool(new.offers or new.throw)
        assert new.tense == near


def test_a_dare_names_the_dice_that_it_may_lose():
    for _, state, _, new in scenes("mmm"):
        laid = {piece.key for piece in new.pieces if piece.key.startswith("die-") and piece.on != "tray"}
        for offer in new.offers:
            assert set(offer.stake) == (laid if offer.tone == "dare" else set())
        assert not new.beats or state.hand == ()
