"""Golden records: chapters won and lost, with what may happen on the way."""

from pathlib import Path

import pytest

from mousehole import shelf
from mousehole.core.game import Over
from mousehole.core.record import audit, dump, load, plies
from mousehole.games.mystics import GAME
from mousehole.games.mystics.moves import Setup
from mousehole.games.mystics.packs.library import own
from mousehole.games.mystics.rules.campaign import endings
from mousehole.testing import proves
from tests.games.mystics.laws import broken

FOLDER = Path(__file__).parent / "golden"
ENDINGS = {
    "won": "victory",
    "won_with_a_surge_in_battle": "victory",
    "two_titles": "victory",
    "lost_by_hourglass": "hourglass",
    "lost_by_capture": "captured",
    "random_behind_the_barrels": "hourglass",
    "brook_won": "victory",
    "brook_lost": "hourglass",
    "hill_won": "victory",
    "hill_lost": "captured",
}
CHAPTERS = ("c1", "c2", "c3")


def golden(name):
    data = (FOLDER / f"{name}.json").read_bytes()
    return data, load(data, shelf.find)[1]


@pytest.mark.parametrize("name", ENDINGS)
def test_a_golden_record_still_plays_and_ends_as_it_did(name):
    data, record = golden(name)
    audit(GAME, record)
    walked = list(plies(GAME, record))
    assert [broken(ply.state, walked[0].state) for ply in walked if broken(ply.state, walked[0].state)] == []
    over = walked[-1].turn
    assert isinstance(over, Over)
    assert over.reason == ENDINGS[name]
    assert bool(over.winners) == (over.reason == "victory")
    assert dump(record) == data


def test_a_surge_comes_in_the_middle_of_a_battle():
    _, record = golden("won_with_a_surge_in_battle")
    news = [[one.what for one in ply.state.news] for ply in plies(GAME, record)]
    assert any("surge" in said and "blocks" in said and "comes" in said for said in news)


def test_two_mice_earn_titles():
    _, record = golden("two_titles")
    assert len(list(plies(GAME, record))[-1].state.awards) >= 2


def test_each_chapter_is_won_and_lost():
    ends = {(golden(name)[1].setup.chapter, reason == "victory") for name, reason in ENDINGS.items()}
    assert ends == {(chapter, won) for chapter in CHAPTERS for won in (True, False)}


@proves("MM-B35", "MM-023")
def test_a_golden_campaign_goes_from_the_first_chapter_to_the_last():
    setup = Setup()
    for number, chapter in enumerate(CHAPTERS, 1):
        _, record = golden(f"campaign/{number}")
        assert (record.setup, record.setup.chapter) == (setup, chapter)
        audit(GAME, record)
        walked = list(plies(GAME, record))
        assert walked[-1].turn.reason == "victory"
        assert walked[0].state.awards == ()
        setup = GAME.sequel(setup, walked[-1].state, ())
        carried = {bag.mouse: bag for bag in setup.carry.mice}
        for one in walked[-1].state.mice:
            assert number == len(CHAPTERS) or carried[one.id].abilities == one.abilities
    assert setup == record.setup  # after the last chapter it is played again


LUGGAGE = ("endings/the_flour_bin", "endings/the_fork", "endings/thursday")


@proves("MM-B55", "MM-B57")
def test_every_end_of_the_story_is_told_in_a_golden_record():
    told = set()
    for name in (*LUGGAGE, *(f"campaign/{number}" for number in (1, 2, 3))):
        data, record = golden(name)
        audit(GAME, record)
        assert dump(record) == data
        told |= {one.name for one in endings(list(plies(GAME, record))[-1].state)}
    chapters = own().chapters.values()
    assert told == {one.name for chapter in chapters for one in chapter.endings}


def test_every_ending_is_kept():
    assert {path.stem for path in FOLDER.glob("*.json")} == set(ENDINGS)
    assert set(ENDINGS.values()) == {"victory", "hourglass", "captured"}
