"""What a browser keeps: a full device, games that the browser deleted, and files that go both ways with a server."""

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.offline.test_without_a_server import accessible
from tests.offline.test_browser_house import packed

ROOT = Path(__file__).parents[3]
EVENTS = """async (path) => (await (await fetch(document.body.dataset.base + path)).json()).events.length"""


def all_games(anna):
    """Download the file with all games from the page that tells what is kept."""
    with anna.shell.expect_download() as coming:
        anna.page.get_by_role("link", name="Keep all games as a file").click()
    return coming.value.path()


def test_a_full_device_and_deleted_games_are_told_and_a_file_brings_them_back(guests, static_host):
    host = static_host("/")
    anna = guests(host).arrive().kept().play_now("mmm")
    anna.hurry()
    told, table, origin = anna.story(), anna.table, {"origin": host.address}
    device = anna.context.new_cdp_session(anna.shell)
    device.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": 1000})
    anna.press()
    expect(anna.shell.locator("#word")).to_contain_text("no room left on this device")
    expect(anna.page.get_by_text("What was saved before is safe")).to_be_visible()
    anna.shell.get_by_role("button", name="What is kept").click()
    file = Path(all_games(anna)).read_bytes()
    device.send("Storage.overrideQuotaForOrigin", origin)
    anna.open(f"/table/{table}").at_table().hurry()
    assert anna.story()[: len(told)] == told
    ben = anna.beside()
    anna.shell.close()
    ben.shell.goto("about:blank")
    ben.context.new_cdp_session(ben.shell).send(
        "Storage.clearDataForOrigin", {**origin, "storageTypes": "file_systems"}
    )
    ben.arrive()
    expect(ben.shell.locator("#word")).to_contain_text("deleted the games")
    kept = {"name": "games.mousehole", "mimeType": "application/octet-stream", "buffer": file}
    ben.page.locator("input[type=file]").set_input_files(kept)
    ben.page.wait_for_url(re.compile("/me$"))
    ben.open(f"/table/{table}").at_table().hurry()
    assert ben.story()[: len(told)] == told


def test_games_go_from_phone_to_phone_and_both_ways_with_a_server_and_adventures_come(
    guests, static_host, people, own_house
):
    host = static_host("/a/b/")
    anna, ben, carl = guests(host), guests(host), people(own_house)
    anna.arrive().play_now("mmm")
    for _ in range(3):
        anna.hurry()
    anna.wait_until_asked()
    first = anna.table
    ben.shell.goto(passed_on(anna))
    ben.inside().at_table()
    moved(ben)
    goes_on_where_it_has_got_to(anna, ben, first)
    taken = record(ben)
    carl.open("/").page.locator("input[type=file]").set_input_files(taken)
    carl.at_table().hurry()
    back = record(carl)
    ben.open("/").page.locator("input[type=file]").set_input_files(back)
    ben.at_table().hurry()
    went, came = (json.loads(Path(file).read_bytes())["events"] for file in (taken, back))
    assert came[: len(went)] == went and len(came) > len(went)
    an_adventure_from_a_file_is_played(ben)


def goes_on_where_it_has_got_to(anna, ben, first):
    """What comes back further on stands in the place of the game that was here; what went on in two ways is shown."""
    told = ben.story()
    brought(ben, anna)
    anna.page.wait_for_function("n => document.querySelectorAll('.story li').length >= n", arg=len(told))
    assert anna.story()[: len(told)] == told
    games = anna.open("/").page.locator(".saved-game")
    expect(games).to_have_count(1)
    assert f"/table/{first}" not in games.inner_html()
    games.locator("a").first.click()
    anna.at_table().wait_until_asked()
    while len(anna.glowing()) < 2:
        moved(anna)
    brought(anna, ben)
    moved(anna, 0)
    moved(ben, -1)
    anna.open("/").shell.goto(passed_on(ben))
    anna.page.wait_for_url(re.compile("/parted/"))
    expect(anna.page.get_by_role("link", name="Play on with this one")).to_have_count(2)
    accessible(anna.page)
    anna.page.get_by_role("link", name="Play on with this one").last.click()
    anna.at_table()


def brought(giver, taker):
    """One opens the link of the other, who is at the table again afterwards."""
    table = giver.table
    taker.open("/").shell.goto(passed_on(giver))
    taker.at_table()
    giver.open(f"/table/{table}").at_table()


def moved(person, place=None):
    """Move, by one of the places that can be chosen or by anything, until the record has it and it is their turn."""
    person.wait_until_asked()
    known = [f"/table/{person.table}/record.json", person.page.evaluate(EVENTS, f"/table/{person.table}/record.json")]
    if place is None:
        person.press()
    else:
        person.tap(person.glowing()[place])
    person.page.wait_for_function(f"async ([path, known]) => await ({EVENTS})(path) > known", arg=known)
    person.wait_until_asked()


def passed_on(person):
    """The link that holds the game of a table."""
    person.open(f"/table/{person.table}/links")
    expect(person.page.locator(".qr svg")).to_be_visible()
    return person.page.locator("#link-game").input_value()


def record(person):
    """Download the game of a table."""
    with (
        person.page.page.expect_download() if hasattr(person.page, "page") else person.page.expect_download() as coming
    ):
        person.page.evaluate("address => location.assign(address)", f"{person.home}/table/{person.table}/record.json")
    return coming.value.path()


def an_adventure_from_a_file_is_played(anna):
    file = {"name": "well.zip", "mimeType": "application/zip", "buffer": packed(ROOT / "examples/frozen_well")}
    anna.open("/").page.locator("input[type=file]").set_input_files(file)
    anna.page.wait_for_url(re.compile(r"/new/mystics\?pack="))
    anna.page.locator("form.setup button.primary").last.click()
    anna.at_table().play_on(12)
    anna.reload().at_table().play_on(6)
