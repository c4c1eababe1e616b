"""What moves: the same die goes from tray to square, rolls are seen to roll, and who wants stillness has it."""

from playwright.sync_api import expect

MARK = "() => document.querySelectorAll('.piece').forEach(e => e.marked = e.querySelector('use').getAttribute('href'))"
STEADY = """() => {
    const lit = document.querySelectorAll(".spot.can"), dark = window.dark = new Set();
    const look = (changes) => changes.forEach(({ target }) => target.matches(".can") || dark.add(target.dataset.key));
    const watch = new MutationObserver(look);
    lit.forEach((spot) => watch.observe(spot, { attributeFilter: ["class"] }));
}"""
PUT_OUT = "() => [...window.dark].filter(key => document.querySelector(`.spot.can[data-key='${key}']`))"
KEPT = "key => document.querySelector(`.piece[data-key='die-${key}']`).marked"


def test_the_die_that_is_laid_is_the_one_from_the_tray(invite):
    anna = invite().play_now()
    anna.hurry()
    square = anna.glowing()[0]
    anna.page.evaluate(MARK)
    anna.page.evaluate(STEADY)
    anna.tap(square)
    laid = anna.page.locator(f".piece[data-key='die-{square}']")
    expect(laid).to_be_visible()
    anna.wait_until_asked()
    assert anna.page.evaluate(PUT_OUT) == []  # what stays a choice is not put out and lit again: each is a paint
    assert anna.page.evaluate(KEPT, square) == laid.locator("use").get_attribute("href")


def test_dice_roll_before_anything_is_told(invite):
    anna = invite(motion="no-preference").play_now()
    anna.large().click()
    anna.page.wait_for_function("() => document.querySelectorAll('.piece.moving').length === 3")
    assert anna.story() == []
    assert anna.glowing() == []
    expect(anna.page.locator(".story li")).to_have_count(1)


def test_nothing_moves_for_who_wants_stillness(invite):
    anna = invite().play_now()
    anna.hurry()
    assert anna.page.evaluate("() => document.getAnimations().length") == 0
