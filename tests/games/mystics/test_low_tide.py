"""The second campaign, *The Tide That Stayed Out*: sound in four languages, told at length, played to all its ends."""

from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from mousehole import shelf
from mousehole.core.game import Decide, Over
from mousehole.core.record import audit, dump, load, plies
from mousehole.core.words import art_of
from mousehole.games.mystics import GAME, check
from mousehole.games.mystics.content.drawings import CAMPAIGNS
from mousehole.games.mystics.content.effect_types import Ask, Award
from mousehole.games.mystics.content.pack import PACKAGE, find
from mousehole.games.mystics.content.references import parts_in
from mousehole.games.mystics.moves import Setup
from mousehole.games.mystics.packs.library import campaigns, faults, own
from mousehole.games.mystics.rules.campaign import endings
from mousehole.games.mystics.scene import figure_art
from mousehole.games.mystics.scene.layout import PREFIX, drawing
from mousehole.games.mystics.scene.lobby import CAMPAIGN, complete
from mousehole.games.mystics.tools.authoring import notes
from tests.games.mystics.laws import broken

HOME = Path(str(files(PACKAGE))) / "campaigns" / "low_tide"
FOLDER = Path(__file__).parent / "golden" / "low_tide"
(PACK,) = campaigns()
CHAPTERS = PACK.campaign.chapters
LEAST, MOST = 400, 600  # words that a party reads in one chapter


def asked(chapter):
    """The questions that a chapter asks somewhere."""
    return {part.question for _, part, _ in parts_in("", chapter) if isinstance(part, Ask)}


def words(*texts):
    return sum(len(text.split()) for text in texts)


def test_the_campaign_is_sound_and_says_everything_in_four_languages():
    assert faults(HOME) == notes(HOME) == []
    assert {file.stem for file in (HOME / "words").iterdir()} == {"de", "es", "fr"}


def test_its_chapters_are_played_without_naming_the_pack():
    assert len(CHAPTERS) == 5
    for chapter in CHAPTERS:
        setup = complete(Setup(chapter=chapter))
        assert (setup.pack, check(setup)) == (PACK.name, ())
    assert [CAMPAIGN.chapter(setup) for setup in CAMPAIGN.beginnings()] == ["c1", "tide1"]
    assert find(PACK.name) is PACK


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_has_story_choices_a_side_quest_and_a_boss_of_its_own(chapter):
    page = PACK.chapters[chapter]
    assert asked(page) == set(page.questions) and len(page.questions) == 2
    everything = [*page.story.values(), page.intro, page.victory, page.defeat, *(one.words for one in page.endings)]
    for question in page.questions.values():
        everything += [question.words, *(text for one in question.answers.values() for text in (one.words, one.told))]
    read = words(page.intro, page.victory, *page.story.values(), page.endings[0].words) - spare(page)
    for question in page.questions.values():
        first = next(iter(question.answers.values()))
        read += words(question.words, *(one.words for one in question.answers.values()), first.told)
    assert words(*everything) >= LEAST
    assert LEAST <= read <= MOST, read
    (boss,) = page.goal.defeated
    assert boss in PACK.minions and boss not in own().minions and any(card.effects for card in PACK.minions[boss].cards)
    laid = {token.token for place in page.places for token in place.tokens}
    earned = {part.token for name in laid for _, part, _ in parts_in("", PACK.tokens[name]) if isinstance(part, Award)}
    assert len(earned & PACK.campaign.tokens.keys()) == 1


def spare(page):
    """Words of moments that stand for others: of several rows for one side a party reads one."""
    sides: dict[str, list[str]] = {}
    for place in page.places:
        sides.setdefault(place.side, []).append(place.story)
    return sum(words(page.story[name]) for names in sides.values() for name in names[:-1])


def test_what_is_answered_comes_back_in_a_later_chapter():
    later = {
        name
        for number, chapter in enumerate(CHAPTERS)
        for name in PACK.chapters[chapter].questions
        if any(f"'{name}'" in repr(PACK.chapters[after]) for after in CHAPTERS[number + 1 :])
        or f"'{name}'" in repr(PACK.minions)
    }
    for chapter in CHAPTERS:
        assert later & set(PACK.chapters[chapter].questions), chapter
    assert len(PACK.chapters[CHAPTERS[-1]].endings) == 3


def test_everything_that_is_drawn_has_its_drawing():
    sheet = "".join(page.read_text("utf-8") for page in art_of(PACKAGE))
    for kind in set(CAMPAIGNS) - {"speakers"}:
        for name, thing in getattr(PACK, kind).items():
            if name not in getattr(own(), kind):
                sprite = drawing(kind, name, {name: thing}, "")
                assert sprite and f'id="{sprite}"' in sheet, (kind, name)
    for kind, names in CAMPAIGNS.items():
        for name in names:
            assert f'id="mystics-{"face-" if kind == "speakers" else PREFIX.get(kind, "")}{name}"' in sheet, name
    for name in PACK.speakers.keys() - own().speakers.keys():
        assert f'id="{figure_art.speaker(PACK, name)}"' in sheet, name
    for name in CAMPAIGNS["minions"]:
        assert f'id="mystics-face-{name}"' in sheet, name
    for name in CAMPAIGNS["conditions"]:
        assert f'id="mystics-condition-{name}"' in sheet, name


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_random_games_break_no_rule(chapter):
    for number in range(3):
        luck, start = Random(f"{chapter} {number}"), GAME.new(Setup(chapter=chapter, pack=PACK.name))
        state = start
        while not isinstance(turn := GAME.turn(state), Over):
            event = luck.choice(turn.actions) if isinstance(turn, Decide) else turn.at(luck.random())
            state = GAME.apply(state, event)
            assert broken(state, start) == []


def test_a_golden_campaign_goes_from_the_first_chapter_to_the_last():
    setup = Setup(chapter=CHAPTERS[0], pack=PACK.name)
    for number, chapter in enumerate(CHAPTERS, 1):
        record = golden(chapter)
        assert (record.setup, record.setup.chapter) == (setup, chapter)
        last = list(plies(GAME, record))[-1]
        assert last.turn.reason == "victory"
        assert {name for name, _ in last.state.answers} == {
            name for before in CHAPTERS[:number] for name in PACK.chapters[before].questions
        }
        setup = GAME.sequel(setup, last.state, ())
    assert setup == record.setup  # after the last chapter it is played again


def test_every_ending_is_told_in_a_golden_record():
    told = set()
    for file in FOLDER.glob("*.json"):
        told |= {one.name for one in endings(list(plies(GAME, golden(file.stem)))[-1].state)}
    assert told == {one.name for chapter in CHAPTERS for one in PACK.chapters[chapter].endings}


def golden(name):
    """A golden record, which still plays as it did."""
    data = (FOLDER / f"{name}.json").read_bytes()
    record = load(data, shelf.find)[1]
    audit(GAME, record)
    assert dump(record) == data
    return record
