"""A lost connection shows at once, comes back by itself, and loses nothing."""

from playwright.sync_api import expect

WATCH_ALARMS = """() => {
    window.alarms = [];
    const look = () => document.querySelector(".lost") && window.alarms.push(performance.now());
    new MutationObserver(look).observe(document.body, { attributes: true, subtree: true });
    return performance.now();
}"""


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


def test_a_server_that_is_updated_alarms_nobody_and_the_game_goes_on(people, own_house):
    anna = people(own_house).play_now()
    for _ in range(3):
        anna.hurry()
    anna.wait_until_asked()
    told, began = anna.story(), anna.page.evaluate(WATCH_ALARMS)
    own_house.update()
    expect(anna.page.locator(".lost")).to_have_count(0)
    for _ in range(2):
        anna.hurry()
    assert anna.story()[: len(told)] == told
    alarms = anna.page.evaluate(
        "() => window.alarms"
    )  # on a machine so busy that a start takes long, a late one is fine
    assert all(when - began > 4000 for when in alarms)


def test_who_finds_no_room_reads_why_and_comes_in_when_there_is(people, own_house):
    own_house.kill()
    own_house.start("--limit", "sockets=1")
    anna = people(own_house).play_now()
    second = anna.context.new_page()
    second.goto(f"{own_house.address}/table/{anna.table}")
    expect(second.locator(".banner")).to_contain_text("Too many pages are open")
    anna.page.goto(own_house.address)
    expect(second.locator(".banner")).to_be_hidden()


def test_a_move_that_finds_the_server_busy_is_sent_again_by_itself(people, own_house):
    own_house.kill()
    own_house.start("--limit", "wait_seconds=0.000001")  # only the very first move is in time
    anna = people(own_house).play_now()
    anna.hurry()
    told = anna.story()
    anna.wait_until_asked()
    anna.tap(anna.glowing()[0])
    expect(anna.page.locator(".toast")).to_contain_text("your move is on its way")
    assert anna.story() == told
    own_house.kill()
    own_house.start()
    expect(anna.page.locator(".story li")).to_have_count(len(told) + 1)


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
