"""The tale as people read it."""

import re
from pathlib import Path

from mousehole import shelf
from mousehole.core import record
from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics.state import News
from mousehole.games.mystics.story.telling import brief, counted, drawn, saying
from mousehole.games.mystics.tools.positions import FoeAt, MouseAt, PagePosition, state_of

say = voice("en", GAME.package)
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
    ends = {one.words for one in chapter.endings}
    assert chapter.victory in pages[-1]
    assert pages[-1][-1] in ends
    assert pages[-1][pages[-1].index(chapter.victory) - 1] not in ends
    chapter, pages = told("lost_by_hourglass.json")
    assert pages[-1][-1] == chapter.defeat
    assert all(chapter.victory not in page for page in pages)


def test_cards_that_are_put_in_order_later_are_drawn_without_their_names():
    state = GAME.new(record.load((GOLDEN / "hill_won.json").read_bytes(), shelf.find)[1].setup)
    assert drawn(state, "hesster/coils") == drawn(state, "hesster/strikes") == "hesster"
    assert drawn(state, "brodie/pounces") == "brodie/pounces"


def test_every_event_is_told():
    _, pages = told("two_titles.json")
    assert all(pages)


def test_the_last_mouse_to_arrive_is_told_like_the_others():
    _, pages = told("won.json")
    assert sum("{mouse} starts on {space}." in page for page in pages) == 4


def test_a_card_that_moves_on_the_track_is_named_as_a_creature_is():
    state = state_of(PagePosition(mice={"bram": MouseAt("c1")}, foes={"ditch_rat-1": FoeAt("e1")}))
    said = voice("fr", GAME.package)(saying(state, News("pushes_up", "ditch_rat")))
    assert said == "Le Rat des fossés remonte dans l’ordre du tour."


def test_what_the_next_sentence_says_better_is_left_out():
    news = (News("blocks", "a-1"), News("hurt", "a-1", "pip", 1), News("defeated", "a-1", "pip"))
    assert [one.what for one in brief(news)] == ["defeated"]
    assert brief((News("hurt", "b-1", "pip", 1),)) == (News("hurt", "b-1", "pip", 1),)


def test_what_only_begins_a_sentence_is_left_out_when_it_goes_on():
    assert [one.what for one in brief((News("does", "pip", "battle"), News("attacks", "pip", "a-1")))] == ["attacks"]
    assert brief((News("does", "pip", "search"),)) == (News("does", "pip", "search"),)


def test_wounds_of_one_attack_are_told_once():
    hit, fall = News("wounded", "pip", "a-1"), News("falls", "pip")
    assert brief((hit, fall, hit)) == (News("wounded", "pip", "a-1", 2), fall)


def test_bees_around_one_figure_are_counted():
    bees = (News("bee", "pip"), News("bee", "wick"), News("bee", "pip"))
    assert brief(bees) == (News("bee", "pip", n=2), News("bee", "wick", n=1))


def test_equal_faces_are_counted_and_a_movement_die_says_how_far_it_leads():
    assert [say(one) for one in counted((3, 3, 6))] == ["2 × sword-shield", "bow ★"]
    _, pages = told("won.json")
    assert any("{who} rolls {n}: up to {steps}." in page for page in pages)
    assert any("{who} rolls {n} and stays put." in page for page in pages)  # MM-B06


def test_a_pounce_names_the_mice_it_falls_on():
    mice = {"bram": MouseAt(at="c3"), "pip": MouseAt(at="c3"), "fenna": MouseAt(at="c5")}
    state = state_of(PagePosition(mice=mice, foes={"brodie-1": FoeAt(at="e1")}, chapter="c3", side="t8b"))
    assert say(saying(state, News("pounces", "brodie-1", "t8b/c3"))) == "Brodie pounces on Bram and Pip!"
    assert say(saying(state, News("pounces", "brodie-1", "t8b/e5"))) == "Brodie pounces on e5!"
    assert say(saying(state, News("turn", "brodie/pounces"))).startswith("Now the minions act: ")
    assert [say(saying(state, News("rain", n=n))) for n in (1, 0)] == ["It begins to rain.", "The rain stops."]


def test_a_creature_rolls_and_goes_in_one_sentence_and_has_its_article_in_french():
    _, saved = record.load((GOLDEN / "won.json").read_bytes(), shelf.find)
    state, french, told_lines = GAME.new(saved.setup), voice("fr", GAME.package), []
    for event in saved.events:
        after = GAME.apply(state, event)
        told_lines += [french(said) for said in GAME.tell(state, event, after, None)]
        state = after
    assert any(re.fullmatch(r"Le Rat des fossés \d obtient \d et va en \w+\.", words) for words in told_lines)
    assert any(re.fullmatch(r"\w+ attaque le Rat des fossés \d\.", words) for words in told_lines)


def test_dice_are_told_with_who_rolls_them_and_a_search_is_told_once():
    _, pages = told("won.json")
    lines = [text for page in pages for text in page]
    assert {"{who} rolls: {faces}.", "{who} defends: {faces}."} <= set(lines)
    after_attack = [lines[n + 1] for n, text in enumerate(lines[:-1]) if text == "{who} attacks {other}."]
    assert "The dice: {faces}." not in after_attack
    looking = lines.index("{who} looks around.")
    assert lines[looking + 1] == "{who} rolls: {faces}."
    assert lines[looking + 2] in {"{who} finds “{other}”.", "{who} finds nothing."}
