"""Moves have a notation: every event is spelled, and what is spelled or typed is played."""

from fractions import Fraction
from random import Random

import pytest

import mousehole
from mousehole.library.notation import events_of
from mousehole.shelf import built_in

CABIN = {"board": 'steps = 4\npantry = """\nB B F\n. G F\n"""\n'}


@pytest.mark.parametrize("name", built_in())
def test_whatever_may_happen_is_spelled_in_words_that_mean_it_alone(name):
    luck = Random(name)
    for _ in range(2):
        here = mousehole.start(name)
        for _ in range(60):
            events = events_of(here.turn)
            if not events:
                break
            some = events if len(events) < 30 else luck.sample(events, 30)
            words = {here.spell(event): event for event in some}
            assert len(words) == len(some), "two events are spelled alike"
            for text, event in words.items():
                assert here.play(text) == here.play(event), text
            here = here.roll(luck) if here.odds else here.play(luck.choice(here.actions))


def test_words_in_any_order_places_and_labels_are_understood():
    here = mousehole.start("mmm", CABIN)
    here = here.play(next(event for event, _ in here.odds if here.spell(event) == "bread fish x"))
    assert [here.spell(action) for action in here.actions] == ["bread a1", "bread b1", "fish c1", "fish c2"]
    fish = here.play("fish c1")
    assert fish == here.play("C1 fish") == here.play("place fish c1") == here.play("c1") == here.play("3")
    assert fish == here.play(here.actions[2])


def test_words_that_mean_nothing_or_too_much_are_told_with_what_would_be_right():
    here = mousehole.start("mmm", CABIN)
    here = here.play(next(event for event, _ in here.odds if here.spell(event) == "bread fish x"))
    with pytest.raises(mousehole.Illegal, match="there is no move honey a1 now; the moves are bread a1"):
        here.play("honey a1")
    with pytest.raises(mousehole.Illegal, match="fish can mean fish c1, fish c2"):
        here.play("fish")
    with pytest.raises(mousehole.Illegal, match="not a legal action"):
        here.spell(mousehole.start("mmm", CABIN).odds[0][0])


def test_luck_comes_as_fractions():
    here = mousehole.start("mmm", CABIN)
    assert sum(share for _, share in here.chances) == 1
    assert all(isinstance(share, Fraction) for _, share in here.chances)
    assert dict(here.chances)[here.odds[0][0]] == Fraction(here.odds[0][1], 216)
    assert mousehole.start("mmm", CABIN).roll(Random(1)).chances == ()


def test_a_line_speaks():
    assert str(mousehole.find("mmm").title) == "Mmm!"
    assert f"{mousehole.line('{n} mouse', plural='{n} mice', n=3)}" == "3 mice"


@pytest.mark.parametrize("asked", [{"language": "xx"}, {"language": "klingon"}, {"viewer": 9}, {"viewer": -1}])
def test_pictures_in_no_language_or_for_nobody_are_refused(asked):
    here = mousehole.start("mmm")
    with pytest.raises(mousehole.UserError, match=r"there is no language|there are seats 0 to \d"):
        here.picture(**asked)
    with pytest.raises(mousehole.UserError):
        here.drawing(**asked)


def test_a_record_knows_its_game():
    record, _ = mousehole.played("mmm", CABIN)
    again, _ = mousehole.played("mmm", CABIN, ("random",), "mousehole", 0)
    budget = mousehole.Budget(games=8, simulations=200)
    assert record == again
    assert mousehole.review(record, budget=budget) == mousehole.review(record, "mmm", budget=budget)
