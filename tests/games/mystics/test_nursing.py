"""Shrewd companions look after their wounded, and go around what roams a side."""

import pytest

from mousehole.games.mystics import GAME
from mousehole.games.mystics import moves as m
from mousehole.games.mystics.companions import nursing, route_planner
from mousehole.games.mystics.tools.position_builder import FoeAt, MouseAt, Position, state_of
from mousehole.players.player import find

PARTY = ("bram", "yarrow", "pip", "fenna")


def cellar(foes=None, page=1, **mice):
    """A party in the cellar with its first mouse in turn, everybody unhurt who is not named."""
    found = {name: MouseAt("e2") for name in PARTY} | mice
    return state_of(Position(side="t1a", mice=found, foes=foes or {}, explored=("t1a",), page=page))


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
