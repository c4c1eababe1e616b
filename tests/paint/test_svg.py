"""The SVG painter: what a picture is made of, and that a browser shows all of it."""

import re
import shutil
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace
from playwright.sync_api import sync_playwright

from mousehole import shelf
from mousehole.core.record import plies
from mousehole.core.scene import Panel, Piece, Row, Scene, Spot
from mousehole.core.setups import variants
from mousehole.core.words import Who, line, plain, voice
from mousehole.paint import svg
from mousehole.testing import random_record

MMM = shelf.find("mmm")
NS = {"s": "http://www.w3.org/2000/svg"}


def position(ply):
    record, _ = random_record(MMM, MMM.setup(players=2), b"1")
    found = list(plies(MMM, record))[ply]
    return MMM.scene(found.state, found.turn, None, found.event)


def picture(scene, **options):
    return ET.fromstring(svg.paint(MMM, scene, **options))


def layer(page, name):
    return page.findall(f"s:g[@class='{name}']/*", NS)


def small(spots=(), pieces=(), panels=()):
    return Scene((4, 3), tuple(spots), tuple(pieces), plain("Ready & <set>?"), panels=tuple(panels))


def test_a_picture_has_its_layers_in_order_and_everything_of_the_scene_in_them():
    scene = position(31)
    page = picture(scene)
    assert [group.get("class") for group in page.findall("s:g", NS)] == ["backdrop", "spots", "rulers", "pieces"]
    assert [text.text for text in layer(page, "rulers")] == [*"abcdefg", *"1234567"]
    assert len(layer(page, "pieces")) == len(scene.pieces)
    shown = [use.get("href")[1:] for use in layer(page, "spots") if use.tag.endswith("use")]
    assert shown == [spot.sprite for spot in scene.spots]
    assert page.get("viewBox") == f"0 0 {scene.size[0] * 100:g} {scene.size[1] * 100:g}"


def test_only_the_drawings_in_use_are_embedded_with_all_they_refer_to():
    text = svg.paint(MMM, position(31))
    names = set(re.findall(r'\bid="(mmm-[^"]+)"', text))
    assert {"mmm-cat", "mmm-chip", "mmm-bread-4"} <= names
    assert "mmm-mouse-cheer" not in names
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= names
    assert len(text) < len("".join(svg.sheet(MMM.package).values()))


def test_a_picture_is_the_same_every_time():
    assert svg.paint(MMM, position(40), "fr", panels=True) == svg.paint(MMM, position(40), "fr", panels=True)


def test_titles_are_said_in_the_asked_language_and_names_are_used():
    page = picture(position(1), language="fr", names=("Zoé", "Ana"))
    assert page.find("s:title", NS).text == voice("fr", MMM.package)(MMM.title)
    told = page.find("s:desc", NS).text
    assert told.startswith("Zoé")
    assert "pain 11 sur 11" in told.splitlines()
    assert page.get("lang") == "fr"


def test_panels_stand_in_a_column_only_when_asked():
    plain_page, page = picture(position(1)), picture(position(1), language="fr", panels=True)
    assert layer(plain_page, "panels") == []
    assert len(layer(page, "panels")) == 2
    assert float(page.get("width")) > float(plain_page.get("width"))
    assert "Encore dans le cellier" in ET.tostring(page, "unicode")


def test_choices_are_ringed_only_when_asked():
    scene = position(1)
    assert layer(picture(scene), "choices") == []
    squares = {click for offer in scene.offers for click in offer.clicks}
    assert len(layer(picture(scene, choices=True), "choices")) == 2 * len(squares)


def test_what_has_no_drawing_gets_a_shape_in_its_colour_with_its_mark():
    spots = [Spot("p", (1, 1), tint="#123456", mark="7"), Spot("q", (2, 1), mark="Q"), Spot("r", (3, 1), sprite="none")]
    pieces = [Piece("m", "p", tint="#abcdef", mark="M"), Piece("n", "q", text=plain("3<4"))]
    page = picture(small(spots, pieces))
    assert [part.get("fill") for part in layer(page, "spots") if part.tag.endswith("rect")] == ["#123456"]
    assert [part.text for part in page.iter(f"{{{NS['s']}}}text")] == ["7", "Q", "M", "3<4"]
    assert [part.get("fill") for part in layer(page, "pieces") if part.tag.endswith("rect")] == ["#abcdef", svg.BARE]


def test_pieces_are_turned_mirrored_and_shifted_around_their_centres():
    spots, cat = [Spot("p", (1, 1), glow="danger")], {"on": "p", "sprite": "mmm-cat"}
    pieces = [Piece("a", turn=90.0, shift=(1, 0.5), **cat), Piece("b", mirror=True, **cat), Piece("c", **cat)]
    turned, mirrored, upright = layer(picture(small(spots, pieces)), "pieces")
    assert (turned.get("x"), turned.get("y"), turned.get("transform")) == ("150", "100", "rotate(90 200 150)")
    assert mirrored.get("transform") == "translate(200 0) scale(-1 1)"
    assert upright.get("transform") is None


def test_long_rows_of_a_panel_take_two_lines():
    row = Row(plain("a very long label for a small panel"), plain("and its value"), meter=(1, 3))
    short = Row(plain("short"), plain("1"), meter=(0, 0))
    page = picture(small(panels=[Panel("p", plain("T"), (row,)), Panel("q", plain("U"), (short,))]), panels=True)
    long, brief = (float(panel.find("s:rect", NS).get("height")) for panel in layer(page, "panels"))
    assert long > brief


def test_sheets_are_cut_into_elements_wherever_they_stand():
    sheet = (
        f'<svg xmlns="{NS["s"]}"><defs><linearGradient id="g"/></defs>'
        '<symbol id="a"><rect fill="url(#g)"/></symbol></svg>'
    )
    cut = svg.elements(sheet)
    assert list(cut) == ["a", "g"]
    assert cut["a"] == '<symbol id="a"><rect fill="url(#g)" /></symbol>'


@pytest.mark.browser
def test_a_browser_shows_every_part_of_every_game():
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        for game in shelf.every():
            for setup in variants(game)[:3]:
                record, _ = random_record(game, setup, b"2")
                for ply in list(plies(game, record))[:: max(1, len(record.events) // 3)]:
                    scene = game.scene(ply.state, ply.turn, None, ply.event)
                    page.set_content(svg.paint(game, scene, panels=True, choices=True))
                    assert page.evaluate(EMPTY) == []
        browser.close()


EMPTY = """() => [...document.querySelectorAll('use, text, rect')]
    .filter(part => !part.closest('defs') && !(part.getBoundingClientRect().width > 0))
    .map(part => part.outerHTML)"""


def test_words_of_people_cannot_break_a_picture():
    name = '"><script>'
    scene = small([Spot("p", (1, 1), mark="<b>")])
    told = picture(replace(scene, prompt=line("{who}", who=Who(0))), names=(name,))
    assert told.find("s:desc", NS).text == name
    assert picture(scene).find("s:desc", NS).text == "Ready & <set>?"
