"""The family album in a browser: a first game, its trophies, the picture, the file, and the one button that deletes."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.person import PHONE
from tests.browser.test_everybody import NIGHT, SMALL, violations

BOARD = 'steps = 2\npantry = """\nB B\n"""\n'  # over after a few rolls, won or lost
TINY = {"players": "1", "side": "one_paw", "first": "0", "board": BOARD, "chair-0": "me", "name-0": "Anna"}
SHIFT = """() => new Promise(done => new PerformanceObserver(list => done(
    list.getEntries().filter(one => !one.hadRecentInput).reduce((sum, one) => sum + one.value, 0)
)).observe({ type: "layout-shift", buffered: true }) ?? setTimeout(() => done(0), 1000))"""


def sound(page):
    """Whether a page is clean for axe, fits its window, and has nothing too small to touch."""
    assert violations(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.evaluate(SMALL) == []


def finished(anna):
    """Play a very small game to its end."""
    answer = anna.page.request.post(f"{anna.home}/new/mmm", form=TINY)
    anna.open(answer.url).at_table()
    while anna.hurry() != "ended":
        pass
    return anna


@pytest.mark.parametrize("wishes", [{}, {**PHONE, **NIGHT}], ids=["desktop", "phone by night"])
def test_an_album_from_its_first_page_to_the_last(invite, wishes, tmp_path):
    anna = invite(**wishes).open("/")
    page = anna.page
    page.locator(".bar-way").click()
    expect(page.locator(".album-empty h2")).to_have_text("The first page is still empty")
    sound(page)

    finished(anna)
    earned = page.locator("dialog.ending .laurels")
    expect(earned).to_contain_text("The first page")
    assert violations(page) == []
    page.locator("dialog.ending a[href='/album']").click()
    expect(page.locator(".album-numbers li").first).to_have_text("1 game")
    expect(page.locator(".trophy:not(.missing)").first).to_contain_text("The first page")
    page.locator(".to-come summary").click()
    expect(page.locator(".trophy")).to_have_count(20)
    page.locator(".album-finest img").scroll_into_view_if_needed()  # it is fetched when it comes near
    expect(page.locator(".album-finest img")).to_have_js_property("complete", True)
    assert page.locator(".album-finest img").evaluate("image => image.naturalWidth") == 1080
    sound(page)
    assert page.reload() and page.evaluate(SHIFT) < 0.05

    photographed(page)
    taken_along(anna, tmp_path)


def photographed(page):
    """Save the picture of a finale as a photo."""
    page.locator(".album-finest").click()
    with page.expect_download() as saved:
        page.locator("#save").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    sound(page)
    page.locator("a[href='/album']").last.click()


def taken_along(anna, folder):
    """Keep the album as a file, delete it, and bring it back; what is no album is refused in words."""
    page = anna.page
    with page.expect_download() as kept:
        page.locator("a[href='/album/album.json']").click()
    assert len(json.loads(kept.value.path().read_text("utf-8"))["pages"]) == 1
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("form[action='/album/delete'] button").click()
    expect(page.locator(".notice")).to_have_text("Done. The album is empty.")
    page.locator("#album-file").set_input_files(kept.value.path())
    expect(page.locator(".notice")).to_have_text("1 page was added.")
    expect(page.locator(".album-numbers li").first).to_have_text("1 game")
    (folder / "no.json").write_text("[]")
    page.locator("#album-file").set_input_files(folder / "no.json")
    expect(page.locator(".album-bring .problem")).to_contain_text("that is not an album")
    anna.troubles.clear()  # the browser notes that the file was refused
