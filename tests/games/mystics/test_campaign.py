"""From chapter to chapter: what is chosen, what is kept, who has to come along, and what is played again."""

import pytest
from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.game import Over
from mousehole.core.record import load, plies
from mousehole.core.words import voice
from mousehole.games.mystics import GAME, check
from mousehole.games.mystics.board.figures import mouse
from mousehole.games.mystics.moves import Carry, Choose, Luggage, Setup
from mousehole.games.mystics.packs.library import own
from mousehole.games.mystics.rules import engine
from mousehole.games.mystics.rules.campaign import endings, joined, sequel
from mousehole.games.mystics.state import begin_draft
from mousehole.games.mystics.tasks import Check, Finish
from mousehole.table import Table
from mousehole.testing import proves
from mousehole.web.live.frames import over_view
from tests.games.mystics.test_golden import FOLDER

EQUIPPED = ("walnut_helm", "felt_coat", "", "tin_sword", "", "")


def victorious(setup, **changes):
    """The chapter is about to be won; the first mouse has found a helm, a balm and a crumb."""
    state = engine.new(setup)
    first = replace(state.mice[0], worn=EQUIPPED, pack=("balm", "crumb"), abilities=("feint",))
    search = tuple((card, n - (card in ("walnut_helm", "balm", "crumb"))) for card, n in state.search)
    side = state.box.chapter.goal.side
    door = next(way for way in own().tiles[side].exits if way.colour == state.box.chapter.goal.colour)
    mice = tuple(replace(one, at=f"{side}/{door.near[0]}") for one in (first, *state.mice[1:]))
    goal = state.box.chapter.goal
    done = {"fallen": goal.defeated, "journeys": goal.journeys, "agenda": (Check(),)}
    state = replace(state, mice=mice, search=search, side=side, foes=(), **done, **changes)
    return engine.settled(begin_draft(state))


@proves("MM-B35")
def test_every_mouse_chooses_one_card_for_the_next_chapter_and_leaves_the_rest():
    state = victorious(Setup(party=("bram", "odda", "pip", "fenna")))
    assert engine.turn(state).actions == (
        Choose("walnut_helm"),
        Choose("balm"),
    )  # neither tricks nor what it began with
    over = engine.apply(state, Choose("balm"))
    assert isinstance(engine.turn(over), Over)
    assert (mouse(over, "bram").pack, over.bin) == (("balm", "crumb"), ("walnut_helm",))
    assert sequel(Setup(), over, ()).carry.mice[0] == Luggage("bram", ("feint",), "balm")


@proves("MM-B35", "MM-023")
def test_whom_the_next_chapter_needs_comes_along_and_whoever_stays_keeps_its_luggage():
    setup = Setup(party=("bram", "odda", "pip", "fenna"))
    over = engine.apply(victorious(setup, awards=(("scaper", "bram"),), story=("grape_friend",)), Choose("walnut_helm"))
    following = sequel(setup, over, ())
    assert following.chapter == "c2"
    assert following.party == ("bram", "odda", "pip", "tolly")
    assert [bag.mouse for bag in following.carry.mice] == ["bram", "odda", "pip", "fenna"]
    assert following.carry.tokens == ("grape_friend",)
    assert check(following) == ()
    second = engine.new(following)
    assert second.awards == ()
    assert mouse(second, "bram").pack == ("walnut_helm",)
    assert dict(second.search)["walnut_helm"] == own().items["walnut_helm"].copies - 1


def test_luggage_waits_at_home_for_the_chapter_after():
    carry = Carry((Luggage("fenna", ("power_shot",), "balm"),))
    setup = Setup(chapter="c2", party=("bram", "odda", "pip", "tolly"), carry=carry)
    over = engine.apply(victorious(setup), Choose("balm"))
    bags = {bag.mouse: bag for bag in sequel(setup, over, ()).carry.mice}
    assert bags["fenna"] == carry.mice[0]
    assert sequel(setup, over, ()).chapter == "c3"


def test_two_mice_may_bring_the_same_card():
    carry = Carry((Luggage("bram", ("feint",), "balm"), Luggage("pip", ("dodge",), "balm")))
    assert dict(engine.new(Setup(carry=carry)).search)["balm"] == own().items["balm"].copies - 2


@pytest.mark.parametrize("chapter", own().chapters)
def test_a_lost_chapter_is_played_again_with_the_same_luggage(chapter):
    party = joined(Setup().party, own().chapters[chapter], ())
    setup = Setup(chapter=chapter, party=party, carry=Carry((Luggage("bram", ("feint",)),)))
    state = replace(GAME.new(setup), agenda=(Finish(False, "hourglass"),))
    assert sequel(setup, state, ()) == setup


def test_after_the_last_chapter_it_can_be_played_again():
    last = own().campaign.chapters[-1]
    setup = Setup(chapter=last)
    state = replace(GAME.new(setup), agenda=(Finish(True, "victory"),))
    assert sequel(setup, state, ()) == setup


@pytest.mark.parametrize(("name", "onward"), [("campaign/1", True), ("campaign/3", False), ("brook_lost", False)])
def test_after_a_victory_the_table_offers_to_go_on_and_else_to_play_again(name, onward):
    record = load((FOLDER / f"{name}.json").read_bytes(), shelf.find)[1]
    table = Table("t", GAME, record.setup, record.seed)
    table.plies = list(plies(GAME, record))
    shown = over_view(table, table.turn, voice("en", GAME.package))
    assert (shown.again, shown.onward) == (True, onward)
    chapter = table.state.box.chapter
    ends = " ".join((chapter.victory, *(one.words for one in endings(table.state))))
    assert shown.tale == (chapter.defeat if "lost" in name else ends)
