"""The coach: one sentence, worth following, that names what is on the board."""

from random import Random

import pytest

from mousehole.core.game import Decide, Over
from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics.companions.coach import tip
from mousehole.games.mystics.companions.levels import STRONG
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
