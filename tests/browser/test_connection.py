"""A lost connection shows at once, comes back by itself, and loses nothing."""

from playwright.sync_api import expect


def test_the_server_is_killed_in_the_middle_and_the_game_goes_on(people, own_house):
    anna = people(own_house).play_now()
    for _ in range(5):
        anna.hurry()
    told, table = anna.story(), anna.table
    own_house.kill()
    expect(anna.page.locator(".banner")).to_be_visible()
    anna.wait_until_asked()
    if anna.large().count():
        anna.large().last.click()
    else:
        anna.tap(anna.glowing()[0])
    own_house.start()
    expect(anna.page.locator(".banner")).to_be_hidden()
    expect(anna.page.locator(".story li")).to_have_count(len(told) + 1)
    assert anna.story()[: len(told)] == told
    assert anna.table == table
    while not anna.ended().count():
        anna.hurry()


def test_a_phone_that_slept_catches_up_without_a_reload(invite):
    anna, ben = invite(), invite()
    anna.new_table(["me", "link"])
    ben.join(anna.link("seat-1"))
    anna.open(f"/table/{anna.table}").at_table()
    ben.page.evaluate("() => { window.awake = true; }")
    ben.context.set_offline(True)
    expect(ben.page.locator(".banner")).to_be_visible()
    for _ in range(3):
        anna.hurry()
    ben.context.set_offline(False)
    expect(ben.page.locator(".banner")).to_be_hidden()
    expect(ben.page.locator(".story li")).to_have_count(len(anna.story()))
    assert ben.story() == anna.story()
    assert ben.page.evaluate("() => window.awake")
