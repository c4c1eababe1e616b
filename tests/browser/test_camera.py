"""Looking closer: fingers, wheel and mouse move the board, and sound comes with the first press."""

import re

from playwright.sync_api import expect

from tests.browser.person import PHONE

SCALE = "() => Number(document.querySelector('.world').style.getPropertyValue('--scale'))"
PLACE = "() => document.querySelector('.world').style.transform"


def middle(page):
    box = page.locator(".stage").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def shift(page):
    return [float(part) for part in re.findall(r"-?[\d.]+(?=px)", page.evaluate(PLACE))]


def fingers(*points):
    return [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]


def test_two_fingers_that_part_bring_the_board_nearer(invite):
    page = invite(**PHONE).play_now().page
    touch, (x, y), before = page.context.new_cdp_session(page), middle(page), page.evaluate(SCALE)
    start = fingers((x - 40, y), (x + 40, y))
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": start})
    for apart in (60, 90, 120):
        moved = fingers((x - apart, y), (x + apart, y))
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": moved})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.evaluate(SCALE) > before * 1.5
    assert page.locator(".story li").count() == 0, "a pinch is no tap"


def test_the_wheel_zooms_around_the_pointer_and_a_drag_pans(invite):
    anna = invite().play_now()
    page, before = anna.page, anna.page.evaluate(SCALE)
    page.mouse.move(*middle(page))
    for _ in range(4):
        page.mouse.wheel(0, -200)
    page.wait_for_function(f"low => ({SCALE})() > low", arg=before * 1.3)
    x, y = middle(page)
    was = shift(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 30, y - 20, steps=4)
    page.mouse.move(x - 60, y - 40, steps=4)
    page.mouse.up()
    now = shift(page)
    assert now[0] < was[0] - 30 and now[1] < was[1] - 20
    assert page.locator(".story li").count() == 0, "a drag is no click"
    for _ in range(12):
        page.mouse.wheel(0, 300)
    page.wait_for_function(f"top => ({SCALE})() <= top", arg=before * 1.01)


STUDIO = """
    window.studios = 0; window.notes = 0; window.buzzes = [];
    const Real = AudioContext, make = Real.prototype.createOscillator, burst = Real.prototype.createBufferSource;
    window.AudioContext = class extends Real { constructor() { super(); window.studios += 1; } };
    Real.prototype.createOscillator = function () { window.notes += 1; return make.call(this); };
    Real.prototype.createBufferSource = function () { window.notes += 1; return burst.call(this); };
    navigator.vibrate = (pattern) => window.buzzes.push(pattern);
"""


def test_sound_comes_with_the_first_press_and_one_press_mutes_it_for_good(invite):
    anna = invite(motion="no-preference", quiet=False)
    anna.context.add_init_script(STUDIO)
    page = anna.play_now().page
    expect(page.locator(".speaker")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("[studios, notes]") == [0, 0], "nothing is made before somebody presses something"
    anna.large().last.click()
    page.wait_for_function("() => studios === 1 && notes > 0 && buzzes.length")  # the tune, dice, the phone in hand
    page.locator(".speaker").click()
    expect(page.locator(".speaker use")).to_have_attribute("href", "#house-silent")
    anna.play_now()
    anna.hurry()
    assert page.evaluate("[studios, notes]") == [0, 0], "switched off, and remembered"
    page.locator(".speaker").click()
    page.wait_for_function("() => studios === 1 && notes > 0")


def test_music_and_sounds_have_volumes_of_their_own(invite):
    anna = invite(motion="no-preference", quiet=False)
    anna.context.add_init_script(STUDIO)
    page = anna.play_now().page
    page.get_by_role("button", name="Settings").click()
    for slider in ("Sounds", "Music"):
        page.get_by_label(slider).fill("0")
    page.keyboard.press("Escape")
    before = page.evaluate("notes")
    anna.hurry()
    anna.my_turn().wait_for()
    assert page.evaluate("notes") == before
    page.reload()
    page.get_by_role("button", name="Settings").click()
    assert [page.get_by_label(slider).input_value() for slider in ("Sounds", "Music")] == ["0", "0"]
