"""What a page shows and hides so that nobody knows the luck or gets hints where there are none."""

from tests.web.test_live import friend_of

OFF = {"players": "2", "side": "one_paw", "first": "0", "chair-0": "me", "chair-1": "link", "hints": "off"}


async def test_the_hash_of_the_seed_is_shown_from_the_start(browser):
    async with browser.live(browser.opened()) as talk:
        assert len(talk.welcome["table"]["seed_hash"]) == 64


async def test_a_spectator_gets_no_hints_for_a_running_game_by_way_of_a_copy(browser):
    table = browser.opened(**OFF)
    watcher = friend_of(browser, table, "watch")
    async with browser.live(table) as mine:
        await mine.move("throw")
    page = watcher.post(f"/table/{table}/fork", {"ply": "1"})
    copy = page.headers["location"].split("/")[2]
    async with watcher.live(copy) as talk:
        assert talk.welcome["frame"]["turn"]["kind"] == "decide"
        assert not talk.welcome["table"]["options"].get("hints"), "a button that would only be refused is not shown"
        assert await talk.refused("hint", entry=talk.entry) == "no_hints"


def test_a_running_game_without_hints_is_not_downloaded(browser):
    table = browser.opened(**OFF)
    answer = browser.get(f"/table/{table}/record.json", accept="application/json")
    assert (answer.status, "once it is over" in answer.json["problem"]) == (403, True)
    assert browser.get(f"/table/{browser.opened()}/record.json").status == 200


async def test_a_copy_rolls_its_dice_by_itself_where_the_game_did(browser):
    table = browser.opened(**OFF, auto_throw="true")
    page = browser.post(f"/table/{table}/fork", {"ply": "0"})
    async with browser.live(page.headers["location"].split("/")[2]) as talk:
        assert talk.welcome["table"]["options"]["auto_throw"]
