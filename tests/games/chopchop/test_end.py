"""How a game ends: a mouse comes home with all the cheese, or the last one is caught."""

from mousehole.core.game import Over
from mousehole.games.chopchop.moves import Setup
from mousehole.games.chopchop.rules import turn
from mousehole.testing import proves
from tests.games.chopchop.test_movement import floor
from tests.games.chopchop.vocabulary import flip, fly, go, play, position, roll, take, targets, where


def over(state):
    now = turn(state)
    return now if isinstance(now, Over) else None


@proves("CC-80")
def test_the_mice_win_when_one_enters_a_hole_with_every_cheese_and_every_hole_tile_up():
    ready = position(floor("1 d2", "2 a6"), cat="top-d3", eaten=10, setup=Setup(players=4, cat=1))
    assert over(play(ready, roll(2), go(1, "hole-n"))) == Over((0, 2, 3), "home")
    hungry = position(floor("1 d2", "2 a6", "# g6"), cat="top-d3", eaten=9)
    assert over(play(hungry, roll(2), go(1, "hole-n"))) is None
    unflipped = position(floor("1 d2"), ".2..", down="e", cat="top-d3", eaten=10)
    assert over(play(unflipped, roll(2), go(1, "hole-n"))) is None


@proves("CC-81")
def test_a_mouse_that_sits_in_a_hole_when_the_last_cheese_is_taken_must_enter_afresh():
    state = position(floor("1 a1", "* b1"), ".2..", cat="top-d3", eaten=9)
    state = play(state, roll(1), go(1, "b1"))
    assert over(state) is None
    state = play(state, roll(1), go("cat", "top-c3"), roll(1), go(2, "g4"), roll(1), go("cat", "top-d3"), roll(1))
    assert over(play(state, go(2, "hole-e"))) == Over((0,), "home")


@proves("CC-82")
def test_a_bonus_may_lead_home_and_an_arrow_never():
    bonus = position(floor("1 d2", "# d1"), cat="top-d3", eaten=10, bag={"plus1": 1})
    bonus = play(bonus, roll(1), go(1, "d1"), flip("plus1"))
    assert over(play(bonus, go(1, "hole-n"))) == Over((0,), "home")
    arrow = position(floor("1 d2", "# d1"), cat="top-d3", eaten=10, bag={"arrow": 1})
    arrow = play(arrow, roll(1), go(1, "d1"), flip("arrow"))
    assert not any(name.startswith("hole") for name in targets(arrow, 1))


@proves("CC-83")
def test_holes_of_caught_mice_count_as_left():
    state = position(floor("1 d1"), cat="top-d3", eaten=10)
    assert [where(state, n) for n in (2, 3, 4)] == [None] * 3
    assert over(play(state, roll(1), go(1, "hole-n"))).reason == "home"


@proves("CC-84")
def test_the_cat_wins_with_the_last_mouse_even_after_the_tenth_cheese():
    for cheeses in (10, 8):
        kitchen = floor("C a1", "3 a2", *("# a6", "# b6")[: 10 - cheeses])
        state = position(kitchen, side="cat", eaten=cheeses, setup=Setup(players=3, cat=0))
        state = play(state, roll(1), go("cat", "a2"))
        assert over(state) == Over((0,), "caught")


@proves("CC-85")
def test_one_mouse_at_home_is_enough():
    state = position(floor("1 d1", "2 a6", "3 g1", "4 d4"), cat="top-d3", eaten=10)
    assert over(play(state, roll(1), go(1, "hole-n"))).reason == "home"


@proves("CC-70")
def test_a_win_inside_a_chain_ends_the_game_at_once():
    chain = position(floor("C a1", "# b1", "1 c1"), side="cat", eaten=10, bag={"plus1": 1}, half=1)
    assert over(play(chain, roll(1), go("cat", "b1"), flip("plus1"), go("cat", "c1"))).reason == "caught"
    flight = position(floor("C a1", "# b1", "1 e6"), side="cat", eaten=10, bag={"arrow": 1}, half=1)
    assert over(play(flight, roll(1), go("cat", "b1"), flip("arrow"), fly("cat", "e6"))).reason == "caught"


@proves("CC-70")
def test_a_win_in_the_first_half_of_a_double_turn_ends_the_game_at_once():
    state = position(floor("1 d1"), cat="top-d3", eaten=10, half=1)
    assert over(play(state, roll(1), go(1, "hole-n"))) == Over((0,), "home")


@proves("CC-64", "CC-81")
def test_the_tenth_cheese_by_fork_does_not_win_by_itself():
    state = position(floor("1 a1", "# b1", "* g6"), ".2..", cat="top-d3", eaten=9, bag={"fork": 1})
    assert over(play(state, roll(1), go(1, "b1"), flip("fork"), take("g6"))) is None
