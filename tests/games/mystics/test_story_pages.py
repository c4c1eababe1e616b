"""What is staged over the board: pages of the tale, fights, and the chance of a wound beside each target."""

import re
from functools import cache

import pytest

from mousehole.core.record import plies
from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics.moves import Carry, Luggage, Setup
from mousehole.games.mystics.packs.library import own
from mousehole.games.mystics.rules.campaign import joined
from tests.games.mystics.test_golden import golden

SAY = voice("en", GAME.package)


@cache
def scenes(name):
    """The scenes of a golden record."""
    return [GAME.scene(ply.state, ply.turn, None, ply.event) for ply in plies(GAME, golden(name)[1])]


def test_a_chapter_begins_with_its_tale_and_every_new_place_has_a_page():
    pages = [scene.page for scene in scenes("won") if scene.page]
    titles = [SAY(page.title) for page in pages]
    assert titles[:2] == ["The Lamp Goes Out", "Candle Cellar"]
    assert "Cute Scoundrel" in titles
    assert all(page.words and page.sprite for page in pages[:-1])
    assert len(pages) < 40, "what is staged must stay rare"


@pytest.mark.parametrize("chapter", ["c1", "c2", "c3"])
def test_every_chapter_begins_with_a_page(chapter):
    state = GAME.new(Setup(chapter=chapter, party=tuple(joined((), own().chapters[chapter], tuple(own().heroes)))))
    page = GAME.scene(state, GAME.turn(state), None, None).page
    assert SAY(page.title) == own().chapters[chapter].name


def test_a_change_of_the_party_between_chapters_is_told():
    kept = Carry(tuple(Luggage(name) for name in ("bram", "yarrow", "pip", "fenna")))
    state = GAME.new(Setup(chapter="c2", party=("bram", "yarrow", "pip", "tolly"), carry=kept))
    told = [SAY(words) for words in GAME.scene(state, GAME.turn(state), None, None).page.words]
    assert told[1:3] == ["Tolly joins the party.", "Fenna stays at home this time."]


@pytest.mark.parametrize("name", ["won", "lost_by_capture", "lost_by_hourglass"])
def test_the_last_page_shows_the_place_where_the_chapter_ended(name):
    *_, last = scenes(name)
    assert last.page.sprite.startswith("mystics-tile-")
    assert SAY(last.page.title) == "The Lamp Goes Out"


def test_a_surge_says_why_it_comes_and_an_encounter_shows_who():
    pages = [scene.page for name in ("won", "lost_by_hourglass") for scene in scenes(name) if scene.page]
    surges = [page for page in pages if SAY(page.title) == "Surge!"]
    assert surges
    assert all(SAY(page.words[0]) == "The minion wheel is full." for page in surges)
    assert not [page for page in pages if SAY(page.title) in {card.name for card in own().encounters.values()}]
    place = next(page for page in pages if SAY(page.title) == "Behind the Barrels")
    assert SAY(place.words[0]).startswith("Behind the barrels a narrow yard opens.")
    assert SAY(place.words[1]).startswith("Here ")  # they come, or somebody comes


def test_a_group_arrives_in_one_page_also_where_somebody_still_chooses_a_door():
    pages = [page for page in (scene.page for scene in scenes("won")) if page]
    cellar = [page for page in pages if SAY(page.title) == "Candle Cellar"]
    assert [SAY(page.words[-1]) for page in cellar] == ["Here they come: Ditch rat 1, Ditch rat 2 and Ditch rat 3."]


def test_a_boss_enters_with_its_portrait_a_line_of_tale_its_values_and_what_it_can_do():
    for name, boss in (("won", "Cute Scoundrel"), ("hill_won", "Brodie"), ("brook_won", "Pheasia")):
        page = next(scene.page for scene in scenes(name) if scene.page and SAY(scene.page.title) == boss)
        kind = next(one for one in own().minions.values() if one.name == boss)
        words = [SAY(line) for line in page.words]
        assert kind.tale in words and words[-1].startswith("Attacks with") and words[-1].endswith(kind.words)
        assert not page.sprite.startswith("mystics-tile")


def test_a_captured_mouse_has_a_page_of_its_own():
    told = [SAY(words) for scene in scenes("lost_by_capture") if scene.page for words in scene.page.words]
    assert any(words.endswith("is captured!") for words in told)


def test_a_fight_is_shown_from_the_roll_to_the_wounds():
    panels = [panel for scene in scenes("won") for panel in scene.panels if panel.over]
    shown = [(SAY(panel.title), *(SAY(row.value) for row in panel.rows if row.value)) for panel in panels]
    assert any(
        re.search(r"^\d dice: \d hits?$", rows[0]) and rows[-1].endswith("1 wound") for _, *rows in shown if rows
    )
    assert any(rows[1:] and "1 blocked and 1 wound" in rows[1] for _, *rows in shown)
    assert any("no wound" in rows[-1] for _, *rows in shown if rows)


def test_a_fight_counts_a_hit_that_somebody_may_still_answer_and_tells_the_answer():
    panels = [panel for name in ("won", "two_titles") for scene in scenes(name) for panel in scene.panels]
    rows = [SAY(row.label) for panel in panels if panel.over for row in panel.rows]
    assert "Bram uses Resolve." in rows
    assert not any(
        re.match("0 (hit|wound|block)", SAY(row.value))
        for panel in panels
        for row in panel.rows
        if panel.over and row.value
    )


def test_exploring_says_by_which_door_where_there_is_one():
    labels = [SAY(offer.label) for scene in scenes("won") for offer in scene.offers]
    assert "Explore the blue door" in labels


def test_before_a_blow_each_target_shows_the_chance_of_a_wound():
    offers = [offer for scene in scenes("won") for offer in scene.offers if offer.tag]
    assert offers
    for offer in offers:
        assert SAY(offer.tag) in SAY(offer.label)


def test_a_far_space_lies_beyond_one_step_alone():
    for scene in scenes("won"):
        beyond = [key for offer in scene.offers for key in offer.beyond]
        assert len(beyond) == len(set(beyond))


def test_a_found_card_says_what_it_does_when_one_must_decide_to_keep_it():
    asked = [scene for scene in scenes("won") if "Keep it, or take a cheese?" in scene.prompt.text]
    kept = [SAY(offer.label) for scene in asked for offer in scene.offers if offer.label.text.startswith("Keep")]
    assert kept
    assert all(". " in words for words in kept)


def test_creatures_that_can_hurt_are_in_the_facts():
    panels = [panel for scene in scenes("two_titles") for panel in scene.panels if panel.key == "lying"]
    assert any("hedgehog" in SAY(row.value) for panel in panels for row in panel.rows)


def test_minions_of_one_kind_are_numbered_on_the_board_as_the_story_calls_them():
    pieces = [piece for scene in scenes("won") for piece in scene.pieces]
    assert {piece.number for piece in pieces if piece.key.startswith("ditch_rat-")} >= {1, 2}
    for piece in pieces:
        if piece.number:
            assert f" {piece.number}," in SAY(piece.label)


def test_a_sheet_tells_the_cost_to_learn_from_the_cost_of_a_use():
    first, *_, later = scenes("won")[:30]
    for scene, words in ((first, "Each use: 1 cheese."), (later, "To learn: 6 cheese. Each use: 1 cheese.")):
        sheet = next(panel for panel in scene.panels if panel.key == "sheet-bram")
        rows = {SAY(row.label): SAY(row.value) for row in sheet.rows if row.value}
        assert rows["Battle Squeak"].startswith(words)
    assert "Could still be learned" in [SAY(row.label) for row in sheet.rows]


def test_every_space_that_is_shown_as_within_reach_can_be_tapped():
    zones = [(scene, zone) for scene in scenes("won") for zone in scene.zones if zone.key == "steps"]
    assert zones
    for scene, zone in zones:
        lit = {key for offer in scene.offers for key in (*offer.clicks, *offer.beyond)}
        assert {shade.spot for shade in zone.shades} <= lit
