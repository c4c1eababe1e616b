"""A chapter may be gentle, usual or grim: what changes, what stays, and what older games make of it."""

import json

import pytest
from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.record import load, plies
from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics.fight.attacks import attack_dice
from mousehole.games.mystics.moves import Setup
from mousehole.games.mystics.packs.library import own
from mousehole.games.mystics.rules.campaign import sequel
from mousehole.games.mystics.state import Foe, Friend
from mousehole.games.mystics.tasks import Fight, Finish
from mousehole.testing import proves
from tests.games.mystics.test_golden import golden

SAY = voice("en", GAME.package)


def dice(difficulty, kind, figure=Foe):
    """How many dice a creature attacks Bram with."""
    one = figure("its-1", kind, "t1a/a2", (0,) * len(own().minions[kind].cards))
    state = GAME.new(Setup(difficulty=difficulty))
    group = {"friends": (one,)} if figure is Friend else {"foes": (one,)}
    return attack_dice(replace(state, **group), Fight("its-1", ("bram",), "melee"))


@proves("MM-B53")
@pytest.mark.parametrize("kind", [name for name, one in own().minions.items() if not one.friend])
def test_every_minion_attacks_with_one_die_fewer_or_one_more(kind):
    usual = dice("usual", kind)
    assert (dice("gentle", kind), dice("grim", kind)) == (max(1, usual - 1), usual + 1)


@proves("MM-B53")
@pytest.mark.parametrize("kind", [name for name, one in own().minions.items() if one.friend])
def test_whoever_fights_for_the_mice_is_as_strong_as_ever(kind):
    assert dice("gentle", kind, Friend) == dice("usual", kind, Friend) == dice("grim", kind, Friend)


def test_the_usual_chapter_is_the_one_that_is_written():
    assert GAME.new(Setup()).box.pack is own()


def test_a_game_from_before_there_was_a_choice_is_the_usual_one():
    data, record = golden("won")
    page = json.loads(data)
    assert page["setup"].pop("difficulty") == "usual"
    before = load(json.dumps(page).encode(), shelf.find)[1]
    assert before == record


def test_the_next_chapter_is_as_hard_as_the_last():
    setup = Setup(difficulty="grim")
    won = replace(GAME.new(setup), agenda=(Finish(True, "victory"),))
    assert sequel(setup, won, ()).difficulty == "grim"


def test_the_sheets_show_the_dice_that_are_rolled_and_how_hard_the_chapter_is():
    record = golden("won")[1]
    state = next(ply.state for ply in plies(GAME, record) if ply.state.foes)
    grim = replace(state, box=replace(state.box, setup=Setup(difficulty="grim")))
    shown = GAME.scene(grim, GAME.turn(grim), None, None).panels
    rows = [(SAY(row.label), SAY(row.value)) for panel in shown for row in panel.rows if row.value]
    assert ("Difficulty", "grim") in rows
    assert any(label == "Ditch rat" and "battle 3" in value for label, value in rows)
