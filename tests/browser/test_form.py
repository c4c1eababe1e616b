"""The form of a new table: what is seen and chosen there, and how it comes back with a mistake."""

import re
from urllib.parse import urlencode

from playwright.sync_api import expect

from tests.browser.person import PHONE
from tests.browser.test_everybody import SMALL, violations

OWN = 'pantry = "B B ."\nsteps = 4'
DRAWN = "() => [...document.querySelectorAll('.picture:not([hidden]) img')].every(one => one.naturalWidth > 0)"


def test_a_form_with_a_mistake_comes_back_at_the_mistake_with_the_seats_it_had(invite):
    anna = invite()
    page = anna.open("/new/mystics").page
    expect(page.locator(".seat-row:visible")).to_have_count(1)
    page.locator(".portrait", has_text="Bram").click()
    expect(page.locator("[data-field=party] .problem")).to_have_text("the chapter needs 4 mice, not 3")
    expect(page.locator(".seat-row:visible")).to_have_count(1)
    page.locator("form.setup > button.primary").click()
    expect(page.locator("[data-field=party] .problem")).to_be_in_viewport()
    expect(page.locator(".seat-row:visible")).to_have_count(1)
    page.get_by_role("button", name="More", exact=True).first.click()
    expect(page.locator(".seat-row:visible")).to_have_count(2)
    anna.troubles.clear()  # the browser tells the console of every answer 422


def test_a_chapter_brings_the_party_it_needs_and_a_party_can_be_mended_by_one_press(invite):
    page = invite(viewport={"width": 390, "height": 844}).open("/new/mystics").page
    page.locator("[name=chapter][value=c2]").check()
    expect(page.locator("[name='party:tolly']")).to_be_checked()
    expect(page.locator(".portrait :checked")).to_have_count(4)
    expect(page.locator("[data-field=party] .problem")).to_have_count(0)
    page.locator(".portrait", has_text="Tolly").click()
    expect(page.locator("[data-field=party] .problem").last).to_contain_text("the chapter needs Tolly")
    page.locator(".mend").click()
    expect(page.locator("[name='party:tolly']")).to_be_checked()
    expect(page.locator("[data-field=party] .problem")).to_have_count(0)
    page.locator("form.setup > button.primary").click()
    expect(page.locator(".card")).to_have_count(4)


def test_boards_are_chosen_by_pictures_and_bots_by_faces(invite):
    anna = invite(**PHONE).open("/new/mmm")
    page = anna.page
    first = page.locator("[data-field=first]")
    expect(first).to_be_hidden()  # one alone begins
    page.get_by_role("button", name="More", exact=True).first.click()
    expect(first.locator("option:not([hidden])")).to_have_text(["Mouse 1", "Mouse 2"])
    page.locator("[data-field=side]").scroll_into_view_if_needed()
    page.wait_for_function(DRAWN)
    assert violations(page) == []
    assert page.evaluate(SMALL) == []
    page.get_by_label("Two paws").check()
    anna.open(f"/new/mmm?{urlencode({'board': OWN})}")
    expect(page.locator("textarea:visible")).to_have_count(0)  # boards are drawn, nobody types one
    expect(page.locator(".picture:has(:checked)")).to_have_text("Your own board")
    page.wait_for_function(DRAWN)
    page.get_by_label("One paw").check()
    expect(page.locator("[name=board]")).to_have_value("")
    page.get_by_role("radio", name="Your own board").check()
    expect(page.locator("[name=board]")).to_have_value(OWN)
    page.locator("form.setup > button.primary").click()
    anna.at_table()
    expect(page.locator(".stage .spot[data-key='b1']")).to_have_count(1)
    expect(page.locator(".stage .spot[data-key='a2']")).to_have_count(0)


def test_a_press_on_a_seat_asks_who_sits_there(invite):
    page = invite(**PHONE).open("/new/mmm").page
    page.get_by_role("button", name="More", exact=True).first.click()
    second = page.locator(".seat-row[data-seat='1']")
    second.locator("summary").click()
    page.get_by_role("radiogroup", name="Mouse 2").get_by_label("strong").check()
    expect(second.locator(".chooser")).to_be_hidden()  # a bot is seated at once, and seen at the table
    expect(second.locator("summary")).to_contain_text("Duchess")
    expect(second.locator("summary use")).to_have_attribute("href", re.compile("#house-face-bot-strong$"))
    second.locator("summary").click()
    expect(page.locator("#level-1")).to_be_hidden()
    page.get_by_role("radiogroup", name="Mouse 2").get_by_label("another bot…").check()
    expect(page.locator("#level-1")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate(SMALL) == []
    page.keyboard.press("Escape")
    expect(page.locator("#level-1")).to_be_hidden()
    expect(second.locator("summary")).to_be_focused()
    expect(page.get_by_role("button", name="Start")).to_be_in_viewport(ratio=1)


def test_one_press_on_the_shelf_chooses_the_role_where_roles_differ(invite):
    anna = invite().open("/")
    box = anna.page.locator(".box", has_text="Chop! Chop!")
    expect(box.locator(".lid li")).to_have_text(["2 to 5 players", "from age 6", "15 to 20 minutes"])
    box.get_by_role("group", name="Play now as").get_by_role("button", name="The cat").click()
    anna.at_table()
    expect(anna.page.locator(".seat", has_text="The cat")).to_contain_text("you")
    expect(anna.page.locator(".seat", has_text="The mouse player")).to_contain_text("bot")
    faces = anna.open("/new/chopchop").page.locator(".seat-row:visible .badge use")
    expect(faces.nth(1)).to_have_attribute("href", re.compile("#house-face-cat$"))  # the faces that will sit there
    expect(faces.first).to_have_attribute("href", re.compile("#house-face-bow$"))


def test_a_first_game_of_the_adventure_asks_once_whether_to_show_it_and_begins_at_the_first_turn(invite):
    anna = invite().open("/")
    anna.page.evaluate("localStorage.removeItem('mousehole-welcomed')")
    press = anna.page.locator("form[action='/play/mystics'] > button")
    press.click()
    welcome = anna.page.locator("dialog.welcome")
    expect(welcome.get_by_role("link")).to_have_attribute("href", "/learn/mystics/first")
    anna.page.keyboard.press("Escape")
    expect(welcome).to_be_hidden()
    press.click()
    welcome.get_by_role("button", name="I know it").click()
    anna.at_table()
    anna.wait_until_asked()
    assert anna.page.evaluate("localStorage['mousehole-welcomed']") == '["mystics"]'
    expect(anna.page.locator(".seat", has_text="Pip")).to_contain_text("bot")
    expect(anna.page.locator(".seat", has_text="Bram")).to_contain_text("you")
    expect(anna.page.locator(".seat", has_text="Yarrow")).to_contain_text("you")
    assert not anna.page.locator(".actions .wordy").count()  # no ability to be chosen first


def test_the_seats_of_a_fresh_form_are_those_that_play_before_the_server_says_so(invite):
    anna = invite(**PHONE)
    anna.page.route("**/check", lambda route: route.abort())
    for game, seats in (("mmm", 1), ("chopchop", 2)):
        with anna.page.expect_event("requestfailed"):
            anna.open(f"/new/{game}")
        assert anna.page.locator(".seat-row:visible").count() == seats
    expect(anna.page.locator(".seat-row:visible .seat-title")).to_have_text(["The mouse player", "The cat"])
    expect(anna.page.locator(".seat-row .badge use").nth(1)).to_have_attribute("href", re.compile("#house-face-cat$"))
    anna.page.unroute("**/check")
    with anna.page.expect_response("**/check"):  # the form asks again by itself
        pass
