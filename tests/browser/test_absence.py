"""People who look elsewhere: whose turn it is finds them, and who was away gets the seat back."""

from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.person import PHONE
from tests.browser.test_everybody import violations

NOTICES = """
window.told = [];
window.Notification = class {
  static permission = "default";
  static async requestPermission() { return (this.permission = "granted"); }
  constructor(title) { window.told.push(title); }
  addEventListener() {}
  close() {}
};
"""
AWAY = "() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })"


IMPATIENT = """
from mousehole.cli.main import main
from mousehole.web.live import stand_ins
stand_ins.OFFER_AFTER = 0.01  # instead of twenty seconds
raise SystemExit(main())
"""


def together(anna, ben):
    """Let both sit down at a table with the in-line rule; anna begins."""
    anna.open("/new/mmm").page.locator("[name=players]").fill("2")
    anna.sit(1, "link")
    anna.unfolded(anna.page.get_by_label("In line")).check()
    anna.page.locator("form.setup > button.primary").click()
    ben.join(anna.link("seat-1"))
    anna.open(f"/table/{anna.table}").at_table()
    return ben.table


def test_whose_turn_it_is_shows_in_the_tab_on_the_shelf_and_by_a_notice(invite):
    anna, ben = invite(), invite(**PHONE)
    anna.context.add_init_script(NOTICES)
    table = together(anna, ben)
    assert anna.page.title().startswith("● Your turn")
    expect(anna.page.locator("link[rel=icon]")).to_have_attribute("href", "/icon-turn.svg")
    assert anna.page.evaluate("async () => (await fetch('/icon-turn.svg')).ok")
    ben.open("/")
    expect(ben.page.locator(".saved-game")).to_be_visible()
    expect(ben.page.locator(".turn-mark")).to_have_count(0)
    assert anna.page.evaluate("() => Notification.permission") == "default"  # nobody is asked before a press
    button = anna.page.get_by_role("button", name="Tell me when it is my turn")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    anna.page.evaluate(AWAY)
    while anna.my_turn().count():
        anna.hurry()
    expect(anna.page.locator("link[rel=icon]")).to_have_attribute("href", "/icon.svg")
    ben.open("/")
    expect(ben.page.locator(".saved-game[data-mine] .turn-mark")).to_have_text("Your turn")
    assert ben.page.title().startswith("● Your turn")
    assert violations(ben.page) == []
    ben.open(f"/table/{table}").at_table()
    while ben.my_turn().count():
        ben.hurry()
    anna.page.wait_for_function("() => window.told.length > 0")
    assert set(anna.page.evaluate("() => window.told")) == {"Mmm!"}


def test_after_a_while_those_who_wait_are_offered_a_bot_and_whoever_comes_back_the_seat(people, tmp_path):
    house = House(tmp_path)
    house.program = ("-c", IMPATIENT)
    house.start()
    try:
        anna, ben = people(house), people(house, **PHONE)
        ben.page.clock.install()
        table = together(anna, ben)
        note, seat = ben.page.locator(".absence"), ben.page.locator(".seat").first
        anna.open("/")
        expect(seat).to_contain_text("away")
        expect(note).to_be_hidden()  # people come back from the kitchen
        ben.page.clock.fast_forward(22_000)
        expect(note).to_contain_text("Mouse 1 is away.")
        assert violations(ben.page) == []
        note.get_by_role("button", name="Let a bot play").tap()  # Ben is a guest, not the owner
        expect(seat).to_contain_text("bot")
        expect(note).to_be_hidden()
        expect(ben.my_turn()).to_be_visible()  # the bot has played
        anna.open(f"/table/{table}").at_table()
        anna.page.locator(".absence").get_by_role("button", name="Play myself").click()
        expect(seat).to_contain_text("here")
    finally:
        house.kill()
