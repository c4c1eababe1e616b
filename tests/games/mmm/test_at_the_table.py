"""What Mmm! says at the table beside its rules: why a square takes no die, what dice show, how a raid is counted."""

from mousehole.games.mmm.scene import dice, figures, offers
from mousehole.games.mmm.story import about
from tests.games.mmm.vocabulary import GAME, GATHER, pantry, place, play, rolls


def test_a_square_says_why_it_takes_no_die():
    state = play(pantry("B F b", in_line=True), rolls("B B X"))
    assert about(state, "a1") is None
    assert "none of your dice" in about(state, "b1").text
    assert about(state, "c1") is None and about(state, "tray") is None
    assert about(pantry("B F"), "b1") is None  # nothing is rolled yet
    aside = play(pantry("B B B / B B B / B B B", in_line=True), rolls("B B B"), place("b2"))
    assert about(aside, "a1").text.startswith("In line")


def test_dice_in_the_tray_can_be_laid_where_they_fit():
    state = play(pantry("B F"), rolls("F B B"))
    assert [offer.hands for offer in offers(state, GAME.turn(state))] == [("die-0", "die-1"), ("die-2",)]


def test_a_roll_is_told_die_by_die():
    assert [face.sprite for face in dice(pantry("B F"), rolls("X B F"))] == [
        "mmm-die-bread",
        "mmm-die-fish",
        "mmm-die-x",
    ]


def test_a_win_has_stars_for_the_steps_that_are_left():
    def stars(**start):
        return figures(play(pantry("B", **start), rolls("B B B"), place("a1"), GATHER))[0].meter

    assert [stars(cat=cat, steps=6) for cat in (2, 4, 5)] == [(3, 3), (2, 3), (1, 3)]
    assert figures(pantry("B F", cat=11))[0].meter == (0, 3)
