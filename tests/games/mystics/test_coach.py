"""The coach: one sentence, worth following, that names what is on the board."""

import re
from random import Random

import pytest

from mousehole.core.game import Decide, Over
from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics.companions.coach import tip
from mousehole.games.mystics.companions.levels import STRONG
from mousehole.games.mystics.companions.route_planner import onward
from mousehole.games.mystics.moves import Dice, do
from mousehole.games.mystics.tasks import MouseTurn
from mousehole.games.mystics.tools.positions import FoeAt, MouseAt, PagePosition, state_of
from tests.games.mystics.laws import SETUPS

SAY = voice("en", GAME.package)


def advised(**page):
    state = state_of(PagePosition(**page))
    return tip(state, GAME.turn(state))


@pytest.mark.parametrize("name", ["chapter 1", "chapter 2", "chapter 3"])
def test_every_turn_of_a_mouse_has_a_tip_that_can_be_followed_and_seen(name):
    luck, state = Random(7), GAME.new(SETUPS[name])
    while not isinstance(turn := GAME.turn(state), Over):
        if isinstance(turn, Decide):
            told = tip(state, turn)
            assert told or not isinstance(state.agenda[-1], MouseTurn)
            event = told.action if told else STRONG.decide(state, turn.actions, luck)
            assert event in turn.actions
            if told:
                scene = GAME.scene(state, turn, None, None)
                assert set(told.keys) <= {each.key for each in (*scene.spots, *scene.pieces)}, SAY(told.words)
                assert SAY(told.words).endswith((".", "!", "”"))
        else:
            event = turn.at(luck.random())
        state = GAME.apply(state, event)


def test_a_target_comes_with_its_odds_and_a_reason():
    told = advised(
        mice={"fenna": MouseAt("c1"), "pip": MouseAt("d1", wounds=2)}, foes={"ditch_rat-1": FoeAt("e1")}, turn="fenna"
    )
    assert SAY(told.words) == (
        "Fenna can shoot Ditch rat 1 (43% to defeat). Otherwise it could strike Pip next, who has 1 life left."
    )
    assert set(told.keys) == {"fenna", "ditch_rat-1"}


def test_where_nobody_is_left_to_fight_it_shows_the_way():
    told = advised(mice={"bram": MouseAt("a2"), "pip": MouseAt("a3")}, wheel=5, page=5)
    assert SAY(told.words) == ("Next: the flip space, on the way to Cute Scoundrel. Bram should roll, and walk to c5.")
    assert "t1a/c5" in told.keys


def test_it_says_of_a_boss_what_the_goal_asks_for():
    told = advised(side="t3b", mice={"bram": MouseAt("c1")}, foes={"cute_scoundrel-1": FoeAt("c1")})
    assert SAY(told.words).endswith("The chapter is won only when Cute Scoundrel has fallen.")


def said(**page):
    return SAY(advised(**page).words)


def test_cheese_is_put_together_with_somebody_by_name_and_heals_no_more_than_it_pays_for():
    words = "Fenna should share with Yarrow: Yarrow can heal {} with the cheese of both."
    mice = {"yarrow": MouseAt("c1", wounds=2), "fenna": MouseAt("c1", cheese=1)}
    assert said(mice=mice, foes={"ditch_rat-1": FoeAt("e1")}, turn="fenna") == words.format("1 wound")
    rich = mice | {"fenna": MouseAt("c1", cheese=4)}
    assert said(mice=rich, foes={"ditch_rat-1": FoeAt("e1")}, turn="fenna") == words.format("2 wounds")


def test_nobody_is_sent_running_who_stands_at_the_last_door():
    page = {"side": "t3b", "fallen": ("cute_scoundrel",), "foes": {"ditch_rat-1": FoeAt("a1")}}
    doors = onward(state_of(PagePosition(mice={"bram": MouseAt("c1")}, **page)))
    door = doors[0].partition("/")[2]
    far = said(mice={"bram": MouseAt("c1")}, **page)
    assert re.fullmatch(r"Bram should run to [a-z]\d, for the golden door: .* need not fall any more\.", far)
    here = {"bram": MouseAt(door), "pip": MouseAt("c1")}
    assert said(mice=here, turn="bram", **page) == (
        "Bram is already at the golden door: end the turn, and let the others follow."
    )


def test_nobody_who_is_there_already_is_told_to_follow():
    mice = {"bram": MouseAt("e3"), "pip": MouseAt("e4")}
    state = state_of(PagePosition(side="t2a", explored=("t1a",), mice=mice))
    for event in (do("search"), Dice((1,))):
        state = GAME.apply(state, event)
    assert SAY(tip(state, GAME.turn(state)).words) == "Everybody is at the green door: end the turn of Bram."


def test_a_search_says_how_much_time_is_left():
    words = said(side="t2a", explored=("t1a",), mice={"bram": MouseAt("e3")}, wheel=5)
    assert words == "There is time: Bram can search here for a card (5 pages are left)."
