"""What Chop! Chop! says at the table beside its rules: why nobody can go somewhere, what a roll or a tile shows."""

from mousehole.core.words import voice
from mousehole.games.chopchop import GAME
from mousehole.games.chopchop.moves import Flipped, Rolled
from mousehole.games.chopchop.scene import about, dice, figures
from tests.games.chopchop.vocabulary import EMPTY, FULL, go, play, position, roll


def one_mouse():
    """A mouse on a1, the cat far away, and nothing left to find."""
    return position(EMPTY.replace(".", "1", 1), cat="g6", eaten=10)


def test_a_space_out_of_reach_says_so():
    state = play(one_mouse(), roll(1))
    assert about(state, "b1") is None and about(state, "tray") is None
    assert about(state, "c1").text.startswith("No mouse can end here")
    assert about(one_mouse(), "c1") is None  # nothing is rolled yet


def test_rolls_and_tiles_are_shown_as_one_face():
    state = one_mouse()
    faces = [*dice(state, Rolled(2)), *dice(state, Flipped("fork"))]
    assert [face.sprite for face in faces] == ["chopchop-die-mice-2", "chopchop-fork"]


def test_stars_count_mice_or_the_cheese_they_missed():
    assert figures(one_mouse())[0].meter == (1, 3)
    assert [figures(position(FULL, cat="g6", eaten=n))[0].meter for n in (0, 6, 10)] == [(3, 3), (2, 3), (0, 3)]


def test_the_cat_is_named_once_when_it_moves():
    state = play(position(EMPTY.replace(".", "1", 1), cat="g6", eaten=10, side="cat"), roll(1))
    event = go("cat", "g5")
    told = GAME.tell(state, event, play(state, event), None)
    names = ("Mouse", "Die Katze")
    assert voice("en", GAME.package).naming(names)(told[0]) == "The cat goes to g5."
    assert voice("de", GAME.package).naming(names)(told[0]) == "Die Katze zieht auf g5."
