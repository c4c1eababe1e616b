"""Whole games of Mmm!, from the shelf to the end, by people in browsers."""

import re

from playwright.sync_api import expect


def test_two_browsers_and_a_bot_play_a_whole_game(invite):
    anna, ben = invite(), invite(language="fr")
    anna.new_table(["me", "link", "bot:random"])
    ben.join(anna.link("seat-1"))
    anna.open(f"/table/{anna.table}").at_table()
    expect(anna.page.locator(".seat").nth(1)).to_contain_text("here")
    players = [anna, ben]
    for _ in range(200):
        mover = next((one for one in players if one.my_turn().count()), None)
        if all(one.ended().count() for one in players):
            break
        if mover is None:
            anna.page.wait_for_timeout(100)
        else:
            mover.hurry()
    for one in players:
        expect(one.ended()).to_be_visible()
    assert len(anna.story()) == len(ben.story()) > 20
    assert anna.page.locator("dialog.ending h2").inner_text() in ("You win!", "Not this time")
    assert ben.page.locator("dialog.ending h2").inner_text() in ("Vous avez gagné\u202f!", "Pas cette fois")


def test_after_the_end_both_play_again_at_a_new_table(invite):
    anna, ben = invite(), invite()
    anna.new_table(["me", "link"], steps=1)
    ben.join(anna.link("seat-1"))
    anna.open(f"/table/{anna.table}").at_table()
    old = anna.table
    while not anna.ended().count():
        anna.hurry()
    expect(ben.ended()).to_be_visible()
    anna.ended().get_by_role("button", name="Play again").click()
    anna.page.wait_for_url(lambda address: "/table/" in address and old not in address)
    ben.ended().get_by_role("link", name="To the next game").click()
    ben.page.wait_for_url(lambda address: "/table/" in address and old not in address)
    assert anna.table == ben.table != old
    assert anna.at_table().story() == []
    ben.open(f"/table/{old}")  # whoever opens the old one finds the way, not a second game
    expect(ben.ended().get_by_role("link", name="To the next game")).to_be_visible()
    expect(ben.ended().get_by_role("button", name="Play again")).to_have_count(0)


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
    anna.page.get_by_role("button", name="Forget this game").first.click()
    expect(anna.page.locator(f"a[href='/table/{table}']")).to_have_count(0)
