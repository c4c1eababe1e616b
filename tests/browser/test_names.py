"""People have names and faces: asked for at the door, changed at the table, remembered by the browser."""

from playwright.sync_api import expect


def test_a_guest_chooses_a_name_and_a_face_and_changes_them_at_the_table(invite):
    anna, ben = invite(), invite()
    anna.new_table(["me", "link"])
    ben.open(anna.link("seat-1"))
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_label("a mouse with glasses").check()
    ben.page.locator(".invitation button").click()
    ben.at_table()
    anna.open(f"/table/{anna.table}").at_table()
    seat = anna.page.locator(".seat").nth(1)
    expect(seat).to_contain_text("Ben")
    expect(seat.locator(".badge use")).to_have_attribute("href", "#house-face-glasses")
    ben.page.get_by_role("button", name="Name and face").click()
    who = ben.page.locator("dialog.who")
    who.get_by_label("Your name").fill("Benedict the Small")
    who.get_by_label("a cat").check()
    who.get_by_role("button", name="That's me").click()
    expect(seat).to_contain_text("Benedict the Small")
    expect(seat.locator(".badge use")).to_have_attribute("href", "#house-face-cat")
    anna.new_table(["me", "link"])
    ben.open(anna.link("seat-1"))
    expect(ben.page.get_by_label("Your name")).to_have_value("Benedict the Small")
    expect(ben.page.get_by_label("a cat")).to_be_checked()
