"""Whole games of Mmm!, from the shelf to the end, by people in browsers."""

import re

from playwright.sync_api import expect

FINALE = """() => {
    window.seen = {};
    new MutationObserver(() => {
        const after = document.querySelector(".actions.after");
        if (after) seen.over ??= [performance.now(), after.children.length];
        if (document.querySelector("dialog.ending")) seen.told ??= performance.now();
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def test_the_last_move_is_seen_to_its_end_before_words_cover_it(invite):
    anna = invite()
    anna.context.add_init_script("localStorage['mousehole-pace'] = '\"normal\"'")
    anna.new_table(["me"], steps=1).at_table().page.evaluate(FINALE)
    while not anna.ended().count():
        anna.hurry()
    (over, buttons), told = anna.page.evaluate("[seen.over, seen.told]")
    assert told - over >= 1500
    assert buttons == 0
    expect(anna.page.locator(".actions.after > *")).not_to_have_count(0)


def test_the_dice_of_a_finished_game_can_be_checked(invite):
    anna = invite()
    anna.new_table(["me"], steps=1)
    while not anna.ended().count():
        anna.hurry()
    anna.page.get_by_role("link", name="Check the dice").click()
    expect(anna.page.locator(".notice")).to_contain_text(re.compile(r"All \d+ rolls match the secret"))


def test_a_game_goes_on_from_the_shelf_and_can_be_forgotten(invite):
    anna = invite().play_now()
    anna.hurry()
    told, table = anna.story(), anna.table
    anna.open("/")
    anna.page.locator(f".saved-game a[href='/table/{table}']").click()
    assert anna.at_table().story() == told
    anna.open("/")
    anna.page.get_by_role("button", name="Remove this game").first.click()
    expect(anna.page.locator(f"a[href='/table/{table}']")).to_have_count(0)
