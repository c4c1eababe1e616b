"""Puzzles over real connections: asked, answered, counted once, kept for a browser, taken along and forgotten."""

import pytest

from mousehole import shelf
from mousehole.web.pages.puzzle_pages import hints_at, of_day, puzzle_games, puzzle_position, why
from mousehole.web.routes.puzzle_routes import this_day
from tests.web.browser import Browser

JSON = {"accept": "application/json"}


def puzzle(browser, game="mmm", query=""):
    told = browser.get(f"/puzzles/{game}/next.json{query}").json
    return shelf.find(game).parts.puzzles.named[told["name"]], told


def answer(browser, one, action, game="mmm"):
    page = browser.post(f"/puzzles/{game}/{one.name}/answer", {} if action is None else {"action": action}, **JSON)
    assert page.status == 200, page.text
    return page.json


def figures(told):
    return {fact["label"]: fact["value"] for fact in told["facts"]}


def test_a_puzzle_is_asked_without_its_answer_and_answered_with_every_moves_worth(browser):
    one, told = puzzle(browser)
    assert not {"worth", "best", "rows"} & told.keys()
    assert len(told["scene"]["offers"]) == len(one.worth)
    assert browser.cookies == {}  # whoever only looks gets no key
    said = answer(browser, one, one.best[0])
    assert said["right"] and said["counted"] and said["words"].startswith("Right! Every other move costs")
    assert [row["action"] in one.best for row in said["rows"]] == [row["best"] for row in said["rows"]]
    assert [round(row["chance"] * 10_000) for row in said["rows"]] == list(one.worth)
    assert figures(said)["In a row"] == "1"
    assert int(figures(said)["Your rating"]) > 1300


def test_what_was_answered_counts_once_and_the_next_one_comes(browser):
    one, _ = puzzle(browser)
    wrong = next(n for n in range(len(one.worth)) if n not in one.best)
    said = answer(browser, one, wrong)
    assert not said["right"] and said["words"].startswith("That costs") and figures(said)["Solved"] == "0/1"
    again = answer(browser, one, one.best[0])
    assert again["right"] and not again["counted"] and figures(again) == figures(said)
    assert puzzle(browser)[0] != one


@pytest.mark.parametrize("action", [None, "999999", "-1", "x", "9" * 40])
def test_whoever_names_no_move_gives_up(browser, action):
    one, _ = puzzle(browser)
    said = answer(browser, one, action)
    assert not said["right"] and said["words"].startswith("The best move: ")


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_counts_days(browser, port):
    game, today = of_day(this_day())
    pages = [someone.get("/puzzles") for someone in (browser, Browser(port, accept_language="fr"))]
    assert all(f'data-game="{game.name}"' in page.text and 'data-today="yes"' in page.text for page in pages)
    one, told = puzzle(browser, game.name, "?today")
    assert one == today and told["counts"]
    assert figures(answer(browser, one, one.best[0], game.name))["Days in a row"] == "1"
    assert not puzzle(browser, game.name, "?today")[1]["counts"]
    home = browser.get("/").text
    assert "Puzzle of the day" in home and "1 day in a row" in home and f"/puzzles/{game.name}/{one.name}.svg" in home
    assert browser.get(f"/puzzles/{game.name}/{one.name}.svg").text.startswith("<svg")


def test_what_is_kept_can_be_taken_along_and_deleted(browser):
    one, _ = puzzle(browser)
    answer(browser, one, one.best[0])
    kept = browser.get("/me/data.json").json["puzzles"]["games"]["mmm"]
    assert (kept["solved"], kept["recent"]) == (1, [one.name])
    assert browser.post("/me/forget", {"owned": "leave"}).status == 303
    browser.cookies = {name: value for name, value in browser.cookies.items() if value}
    assert figures(puzzle(browser)[1])["Solved"] == "0/0"


@pytest.mark.parametrize("game", puzzle_games())
def test_every_game_with_puzzles_has_a_page_and_shows_its_positions(browser, game):
    assert browser.get(f"/puzzles/{game}").status == 200
    for one in shelf.find(game).parts.puzzles.every[::97]:
        assert browser.get(f"/puzzles/{game}/{one.name}.svg").status == 200


def test_where_there_are_no_puzzles_there_is_no_page(browser):
    for path in ("/puzzles/mystics", "/puzzles/nothing", "/puzzles/mmm/nothing.svg", "/puzzles/mystics/next.json"):
        assert browser.get(path).status == 404
    assert browser.post("/puzzles/mmm/nothing/answer").status == 404


@pytest.mark.parametrize("game", puzzle_games())
def test_every_puzzle_has_a_word_of_why(game):
    assert [
        one.name for one in shelf.find(game).parts.puzzles.every if not why(one, puzzle_position(one.position))
    ] == []


@pytest.mark.parametrize("game", puzzle_games())
def test_the_word_of_why_mostly_sets_the_best_move_apart(game):
    every, apart = shelf.find(game).parts.puzzles.every, 0
    for one in every:
        said = [str(hint.reason) for hint in hints_at(one, puzzle_position(one.position))]
        second = max((n for n in range(len(said)) if n not in one.best), key=lambda n: one.worth[n])
        apart += said[one.best[0]] != said[second]
    assert apart / len(every) > 0.7
