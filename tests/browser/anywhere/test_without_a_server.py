"""The whole house in one browser, from a folder of plain files."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.anywhere.conftest import built, newer
from tests.browser.anywhere.guest import OPENING
from tests.browser.anywhere.static_host import StaticHost

FIRST_VISIT = 7_000_000  # bytes, at a host that packs nothing
LOOK = """async () => {
  const service = await navigator.serviceWorker.ready;
  setInterval(() => service.update(), 1000); // a single look may join one that the browser itself began before
}"""
WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}


@pytest.fixture
def root():
    host = StaticHost(built("/"))
    yield host
    host.stop()


def test_a_game_with_a_bot_goes_on_without_a_network_to_its_end(guests, static_host):
    anna = guests(static_host).arrive().play_now("mmm")
    for _ in range(6):
        anna.hurry()
    anna.kept()
    static_host.stop()
    anna.context.set_offline(True)
    expect(anna.shell.locator("#word")).to_contain_text("No network")
    expect(anna.page.get_by_text("The connection is lost")).to_be_hidden()
    anna.hurry()
    told = anna.story()
    anna.reload().at_table()
    assert anna.story() == told
    while not anna.ended().count():
        anna.hurry()
    expect(anna.ended()).to_be_visible()
    anna.ended().get_by_role("link", name="Watch the game again").click()
    expect(anna.page.locator(".stage .spot").first).to_be_visible()


def test_the_shelf_is_there_before_python_and_a_first_visit_is_small(guests, root):
    anna = guests(root)
    anna.shell.goto(f"{anna.home}/")
    early = anna.shell.frame_locator("iframe").locator("body[data-early] .shelf")
    expect(early).to_be_visible()
    expect(anna.shell.locator("#word")).to_have_text("Setting the table…")
    anna.inside()
    expect(anna.shell.locator("footer")).to_be_hidden()
    report = Axe().run(anna.shell, options=WCAG)  # headings and landmarks are those of the page in the frame
    assert report.response["violations"] == [], report.generate_report()
    anna.kept()
    asked = {path.partition("?")[0].strip("/") or "index.html" for path in root.asked}
    assert sum((root.folder / name).stat().st_size for name in asked) < FIRST_VISIT
    anna.shell.reload()
    expect(early).to_be_visible()
    anna.inside()


def test_a_second_tab_goes_through_the_first_and_takes_over_when_it_closes(guests, root):
    anna = guests(root).arrive().play_now("mmm")
    anna.hurry()
    second = anna.beside()
    second.arrive(f"/table/{anna.table}").at_table()
    assert second.story() == anna.story()
    anna.hurry()
    expect(second.page.locator(".story li div")).to_have_count(len(anna.story()))
    anna.shell.close()
    second.shell.bring_to_front()
    second.inside().at_table()
    second.hurry()


def test_nothing_acknowledged_is_lost_when_the_tab_is_killed(guests, root):
    anna = guests(root).arrive().play_now("mmm")
    table = anna.table
    for turn in range(4):
        anna.wait_until_asked()
        if anna.ended().count():
            break
        told = len(anna.story())
        anna.press()
        if turn % 2:
            anna.page.wait_for_function("n => document.querySelectorAll('.story li').length > n", arg=told)
        known = anna.story()
        anna = anna.after_a_kill(f"/table/{table}")
        anna.at_table()
        assert anna.story()[: len(known)] == known


def test_a_game_is_passed_on_as_a_link_that_holds_it(guests, root):
    anna, ben = guests(root), guests(root)
    anna.arrive().play_now("mmm").hurry()
    anna.open(f"/table/{anna.table}/links")
    link = anna.page.locator("#link-game").input_value()
    expect(anna.page.locator(".qr svg")).to_be_visible()
    ben.shell.goto(link)
    ben.inside().page.wait_for_url(re.compile(r"/table/\w+$"))
    ben.at_table().hurry()


def test_all_games_are_kept_as_a_file_and_come_back(guests, root):
    anna, ben = guests(root), guests(root)
    table = anna.arrive().play_now("mmm").table
    anna.open("/privacy")
    with anna.shell.expect_download() as coming:
        anna.page.get_by_role("link", name="Keep all games as a file").click()
    file = coming.value.path()
    ben.arrive().page.locator("input[type=file]").set_input_files(file)
    ben.page.wait_for_url(re.compile("/me$"))
    ben.open(f"/table/{table}").at_table().hurry()


def test_a_new_version_waits_for_a_yes_and_the_game_goes_on_in_it(guests, root, tmp_path):
    anna = guests(root).arrive().play_now("mmm").kept()
    anna.hurry()
    told, old = anna.story(), anna.shell.locator("body").get_attribute("data-kept")
    root.folder = newer(root.folder, tmp_path)
    anna.shell.evaluate(LOOK)
    expect(anna.shell.locator("#word")).to_have_text("A new version is ready.", timeout=60_000)
    anna.shell.evaluate("document.body.dataset.before = ''")
    anna.shell.get_by_role("button", name="Use it now").click()
    expect(anna.shell.locator("body:not([data-before])[data-open]")).to_be_attached(timeout=OPENING)
    anna.inside().kept().at_table()
    assert anna.story() == told
    assert anna.shell.locator("body").get_attribute("data-kept") != old
    anna.hurry()
