"""What a browser keeps: a full device, games that the browser deleted, and files that go both ways with a server."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.anywhere.test_browser_house import packed
from tests.browser.anywhere.conftest import built
from tests.browser.anywhere.static_host import StaticHost

ROOT = Path(__file__).parents[3]


@pytest.fixture
def root():
    host = StaticHost(built("/"))
    yield host
    host.stop()


def all_games(anna):
    """Download the file with all games from the page that tells what is kept."""
    with anna.shell.expect_download() as coming:
        anna.page.get_by_role("link", name="Keep all games as a file").click()
    return coming.value.path()


def test_a_full_device_and_deleted_games_are_told_and_a_file_brings_them_back(guests, root):
    anna = guests(root).arrive().kept().play_now("mmm")
    anna.hurry()
    told, table, origin = anna.story(), anna.table, {"origin": root.address}
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


def test_games_go_both_ways_between_this_edition_and_a_server(guests, root, people, own_house):
    anna, carl = guests(root).arrive().play_now("mmm"), people(own_house)
    anna.play_on(3)
    taken = record(anna)
    carl.open("/").page.locator("input[type=file]").set_input_files(taken)
    carl.at_table().hurry()
    back = record(carl)
    anna.open("/").page.locator("input[type=file]").set_input_files(back)
    anna.at_table().hurry()
    went, came = (json.loads(Path(file).read_bytes())["events"] for file in (taken, back))
    assert came[: len(went)] == went and len(came) > len(went)


def record(person):
    """Download the game of a table."""
    with (
        person.page.page.expect_download() if hasattr(person.page, "page") else person.page.expect_download() as coming
    ):
        person.page.evaluate("address => location.assign(address)", f"{person.home}/table/{person.table}/record.json")
    return coming.value.path()


def test_an_adventure_from_a_file_is_played_with_companions(guests, root):
    anna = guests(root).arrive()
    pack = packed(ROOT / "examples/frozen_well")
    file = {"name": "frozen_well.zip", "mimeType": "application/zip", "buffer": pack}
    anna.page.locator("input[type=file]").set_input_files(file)
    anna.page.wait_for_url(re.compile(r"/new/mystics\?pack="))
    anna.page.locator("form.setup button.primary").last.click()
    anna.at_table().play_on(12)
    anna.reload().at_table().play_on(6)
