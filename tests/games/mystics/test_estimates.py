"""The panel of estimates: exact odds of the attack, and rules of thumb about danger, labelled as what they are."""

from pathlib import Path
from random import Random

from mousehole.core.game import Decide, Over
from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics.board.figures import mouse
from mousehole.games.mystics.moves import Setup
from mousehole.games.mystics.scene.panels import estimates, threat
from mousehole.games.mystics.tools.scenario import Scenario, state_of

SAY = voice("en", GAME.package)
HERE = Path(__file__).parent


def position(mice, foes, **more):
    from msgspec import convert

    page = {"title": "t", "mice": mice, "foes": foes, "play": [{"throws": 0}], **more}
    return state_of(convert(page, Scenario), None)


def rows(state):
    return [(SAY(row.label), SAY(row.value)) for panel in estimates(state) for row in panel.rows]


def test_the_odds_of_an_attack_and_the_wounds_on_average_are_told():
    state = position({"bram": {"at": "a2"}}, {"ditch_rat-1": {"at": "a1"}})
    told = dict(rows(state))
    assert told["Attack Ditch rat 1"] == "63% to wound, 63% to defeat, 1.0 wounds on average"


def test_whoever_may_lose_its_last_life_is_called_in_danger_first():
    mice = {"bram": {"at": "a2"}, "pip": {"at": "a4", "wounds": 2}}
    state = position(mice, {f"ditch_rat-{n}": {"at": "a3"} for n in (1, 2, 3)})
    told = [label for label, _ in rows(state) if not label.startswith("Attack")]
    assert told == ["Pip is in danger", "Bram"]
    assert threat(state, mouse(state, "pip")) > 0.5


def test_without_minions_or_in_their_turn_there_is_nothing_to_estimate():
    assert rows(position({"bram": {"at": "a2"}}, {})) == []
    assert rows(position({"bram": {"at": "a2"}}, {"ditch_rat-1": {"at": "a1"}}, turn="ditch_rat")) == []


def test_the_panel_can_be_drawn_in_every_position_of_every_chapter():
    for chapter, party in (("c1", ()), ("c2", ("bram", "yarrow", "pip", "tolly")), ("c3", ())):
        luck, state = Random(chapter), GAME.new(Setup(chapter=chapter, party=party or Setup().party))
        seen = 0
        while not isinstance(turn := GAME.turn(state), Over):
            seen += len(rows(state))
            event = luck.choice(turn.actions) if isinstance(turn, Decide) else turn.at(luck.random())
            state = GAME.apply(state, event)
        assert seen > 50
