"""Whole games of every box on a phone, from a folder of plain files, with the network cut."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.offline.guest import LONGEST

GAMES = ("mousewarming", "chopchop", "mmm", "mystics")
FIRST_VISIT = 7_000_000  # bytes, at a host that packs nothing
LESSON = """() => {
  const lit = [...document.querySelectorAll(".stage .can")];
  const next = document.querySelector(".coach-buttons button") ?? lit.at(-1);
  next?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""


@pytest.mark.long
@pytest.mark.parametrize("base", ["/", "/a/b/"])
def test_every_game_is_played_to_its_end_without_a_network(guests, static_host, base):
    anna = offline(guests, static_host(base))
    for game in GAMES:
        anna.play_now(game).to_the_end()
        told_in_french(anna)


def test_every_game_begins_and_what_belongs_to_games_is_there_without_a_network(guests, static_host):
    anna = offline(guests, static_host("/a/b/"))
    for game in GAMES:
        anna.play_now(game).play_on(12)
        told_in_french(anna)
    anna.play_now("mmm").play_on(4)
    told = anna.story()
    anna.reload().at_table()
    assert anna.story()[: len(told)] == told
    anna.to_the_end()
    for look in (replayed, looked_back_at, worked_out, puzzled_over, lesson_taken):
        look(anna)


def told_in_french(anna):
    assert anna.page.locator("html").get_attribute("lang") == "fr"
    assert all(line.strip() and "{" not in line for line in anna.story())


def offline(guests, host):
    """A French phone that has been here once, and has no network any more."""
    anna = guests(host, language="fr").arrive().kept()
    anna.was_told("fonctionne aussi sans réseau")
    expect(anna.shell.locator("footer")).to_be_hidden()
    assert host.sent() < FIRST_VISIT
    host.stop()
    anna.context.set_offline(True)
    anna.was_told("Pas de réseau")
    expect(anna.page.get_by_text("La connexion est perdue")).to_be_hidden()
    return anna


def replayed(anna):
    anna.open(f"/table/{anna.table}/replay")
    expect(anna.page.locator(".stage .spot").first).to_be_visible()
    expect(anna.page.locator(".stage .piece").first).to_be_visible()


def looked_back_at(anna):
    anna.open("/new/mmm?steps=1").page.locator("form.setup button.primary").last.click()
    anna.at_table().to_the_end()
    anna.ended().locator("a[href*='review']").click()
    expect(anna.page.locator(".review-sums li").first).to_be_visible(timeout=LONGEST)


def worked_out(anna):
    """A board is solved beside the game, and still known on the next visit."""
    anna.open("/new/mmm?side=two_paws&steps=3").page.locator("form.setup button.primary").last.click()
    anna.at_table()
    while anna.page.locator(".stage .can").count() < 2:  # dice that fit nowhere are rolled again
        anna.press()
        anna.wait_until_asked()
    asked_for_hints(anna)
    anna.page.get_by_role("button", name="Calculer les chances exactes").click()
    exact = re.compile("^Chances exactes")
    expect(anna.page.locator(".hints-kind")).to_have_text(exact, timeout=LONGEST)
    asked_for_hints(anna.reload().at_table())
    expect(anna.page.locator(".hints-kind")).to_have_text(exact, timeout=LONGEST)


def asked_for_hints(anna):
    anna.page.locator(".tab[data-drawer=hints]").click()
    anna.page.locator(".hints-toggle").click()
    expect(anna.page.locator(".hints .hint").first).to_be_visible(timeout=LONGEST)


def puzzled_over(anna):
    """After the puzzle of the day comes one puzzle after the other."""
    page = anna.open("/").page
    page.locator(".day-card[href$='/puzzles']").click()
    page.locator(".coach-buttons button").last.click()
    page.get_by_role("button", name="Problème suivant").click()
    page.wait_for_url(re.compile(rf"{anna.home}/puzzles/\w+$"))
    expect(page.locator(".stage .spot").first).to_be_visible()


def lesson_taken(anna):
    page = anna.open("/learn/chopchop/mouse").page
    while not page.locator(".coach-buttons a").count():
        page.wait_for_selector(".coach-buttons :is(a, button), .stage .can")
        page.evaluate(LESSON)
    assert page.locator("html").get_attribute("lang") == "fr"
