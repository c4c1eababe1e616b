"""Shrewd companions look after their wounded, and go around what roams a side."""

import pytest
from msgspec.structs import replace

from mousehole.games.mystics import GAME
from mousehole.games.mystics import moves as m
from mousehole.games.mystics.companions import nursing, route_planner, tactics
from mousehole.games.mystics.tasks import Keep
from mousehole.games.mystics.tools.positions import FoeAt, MouseAt, PagePosition, state_of
from mousehole.players.player import find

PARTY = ("bram", "yarrow", "pip", "fenna")


def cellar(foes=None, page=1, **mice):
    """A party in the cellar with its first mouse in turn, everybody unhurt who is not named."""
    found = {name: MouseAt("e2") for name in PARTY} | mice
    return state_of(PagePosition(side="t1a", mice=found, foes=foes or {}, explored=("t1a",), page=page))


def chosen(state, level="strong"):
    """What a companion does."""
    return find(GAME, level).choose(GAME, state, GAME.turn(state), None)


def test_who_has_cheese_gives_it_to_whoever_heals():
    state = cellar(bram=MouseAt("e2", cheese=2), fenna=MouseAt("e2", wounds=2))
    assert chosen(state) == m.share_with("yarrow")
    state = GAME.apply(state, m.share_with("yarrow"))
    given = []
    for _ in range(2):
        event = chosen(state)
        given.append(event)
        state = GAME.apply(state, event)
    assert given == [m.Give(cheese=1)] * 2


def test_nobody_shares_where_there_is_no_wound_to_heal():
    assert not isinstance(chosen(cellar(bram=MouseAt("e2", cheese=2))), m.Share)


def test_the_hurt_go_to_whoever_heals_and_nobody_opens_the_way_before():
    hurt, done = MouseAt("c5", wounds=2, searched=("t1a",)), {name: MouseAt("c5") for name in ("pip", "fenna")}
    state = cellar(bram=hurt, yarrow=MouseAt("e2", cheese=2), **done)
    assert nursing.rests(state)
    assert nursing.bedside(state, state.mice[0]) == "t1a/e2"
    together = cellar(bram=hurt, yarrow=MouseAt("c5", cheese=2), **done)
    assert chosen(together) == m.END
    assert chosen(cellar(bram=hurt, yarrow=MouseAt("c5"), **done)) == m.do("explore")


@pytest.mark.parametrize(("wheel", "goes_on"), [(2, False), (3, True)])
def test_nobody_waits_for_ever_for_a_person_who_is_hurt_and_does_not_come(wheel, goes_on):
    mice = {name: MouseAt("c5", searched=("t1a",)) for name in ("pip", "fenna")}
    mice |= {"bram": MouseAt("c5", searched=("t1a",)), "yarrow": MouseAt("c5", cheese=3)}
    state = cellar(**mice | {"fenna": MouseAt("a1", wounds=2)})
    state = replace(state, wheel=wheel)
    beside = find(GAME, "strong").beside((state.box.seat["fenna"],))
    assert (beside.choose(GAME, state, GAME.turn(state), None) == m.do("explore")) == goes_on


@pytest.mark.parametrize("hindrance", [{"page": 5}, {"foes": {"ditch_rat-1": FoeAt("c4")}}, {"yarrow": MouseAt("e2")}])
def test_nobody_rests_late_in_a_fight_or_without_cheese(hindrance):
    page = {"yarrow": MouseAt("e2", cheese=2), "bram": MouseAt("e2", wounds=2)} | hindrance
    assert not nursing.rests(cellar(**page))


def test_who_can_strike_nobody_searches_while_minions_are_about():
    state = cellar(foes={"ditch_rat-1": FoeAt("a4")}, bram=MouseAt("e1"))
    while isinstance(event := chosen(state), m.Move | m.Step):
        state = GAME.apply(state, event)
        while not hasattr(GAME.turn(state), "actions"):
            state = GAME.apply(state, GAME.turn(state).at(0.0))
    assert event in (m.do("search"), m.do("battle"))


def test_a_wary_party_goes_around_the_kitchen_where_olga_roams():
    state = cellar()
    assert route_planner.route(state, "t3b") == ["t2a", "t3b"]
    assert route_planner.route(state, "t3b", wary=True) == ["t1b", "t3a", "t3b"]


@pytest.mark.parametrize(("wheel", "scatters"), [(5, True), (3, False)])
def test_mice_scatter_before_the_cat_falls_upon_them(wheel, scatters):
    state = state_of(
        PagePosition(
            chapter="c3",
            side="t8a",
            mice={name: MouseAt("b4", searched=("t8a",)) for name in PARTY},
            explored=("t6a", "t7b", "t8b", "t8a"),
            stash=("great_lamp",),
            fallen=("malodor",),
            wheel=wheel,
            page=3,
        )
    )
    assert chosen(state) == (m.MOVE if scatters else m.END)


@pytest.mark.parametrize(
    ("card", "answer"),
    [("blink", "cheese"), ("flick", "cheese"), ("second_wind", "keep"), ("curd_golem", "keep"), ("sun_word", "keep")],
)
def test_a_card_that_nobody_would_use_is_sold(card, answer):
    state = cellar()
    state = replace(state, agenda=(*state.agenda, Keep("bram", card)))
    assert chosen(state) == m.Choose(answer)


def test_a_shout_waits_until_friends_can_strike_before_the_minions():
    foes, shouter = {"ditch_rat-1": FoeAt("e3")}, MouseAt("e2", pack=("shout",))
    state = cellar(foes=foes, bram=shouter)
    first = replace(state, track=("bram", "ditch_rat", "pip", "fenna", "yarrow"), place=0)
    last = replace(state, track=("bram", "pip", "fenna", "yarrow", "ditch_rat"), place=0)
    assert (tactics.overtaken(first), tactics.overtaken(last)) == (2, 0)
    assert chosen(first) == m.Use(card="shout")
    assert chosen(last) == m.do("battle")


@pytest.mark.parametrize("night", [True, False])
def test_the_sun_word_is_spoken_by_night(night):
    state = replace(cellar(foes={"ditch_rat-1": FoeAt("e3")}, bram=MouseAt("e2", pack=("sun_word",))), night=night)
    assert (chosen(state) == m.Use(card="sun_word")) == night
