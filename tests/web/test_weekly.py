"""The board of the week over real connections: the same luck for everybody, one result each, compared without names."""

import re
from urllib.parse import urlsplit

import pytest

from mousehole import shelf
from mousehole.core.game import Player
from mousehole.library.weekly import GAME, board_of_week, played
from mousehole.web.week import this_week
from tests.web.browser import Browser


class Chooser(Player):
    """Takes the first action of every turn, or the last."""

    def __init__(self, at):
        self.at = at

    def choose(self, game, state, turn, luck):
        return turn.actions[self.at]


def begun(browser):
    page = browser.post("/week")
    assert page.status == 303, page.text
    return urlsplit(page.headers["location"]).path.split("/")[2]


async def finished(browser, at):
    """Play the board to its end, and tell what was rolled and how it ended."""
    table, story = begun(browser), []
    async with browser.live(table) as talk:
        talk.tickets = 100  # others than those of an earlier connection
        while not (talk.frame and talk.frame["turn"]["kind"] == "over"):
            chance = talk.held["turn"]["kind"] == "chance"
            actions = sorted({offer["action"] for offer in talk.held["scene"].get("offers", ())})
            await talk.move("throw" if chance else "play", **({} if chance else {"action": actions[at]}))
            story.append(talk.frame.get("story"))
        return table, story, talk.frame["over"]["score"]


def results(browser):
    rows = re.findall(r"<li.*?</li>", browser.get("/week").text)
    return [tuple(re.findall(r">([^<>]+)<", row)) for row in rows]


@pytest.fixture
def port(tmp_path):
    """A server of its own, where nobody has played yet."""
    from tests.web.conftest import running

    with running(tmp_path) as (_, number):
        yield number


async def test_everybody_gets_the_same_board_and_luck_and_one_result(port):
    board, game = board_of_week(this_week()), shelf.find(GAME)
    expected = [played(game, board.setup, board.seed, Chooser(at)).score for at in (0, 0, -1, -1)]
    people = [Browser(port) for _ in range(4)]
    assert "Nobody has played it here yet." in people[0].get("/week").text
    ends = [await finished(one, at) for one, at in zip(people, (0, 0, -1, -1), strict=True)]
    assert [score for _, _, score in ends] == expected
    assert ends[0][1] == ends[1][1] and ends[2][1] == ends[3][1]
    for one, (table, _, _) in zip(people, ends, strict=True):
        assert one.get(f"/table/{table}/trophies.json").json["week"] == "/week"  # which counts it, once
        assert begun(one) == table
    pages = [one.get("/week").text for one in people]
    assert all("perfect play" in page for page in pages)
    assert results(people[0]) == results(people[1])
    told = results(people[0])
    assert sum(int(found[0]) for row in told for word in row if (found := re.findall(r"^(\d+) players?$", word))) == 4
    best, worst = (people[n] for n in (expected.index(max(expected)), expected.index(min(expected))))
    behind = sum(score < max(expected) for score in expected)
    assert f"You did better than {behind} of 3 other players." in best.get("/week").text
    assert "You did better than 0 of 3 other players." in worst.get("/week").text
    kept = people[0].get("/me/data.json").json["puzzles"]
    assert (kept["week"], kept["week_score"]) == (this_week(), expected[0])
    assert "4 players have played it here." in Browser(port).get("/week").text


async def test_there_are_no_hints_and_a_game_with_a_bot_or_hints_does_not_count(port):
    anna = Browser(port)
    table = begun(anna)
    async with anna.live(table) as talk:
        await talk.move("throw")
        assert await talk.refused("hint", entry=talk.entry) == "no_hints"
        assert await talk.refused("undo", entry=talk.entry, to=0, seat=0, ticket="back") == "no_undo"
    assert anna.post(f"/table/{table}/owner", {"do": "hints", "to": "on"}).status in (200, 204, 303)
    await finished(anna, 0)
    assert "does not count" in anna.get("/week").text
    assert "Nobody has played it here yet." in Browser(port).get("/week").text


def test_who_comes_back_goes_on_and_a_new_table_after_a_deleted_one_is_known(port):
    anna = Browser(port)
    table = begun(anna)
    assert begun(anna) == table and "Go on playing" in anna.get("/week").text
    anna.post(f"/table/{table}/owner", {"do": "delete"})
    other = begun(anna)
    assert other != table and begun(anna) == other


def test_the_page_speaks_four_languages(port):
    for language, words in (("en", "week"), ("fr", "semaine"), ("de", "Woche"), ("es", "semana")):
        assert words in re.search("<h1>(.*?)</h1>", Browser(port, accept_language=language).get("/week").text)[1]
