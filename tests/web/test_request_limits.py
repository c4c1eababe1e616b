"""A limit holds for a whole server, whatever page asks; refusals are told apart by their class alone."""

import time

import pytest

from mousehole.web.refusals import REASONS, STATUS, nearest
from tests.web.browser import Browser
from tests.web.conftest import running


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    with running(tmp_path_factory.mktemp("strict"), "--limit", "downloads=2", "--limit", "changes=1") as (_, number):
        yield Browser(number)


def test_downloads_of_album_and_person_are_counted_together(strict):
    asked = ("/me/data.json", "/album/album.json", "/me/data.json", "/album/album.json")
    assert [strict.get(path).status for path in asked] == [200, 200, 429, 429]


def test_changes_of_tables_and_answers_to_puzzles_are_counted_together(strict):
    table, puzzle = strict.opened(), strict.get("/puzzles/mmm/next.json").json["name"]
    began = time.monotonic()
    asked = [(f"/table/{table}/owner", {"do": "chat"}), (f"/puzzles/mmm/{puzzle}/answer", {"action": "0"})] * 8
    passed = [status for path, form in asked if (status := strict.post(path, form).status) != 429]
    assert 0 < len(passed) <= 1 + time.monotonic() - began, "one at once, and one more comes free every second"


def test_albums_are_looked_at_and_brought_by_the_bytes(tmp_path):
    limits = ("album_looks=3", "album_imports=0.001")
    with running(tmp_path, *(word for limit in limits for word in ("--limit", limit))) as (_, number):
        browser, began = Browser(number), time.monotonic()
        looks = [browser.get("/album").status for _ in range(12)]
        assert looks[:3] == [200] * 3 and looks.count(200) <= 3 + (time.monotonic() - began) / 2 + 1
        brought = b'{"mousehole":"album","form":1,"pages":[]}'
        assert browser.post("/album/import", body=brought).status == 200
        assert browser.post("/album/import", body=brought + b" " * 2000).status == 429


@pytest.mark.parametrize("answers", [STATUS, REASONS], ids=["status", "reason"])
def test_a_refusal_is_answered_by_its_nearest_class_in_any_order(answers):
    for kind, answer in answers.items():
        error = type("Special", (kind,), {"__init__": lambda self: None})()
        for order in (answers, dict(reversed(answers.items()))):
            assert nearest(order, error, None) == answer
