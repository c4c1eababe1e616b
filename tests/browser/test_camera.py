"""Looking closer: fingers, wheel and mouse move the board, and sounds come when they are wanted."""

import re

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


def hear(page, wish):
    page.get_by_role("button", name="Settings").click()
    page.locator("dialog.settings label", has_text=wish).click()
    page.keyboard.press("Escape")


def test_sounds_are_off_until_wanted_and_then_a_roll_is_heard(invite):
    anna = invite(motion="no-preference")
    anna.context.add_init_script(
        """window.studios = 0; window.notes = 0;
        const Real = AudioContext, make = Real.prototype.createOscillator, burst = Real.prototype.createBufferSource;
        window.AudioContext = class extends Real { constructor() { super(); window.studios += 1; } };
        Real.prototype.createOscillator = function () { window.notes += 1; return make.call(this); };
        Real.prototype.createBufferSource = function () { window.notes += 1; return burst.call(this); };"""
    )
    page = anna.play_now().page
    anna.hurry()
    assert page.evaluate("[studios, notes]") == [0, 0]
    anna.play_now()
    hear(page, "with sound")
    page.wait_for_function("() => studios === 1 && notes > 0")
    heard = page.evaluate("notes")
    anna.large().last.click()
    page.wait_for_function("before => notes > before + 4", arg=heard)
    anna.play_now()
    hear(page, "silent")
    anna.hurry()
    page.wait_for_timeout(1500)
    assert page.evaluate("[studios, notes]") == [0, 0], "switched off, and remembered"
