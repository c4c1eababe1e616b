"""Hints and hindsight in the terminal, line by line and on the whole screen."""

import re

from mousehole.terminal.dialogs import PageDialog
from mousehole.terminal.opening import TableWish
from tests.terminal import test_line_mode
from tests.terminal.seeing import finish, move, said, until

play = test_line_mode.play
BOARD = "steps = 2\npantry = '''\nB B F\n. G F\n'''\n"


def small(tmp_path):
    (tmp_path / "small.toml").write_text(BOARD)
    return ("mmm", "--board", str(tmp_path / "small.toml"))


def test_hints_and_a_review_are_told_line_by_line(play, tmp_path):
    told = play("roll\nhint\n" + "1\n" * 40 + "review\nquit\n", "en", *small(tmp_path))
    assert re.search(r"Place \w+ on \w\d: about \d+% ± \d+%; among the best", told)
    assert "Estimates from many simulated games" in told
    assert re.search(r"^ +1 .*━", told, re.MULTILINE), "the line of chances"
    assert "At the start:" in told


def test_hints_are_turned_off_and_nothing_to_decide_is_told(play, tmp_path):
    told = play("hint\nhint off\nroll\nhint\nquit\n", "en", *small(tmp_path))
    assert "there is nothing to decide now" in told
    assert "Hints are off." in told and "hints are off at this table" in told


def test_french_gives_advice_too(play, tmp_path):
    told = play("lancer\nconseil\nquitter\n", "fr", *small(tmp_path))
    assert re.search(r"\w\u00a0: environ \d+\s% ± \d+\s%\u202f; ", told)
    assert "Estimations" in told


async def test_f3_shows_what_the_choices_are_worth(visit):
    async with visit(TableWish("mmm", {"steps": "2"}), size=(120, 40)) as pilot:
        await move(pilot, "space")
        await pilot.press("f3")
        await until(pilot, lambda: pilot.app.screen.hints)
        assert "about " in said(pilot.app.screen)


async def test_the_end_offers_a_review(visit):
    async with visit(TableWish("mmm", {"steps": "1"}), size=(120, 40)) as pilot:
        await finish(pilot)
        await pilot.click("#review")
        await until(pilot, lambda: isinstance(pilot.app.screen, PageDialog))
        assert "At the start" in said(pilot.app.screen)
