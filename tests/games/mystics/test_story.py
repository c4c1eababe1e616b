"""The tale as people read it."""

from pathlib import Path

from mousehole import shelf
from mousehole.core import record
from mousehole.games.mystics import GAME
from mousehole.games.mystics.state import News
from mousehole.games.mystics.story import brief

GOLDEN = Path(__file__).parent / "golden"


def told(name):
    """Tell a golden record: the texts of its lines, event by event."""
    _, saved = record.load((GOLDEN / name).read_bytes(), shelf.find)
    state, pages = GAME.new(saved.setup), []
    for event in saved.events:
        after = GAME.apply(state, event)
        pages.append([said.text for said in GAME.tell(state, event, after, None)])
        state = after
    return state.box.chapter, pages


def test_a_chapter_begins_with_its_own_words_and_says_them_once():
    chapter, pages = told("won.json")
    assert pages[0][0] == chapter.intro
    assert sum(page.count(chapter.intro) for page in pages) == 1


def test_a_won_chapter_ends_with_its_victory_and_a_lost_one_with_its_defeat():
    chapter, pages = told("won.json")
    assert pages[-1][-1] == chapter.victory
    chapter, pages = told("lost_by_hourglass.json")
    assert pages[-1][-1] == chapter.defeat
    assert all(chapter.victory not in page for page in pages)


def test_every_event_is_told():
    _, pages = told("two_titles.json")
    assert all(pages)


def test_what_the_next_sentence_says_better_is_left_out():
    news = (News("blocks", "a-1"), News("hurt", "a-1", "pip", 1), News("defeated", "a-1", "pip"))
    assert [one.what for one in brief(news)] == ["defeated"]
    assert brief((News("hurt", "b-1", "pip", 1),)) == (News("hurt", "b-1", "pip", 1),)
