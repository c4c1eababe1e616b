"""The home of a campaign: what was won, who goes along, and how a journey goes on."""

import re
from pathlib import Path

from tests.web.browser import Browser

GOLDEN = Path(__file__).parents[1] / "games" / "mystics" / "golden"


def standings(page):
    return re.findall(r'<li id="chapter-(\w+)" class="chapter (\w+)"', page.text)


def brought(browser, name):
    """Bring a recorded game to the house, and name its table."""
    return browser.post("/upload", body=(GOLDEN / f"{name}.json").read_bytes()).json["address"].split("/")[2]


def test_the_map_of_a_newcomer_begins_with_the_first_chapter(browser):
    page = browser.get("/campaign/mystics")
    assert standings(page) == [("c1", "next"), ("c2", "ahead"), ("c3", "ahead")]
    assert 'action="/play/mystics"' in page.text
    assert "The prints lead from the mill door" not in page.text, "what comes later is not told yet"
    assert 'href="/campaign/mystics"' in browser.get("/").text


def test_a_journey_goes_on_from_its_map_and_brings_luggage_and_titles(browser):
    won = brought(browser, "campaign/1")
    page = browser.get("/campaign/mystics")
    assert standings(page) == [("c1", "won"), ("c2", "next"), ("c3", "ahead")]
    for words in ("1 of 3 chapters won", "Resolve", "Marksman", "stays at home", f"/table/{won}/replay"):
        assert words in page.text
    opened = browser.follow(browser.post("/campaign/mystics/on", {"table": won}))
    table = re.search(r"/table/(\w+)", opened.headers["location"])[1]
    assert browser.get(f"/table/{table}/record.json").json["setup"]["carry"]["mice"][0]["abilities"] == ["resolve"]
    assert standings(browser.get(f"/campaign/mystics?run={won}"))[1] == ("c2", "now")
    again = browser.post("/campaign/mystics/again", {"table": won})
    anew = browser.get(f"{again.headers['location']}/record.json").json
    assert (anew["setup"]["chapter"], anew["events"]) == ("c1", [])
    assert standings(browser.get("/campaign/mystics")) == [("c1", "won"), ("c2", "now"), ("c3", "ahead")]


def test_a_lost_chapter_can_be_tried_again_and_journeys_stay_apart(browser):
    first, second = brought(browser, "campaign/1"), brought(browser, "brook_lost")
    page = browser.get(f"/campaign/mystics?run={second}")
    assert standings(page) == [("c1", "ahead"), ("c2", "lost"), ("c3", "ahead")]
    assert f"/campaign/mystics?run={first}" in page.text
    assert browser.post("/campaign/mystics/on", {"table": second}).status == 303


def test_the_map_has_stars_and_the_difficulty_changes_between_chapters(browser):
    won = brought(browser, "campaign/1")
    page = browser.get("/campaign/mystics").text
    assert re.search(r'<span [^>]*class="stars"[^>]*>★+☆*</span>', page)
    assert 'class="deeds"' in page and '<option value="gentle">' in page
    opened = browser.follow(browser.post("/campaign/mystics/on", {"table": won, "difficulty": "gentle"}))
    table = re.search(r"/table/(\w+)", opened.headers["location"])[1]
    setup = browser.get(f"/table/{table}/record.json").json["setup"]
    assert (setup["chapter"], setup["difficulty"]) == ("c2", "gentle")
    assert setup["carry"]["mice"][0]["abilities"] == ["resolve"]
    home = browser.get("/").text
    assert "Continue: Down the Brook, page 1 of 7" in home and f'href="/table/{table}"' in home


def test_what_nobody_can_choose_changes_nothing_between_chapters(browser):
    won = brought(browser, "campaign/1")
    anew = browser.post("/campaign/mystics/again", {"table": won, "difficulty": "nonsense", "chapter": "c3"})
    setup = browser.get(f"{anew.headers['location']}/record.json").json["setup"]
    assert (setup["chapter"], setup["difficulty"]) == ("c1", "usual")


def test_nobody_carries_on_the_journey_of_somebody_else(browser, port):
    won, stranger = brought(browser, "campaign/1"), Browser(port)
    for way in ("on", "again"):
        assert stranger.post(f"/campaign/mystics/{way}", {"table": won}).status == 403
        assert browser.post(f"/campaign/mmm/{way}", {"table": won}).status == 404
        assert browser.post(f"/campaign/mystics/{way}", {"table": "../../x"}).status in (403, 404)
    assert browser.get("/campaign/mmm").status == 404
    assert standings(stranger.get(f"/campaign/mystics?run={won}"))[0] == ("c1", "next")
