"""A broken game of another package is listed with its reason; everything else on the shelf works."""

import os
import subprocess
import sys
import venv
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.every_game.broken_games import BROKEN, LATE, install
from tests.web.browser import Browser


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """The Python of an environment in which sound and broken games are installed."""
    home = tmp_path_factory.mktemp("environment")
    venv.EnvBuilder(symlinks=os.name != "nt", with_pip=False).create(home)
    site = next(home.rglob("site-packages"))
    (site / "house.pth").write_text("\n".join(path for path in sys.path if Path(path).is_dir()), "utf-8")
    install(site)
    return next((home / ("Scripts" if os.name == "nt" else "bin")).glob("python*"))


def mousehole(python, *arguments, stdin="", folder=None):
    env = {**os.environ, "LC_ALL": "C", "MOUSEHOLE_DATA": str(folder or "")}
    command = [python, "-P", "-m", "mousehole", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, env=env, check=False)


def test_the_list_of_games_names_what_is_broken_and_why(python):
    told = mousehole(python, "games")
    assert told.returncode == 0 and told.stderr == ""
    rows = told.stdout.splitlines()
    assert "mmm           Mmm!" in rows and "pebbles       Pebbles" in rows
    for name, (_, reason) in BROKEN.items():
        assert [row for row in rows if row.startswith(f"{name:<14}broken: {reason}")], (name, rows)


@pytest.mark.parametrize(("command", "name"), [("play", "lost"), ("rules", "typed"), ("arena", "stillborn")])
def test_a_broken_game_cannot_be_played_and_says_why_in_one_line(python, command, name):
    told = mousehole(python, command, name)
    assert told.returncode == 2
    assert told.stderr.splitlines() == [f"mousehole: the game {name} is broken: {why(name)}"]


def why(name):
    whole = {
        "stillborn": f"AttributeError: 'NoneType' object has no attribute 'none' (__init__.py:{at('None.none')})",
        "lost": f"{BROKEN['lost'][1]} (__init__.py:1)",
    }
    return whole.get(name, BROKEN[name][1])


def at(words, source=BROKEN["stillborn"][0]):
    """The line of a source that holds these words."""
    return next(number for number, row in enumerate(source.splitlines(), 1) if words in row)


def test_a_game_that_breaks_while_it_is_played_is_named_in_one_line(python, tmp_path):
    told = mousehole(python, "play", "late", "--lines", stdin="2\n2\n2\n", folder=tmp_path)
    assert told.returncode == 2
    assert told.stderr.splitlines() == [f"mousehole: {late()}"]


def late():
    return f"the game late is broken: ZeroDivisionError: {division()} (__init__.py:{at('2 - event.count', LATE)})"


def division():
    try:
        return str(1 // 0)
    except ZeroDivisionError as error:
        return str(error)


def test_the_terminal_lists_broken_games_line_by_line(python, tmp_path):
    told = mousehole(python, "play", "--lines", stdin="games\nquit\n", folder=tmp_path)
    assert told.returncode == 0 and told.stderr == ""
    assert "Pebbles: take the last one" in told.stdout
    assert all(f"  {name:<14}broken: {reason}" in told.stdout for name, (_, reason) in BROKEN.items())


def test_sound_games_of_other_packages_play_beside_broken_ones(python):
    told = mousehole(python, "arena", "pebbles", "--players", "random,greedy", "--games", "2", "--processes", "1")
    assert told.returncode == 0, told.stderr


@pytest.fixture
def browser(python, tmp_path):
    env = {**os.environ, "MOUSEHOLE_DATA": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    command = [python, "-P", "-m", "mousehole", "web", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as server:
        yield Browser(int(next(row for row in server.stdout if "127.0.0.1:" in row).rpartition(":")[2]))
        server.kill()


def test_the_home_page_lists_broken_games(browser):
    home = browser.get("/")
    assert home.status == 200
    assert all(f"the game {name} is broken: " in home.text for name in BROKEN)
    assert "Pebbles" in home.text and "/somewhere" not in home.text
    assert browser.get("/new/mmm").status == browser.get("/new/pebbles").status == 200
    assert browser.get("/new/lost").status == 404


def table_of(browser, name):
    page = browser.post(f"/new/{name}", {"pebbles": "5", "chair-0": "me", "chair-1": "here"})
    return urlsplit(page.headers["location"]).path.split("/")[2]


async def take_two(talk):
    while (talk.frame or talk.welcome["frame"])["turn"]["kind"] != "decide":  # a wave comes first, by itself
        await talk.hear("frames")
    await talk.say(type="play", seat=0, entry=talk.entry, ticket="two", action=1)


async def test_a_move_that_breaks_a_game_is_refused_with_its_place_and_the_game_goes_on(browser):
    async with browser.live(table_of(browser, "late")) as talk:
        await take_two(talk)
        refused = await talk.hear("refused")
        assert (refused["reason"], refused["text"], refused["ticket"]) == ("broken", late(), "two")
        await talk.move("play", action=0)


async def test_a_table_that_cannot_be_shown_says_so_and_nobody_tries_again(browser):
    table = table_of(browser, "blind")
    async with browser.live(table) as talk:
        await take_two(talk)
        assert (await talk.hear("ack"))["ticket"] == "two"
        assert (await talk.hear("refused"))["reason"] == "broken"
    async with browser.live(table, hello=False) as talk:
        await talk.say(type="hello", version=2)
        gone = await talk.hear("gone")
        assert gone["reason"] == "broken" and "Nothing is lost" in gone["text"]
    assert browser.get("/").status == 200
