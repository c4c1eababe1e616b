"""Mousewarming Party in the browser: a whole party from the shelf to the end, with a mouse and with fingers."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.person import PHONE

LONGEST = 400  # presses; a party takes about a hundred
SETTLED = """() => document.querySelector("dialog.ending") || (document.querySelector(".table:not(.sent)")
    && document.querySelector(".actions button, .stage:not(.pointing) .can"))"""

LEFT_BELOW = """() => {
    const story = document.querySelector(".story");
    return story.clientHeight && story.scrollHeight - story.scrollTop - story.clientHeight;
}"""


def press(person, luck):
    """Press anything that may be pressed: a button, a mouse to move, the place it goes to."""
    person.page.wait_for_function(SETTLED)
    if person.ended().count():
        return
    buttons, lit = person.large(), person.glowing()
    if buttons.count() and (not lit or luck.random() < 0.5):
        buttons.nth(luck.randrange(buttons.count())).click()
    elif lit:
        key = luck.choice(lit)
        person.page.locator(f".stage .can[data-key='{key}']").first.dispatch_event("click")


@pytest.mark.parametrize("wishes", [{}, {**PHONE, "language": "fr"}], ids=["desk", "phone in French"])
def test_a_whole_party_is_played_by_pressing_what_is_lit(invite, wishes):
    anna, luck = invite(**wishes).play_now("mousewarming"), Random("party")
    for _ in range(LONGEST):
        if anna.ended().count():
            break
        press(anna, luck)
    expect(anna.ended()).to_be_visible()
    told = anna.story()
    assert len(told) > 40
    assert all(line.strip() and "{" not in line for line in told)
    assert anna.page.evaluate(LEFT_BELOW) < 60  # the newest line has stayed in view
    assert anna.page.locator("dialog.ending h2").inner_text() in (
        "You win!",
        "Not this time",
        "Vous avez gagné\u202f!",
        "Pas cette fois",
    )


@pytest.mark.parametrize(("wishes", "shown"), [(PHONE, True), ({}, False)], ids=["phone", "desk"])
def test_a_phone_shows_what_was_told(invite, wishes, shown):
    anna = invite(**wishes).play_now("mousewarming")
    last = anna.page.locator(".last")
    expect(last).to_be_hidden()
    anna.large().first.click()
    expect(last).to_contain_text("Host 1 rolls a")
    expect(last).to_be_visible(visible=shown)
