"""What a browser shows to whoever may do nothing at a table any more."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.person import PHONE


def together(invite, **wishes):
    """Anna opens a table, Ben joins it by a link."""
    anna, ben = invite(), invite(**wishes)
    anna.new_table(["me", "link"])
    ben.join(anna.link("seat-1"))
    anna.open(f"/table/{anna.table}").at_table()
    return anna, ben


def about(anna, name, button):
    """Press a name, then what shall be done about whoever has it."""
    anna.page.locator(".seat-menu", has_text=name).click()
    anna.page.locator(".person-menu").get_by_role("button", name=button).click()


def manage(anna, button):
    anna.page.on("dialog", lambda question: question.accept())
    anna.page.locator(".manage summary").click()
    anna.page.get_by_role("button", name=button).click()


@pytest.mark.parametrize("wishes", [{}, PHONE])
def test_a_removed_player_is_told_calmly_and_led_home(invite, wishes):
    anna, ben = together(invite, **wishes)
    about(anna, "Mouse 2", "Remove Mouse 2")
    said = ben.page.get_by_role("alertdialog")
    expect(said).to_contain_text("You are no longer at this table")
    expect(said).to_contain_text("The owner of this table has removed you from it.")
    expect(said.get_by_role("link", name="Back to the shelf")).to_be_focused()
    ben.page.keyboard.press("Escape")
    expect(said).to_be_visible()
    expect(ben.page.locator(".banner")).to_be_hidden()
    expect(anna.page.locator(".seat").nth(1)).to_contain_text("free seat")
    said.get_by_role("link").click()
    expect(ben.page.locator(".shelf")).to_be_visible()
    expect(ben.page.locator(".saved-game")).to_have_count(0)


def test_a_deleted_table_says_so_in_the_language_of_each(invite):
    anna, ben = together(invite, language="fr")
    manage(anna, "Delete this table")
    expect(ben.page.get_by_role("alertdialog")).to_contain_text("Cette table n’existe plus")


def test_a_page_that_slept_through_its_removal_hears_of_it_and_does_not_try_again(invite):
    anna, ben = together(invite)
    ben.context.set_offline(True)
    expect(ben.page.locator(".banner")).to_be_visible()
    about(anna, "Mouse 2", "Remove Mouse 2")
    expect(anna.page.locator(".seat").nth(1)).to_contain_text("free seat")
    ben.context.set_offline(False)
    expect(ben.page.get_by_role("alertdialog")).to_contain_text("removed you")
    tries = []
    ben.page.on("websocket", lambda socket: tries.append(socket.url))
    ben.page.evaluate("dispatchEvent(new Event('focus'))")
    ben.page.wait_for_timeout(1000)
    assert not tries


def test_whoever_lost_only_the_seat_watches_on_and_can_move_nothing(invite):
    anna, ben = together(invite)
    about(anna, "Mouse 2", "Free Mouse 2's seat")
    expect(ben.page.get_by_role("alert")).to_have_text("Your seat was freed. You can go on watching.")
    expect(ben.page.locator(".seat").nth(1)).to_contain_text("free seat")
    expect(ben.page.get_by_role("alertdialog")).to_have_count(0)
    assert ben.glowing() == []
    anna.hurry()
    expect(ben.page.locator(".story li").last).to_have_text(anna.page.locator(".story li").last.inner_text())


def test_an_owner_mutes_and_removes_whoever_came_meanwhile_and_whoever_a_bot_plays_for(invite):
    anna, ben = invite(), invite()
    anna.new_table(["me", "link"])
    link = anna.link("seat-1")
    anna.open(f"/table/{anna.table}").at_table()
    ben.join(link)
    about(anna, "Mouse 2", "Mute Mouse 2")
    expect(ben.page.locator(".chat-box")).to_contain_text("The owner of this table has muted you.")
    about(anna, "Mouse 2", "Let Mouse 2 chat")
    expect(ben.page.get_by_label("Your message")).to_be_visible()
    ben.open("/")
    anna.page.get_by_role("button", name="Let a bot play").click()
    expect(anna.page.locator(".seat").nth(1)).to_have_attribute("data-kind", "bot")
    ben.open(link)
    ben.page.locator(".invitation button").click()
    ben.at_table()
    about(anna, "Mouse 2", "Remove Mouse 2")
    expect(ben.page.get_by_role("alertdialog")).to_contain_text("removed you")
    expect(anna.page.locator(".seat-menu")).to_have_count(0)


def test_a_face_is_shown_to_the_others_and_stands_beside_what_happened(invite):
    anna, ben = together(invite, **PHONE)
    anna.hurry()
    ben.page.locator(".reactions > summary").click()
    ben.page.get_by_role("button", name="Wow!").first.click()
    expect(anna.page.locator(".bubble.beside use")).to_have_attribute("href", re.compile("#house-emote-wow$"))
    expect(anna.page.locator(".story li").last.locator(".reaction")).to_have_count(1)
    anna.page.get_by_label("Your message").fill("That was close!")
    anna.page.get_by_role("button", name="Send").click()
    expect(ben.page.locator(".bubble", has_text="That was close!")).to_be_visible()


def test_a_chat_that_is_turned_off_closes_for_everybody_at_once(invite):
    anna, ben = together(invite)
    expect(ben.page.get_by_label("Your message")).to_be_visible()
    manage(anna, "Turn the chat off")
    expect(ben.page.get_by_label("Your message")).to_be_hidden()
    expect(ben.page.locator(".chat-box")).to_contain_text("The chat is off at this table.")


def test_a_muted_spectator_is_told_why_the_chat_is_closed(invite):
    anna, ben = together(invite)
    zoe = invite()
    zoe.join(anna.link("watch"))
    anna.open(f"/table/{anna.table}").at_table()
    zoe.page.get_by_label("Your message").fill("Psst!")
    zoe.page.get_by_role("button", name="Send").click()
    anna.page.locator(".chat li", has_text="Psst!").get_by_role("button", name="Mute", exact=True).click()
    expect(zoe.page.locator(".chat-box")).to_contain_text("The owner of this table has muted you.")
    expect(zoe.page.get_by_label("Your message")).to_be_hidden()
    expect(ben.page.get_by_label("Your message")).to_be_visible()
    anna.page.locator(".chat li", has_text="Psst!").get_by_role("button", name="Unmute").click()
    expect(zoe.page.get_by_label("Your message")).to_be_visible()


def test_a_guest_leaves_for_good_and_the_seat_is_free(invite):
    anna, ben = together(invite)
    ben.page.on("dialog", lambda question: question.accept())
    ben.page.locator(".manage summary").click()
    ben.page.get_by_role("button", name="Leave for good").click()
    expect(ben.page.locator(".shelf")).to_be_visible()
    expect(ben.page.locator(".saved-game")).to_have_count(0)
    expect(anna.page.locator(".seat").nth(1)).to_contain_text("free seat")


def test_an_owner_takes_a_table_along_to_a_phone_by_its_code(invite):
    anna, phone = invite(), invite(**PHONE)
    anna.new_table(["me", "link"])
    code = anna.page.locator(".owner-code").inner_text()
    phone.open("/")
    phone.page.get_by_role("link", name="My tables").click()
    phone.page.get_by_label("Code").fill(code.lower())
    phone.page.get_by_role("button", name="Bring the table here").click()
    phone.at_table()
    phone.open(f"/table/{phone.table}/links")
    expect(phone.page.locator(".owner-code")).to_have_text(code)


def test_a_new_link_is_asked_for_twice_and_sends_whoever_came_by_the_old_one_away(invite):
    anna, ben = together(invite)
    before = anna.link("seat-1")
    anna.page.once("dialog", lambda question: question.dismiss())
    anna.page.get_by_role("button", name="New link for Mouse 2").click()
    expect(anna.page.locator("#link-seat-1")).to_have_value(before)
    anna.page.once("dialog", lambda question: question.accept())
    anna.page.get_by_role("button", name="New link for Mouse 2").click()
    expect(anna.page.locator("#link-seat-1")).not_to_have_value(before)
    expect(ben.page.get_by_role("alertdialog")).to_contain_text("Your link to this table is no longer valid.")


def test_a_person_is_forgotten_after_a_question(invite):
    anna = invite().play_now()
    anna.open("/me")
    expect(anna.page.locator(".saved-game")).to_have_count(1)
    anna.page.on("dialog", lambda question: question.accept())
    anna.page.get_by_label("Delete the tables that are mine").check()
    anna.page.get_by_role("button", name="Forget me").click()
    expect(anna.page.get_by_role("status")).to_have_text("Done. This browser has been forgotten.")
    anna.open("/me")
    expect(anna.page.locator(".saved-game")).to_have_count(0)
    assert anna.context.cookies() == []
