"""Whole games of every box on a phone, from a folder of plain files, with the network cut."""

import pytest
from playwright.sync_api import expect

from tests.browser.anywhere.conftest import built
from tests.browser.anywhere.guest import LONGEST
from tests.browser.anywhere.static_host import StaticHost

LESSON = """() => {
  const lit = [...document.querySelectorAll(".stage .can")];
  const next = document.querySelector(".coach-buttons button") ?? lit.at(-1);
  next?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""


@pytest.fixture
def offline(guests):
    """A French phone that has been here once, and has no network any more."""
    host = StaticHost(built("/"))
    anna = guests(host, language="fr").arrive().kept()
    expect(anna.shell.locator("#word")).to_contain_text("fonctionne aussi sans réseau")
    expect(anna.shell.locator("footer")).to_be_hidden()
    host.stop()
    anna.context.set_offline(True)
    expect(anna.shell.locator("#word")).to_contain_text("Pas de réseau")
    return anna


@pytest.mark.timeout(1800)
def test_every_game_is_played_to_its_end_without_a_network(offline):
    for game in ("mousewarming", "chopchop", "mmm", "mystics"):
        offline.play_now(game).play_on(4)
        told = offline.story()
        offline.reload().at_table()
        assert offline.story()[: len(told)] == told
        offline.to_the_end()
        assert offline.page.locator("html").get_attribute("lang") == "fr"
        assert all(line.strip() and "{" not in line for line in offline.story())
    table = offline.table
    offline.open(f"/table/{table}/replay")
    expect(offline.page.locator(".stage .spot").first).to_be_visible()
    expect(offline.page.locator(".stage .piece").first).to_be_visible()


@pytest.mark.timeout(900)
def test_a_finished_game_is_looked_back_at_and_a_lesson_taken_without_a_network(offline):
    offline.open("/new/mmm?steps=1").page.locator("form.setup button.primary").last.click()
    offline.at_table().to_the_end()
    offline.ended().locator("a[href*='review']").click()
    expect(offline.page.locator(".review-sums li").first).to_be_visible(timeout=LONGEST)
    page = offline.open("/learn/chopchop/mouse").page
    while not page.locator(".coach-buttons a").count():
        page.wait_for_selector(".coach-buttons :is(a, button), .stage .can")
        page.evaluate(LESSON)
    assert page.locator("html").get_attribute("lang") == "fr"
