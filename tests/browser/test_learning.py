"""The guided first game, played by its learner."""

import pytest
from playwright.sync_api import expect

from mousehole.core.learn import guides, howto
from mousehole.core.words import voice
from mousehole.games.mmm import GAME
from mousehole.games.mystics import GAME as MYSTICS
from tests.browser.person import SIDEWAYS

SAY = voice("en", MYSTICS.package)


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "fr"])
def test_the_guided_first_game_is_played_to_its_end(invite, language):
    anna, lesson = invite(language=language), guides(GAME)["first"]
    say, page = voice(language, GAME.package), anna.page
    anna.open("/learn/mmm")
    page.get_by_role("link", name=say(lesson.title)).first.click()
    expect(page.locator(".coach-words")).to_have_text(say(lesson.intro))
    moves = 0
    for _ in range(120):
        if page.locator(".coach-buttons form").count():
            break
        page.wait_for_selector(".coach-buttons :is(form, button), .stage .can")
        if page.locator(".stage .spot.can").count():
            assert page.locator(".stage .spot.can").count() == 1
            page.locator(".stage .spot.can").dispatch_event("click")
            moves += 1
        else:
            page.locator(".coach-buttons button").first.click()
    expect(page.locator(".coach-words")).to_have_text(say(lesson.outro))
    assert moves == 16  # 18 steps are the learner’s, two of them are gathered by a button
    assert page.locator(".piece[data-key^='chip-']").count() == 12
    page.locator(".coach-buttons > button").click()
    expect(page.locator(".coach-words")).to_have_text(say(lesson.intro))


def test_how_to_play_tells_every_part_with_a_picture(invite):
    anna = invite().open("/learn/mmm")
    parts = anna.page.locator(".part")
    expect(parts).to_have_count(len(howto(GAME.package).part))
    for n in range(parts.count()):
        expect(parts.nth(n).locator("svg, img").first).to_be_visible()
    pictures = anna.page.locator(".part img")
    pictures.last.scroll_into_view_if_needed()
    anna.page.wait_for_function(
        "() => [...document.querySelectorAll('.part img')].every(i => i.complete && i.naturalWidth)"
    )


def test_a_lesson_goes_on_where_the_one_before_ended_and_leads_to_the_next(invite):
    anna, lesson = invite(**SIDEWAYS), guides(MYSTICS)["search"]
    page = anna.open("/learn/mystics/search").page
    expect(page.locator(".coach-words")).to_have_text(SAY(lesson.intro))
    for _ in range(120):
        if page.locator(".coach-buttons a").count():
            break
        page.wait_for_selector(".coach-buttons :is(a, button), .stage .can")
        if page.locator(".coach-buttons button").count():
            page.locator(".coach-buttons button").first.click()
        else:
            page.locator(".stage .can").first.dispatch_event("click")
    expect(page.locator(".coach-words")).to_have_text(SAY(lesson.outro))
    page.get_by_role("link", name="The next lesson").click()
    expect(page.locator(".coach-words")).to_have_text(SAY(guides(MYSTICS)["explore"].intro))
