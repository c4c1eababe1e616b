"""How the server is reached: alone, in the home, behind a proxy."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from msgspec.structs import replace

from mousehole.core.words import UserError
from mousehole.store import SqliteStore
from mousehole.store.seals import HEAD, read_head
from mousehole.web.rights.access import secret
from mousehole.web.serve import ServeOptions, address, free, home_address, settings
from tests.store.test_damage import miscount_free_pages
from tests.web.browser import Browser
from tests.web.conftest import running


def test_it_listens_to_this_machine_alone_unless_told_otherwise():
    with free(ServeOptions(port=0)) as taken:
        assert taken.getsockname()[0] == "127.0.0.1"


def test_for_the_home_it_names_the_address_that_phones_can_open():
    wish = ServeOptions(host="0.0.0.0", port=4711)
    assert address(wish) == f"http://{home_address()}:4711"
    assert home_address() in settings(wish).hosts
    assert settings(wish).url == address(wish)


def test_a_taken_port_is_told_and_the_usual_one_gives_way():
    with free(ServeOptions(port=0)) as taken, pytest.raises(UserError, match="cannot listen"):
        free(ServeOptions(port=taken.getsockname()[1]))
    with free(ServeOptions()) as one, free(ServeOptions()) as two:
        assert one.getsockname()[1] != two.getsockname()[1]


def test_a_public_address_is_used_in_links_and_its_cookies_need_tls(tmp_path):
    with running(tmp_path, "--public-url", "https://mice.example.org") as (_, port):
        browser = Browser(port, Host="mice.example.org")
        page = browser.post("/play/mmm", Origin="https://mice.example.org")
        assert page.status == 303
        assert all("Secure" in cookie for cookie in page.headers.get_all("set-cookie"))
        links = browser.get(page.headers["location"] + "/links")
        assert "https://mice.example.org/join/" in links.text
        assert links.headers["cache-control"] == "no-store"
        assert links.headers["strict-transport-security"].startswith("max-age=")
    with running(tmp_path) as (_, port):
        assert "strict-transport-security" not in Browser(port).get("/").headers


def test_forwarded_addresses_are_believed_from_the_named_proxy_only(tmp_path):
    told = {}
    for name, more in (("strangers", ()), ("proxy", ("--proxy", "127.0.0.1"))):
        with running(tmp_path / name, *more) as (_, port):
            browser = Browser(port)
            forged = [browser.post("/play/mmm", X_Forwarded_For=f"203.0.113.{n}").status for n in range(70)]
            told[name] = forged.count(303)
    assert told["strangers"] < 70  # all from one address, so the limit of new tables holds
    assert told["proxy"] == 70


@pytest.mark.parametrize("wish", ["*", "10.0.0.0/99", "0", "17", "proxy.example.org"])
def test_a_proxy_that_says_nothing_is_refused_before_anything_begins(tmp_path, wish):
    env = {**os.environ, "MOUSEHOLE_DATA": str(tmp_path), "LC_ALL": "C"}
    command = [sys.executable, "-m", "mousehole", "web", "--no-browser", "--proxy", wish]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "proxy" in done.stderr and "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_second_server_on_the_same_games_is_refused_and_told_where_the_first_is(tmp_path):
    env = {**os.environ, "MOUSEHOLE_DATA": str(tmp_path), "LC_ALL": "C"}
    command = [sys.executable, "-m", "mousehole", "web", "--no-browser"]
    with running(tmp_path) as (_, port):
        for more in ((), ("--port", "0")):
            second = subprocess.run([*command, *more], env=env, capture_output=True, text=True, check=False)
            assert second.returncode == 2
            assert f"mousehole is already open: http://127.0.0.1:{port}" in second.stderr
            assert "Traceback" not in second.stderr
        games = [sys.executable, "-m", "mousehole", "play", "mmm", "--lines"]
        terminal = subprocess.run(games, env=env, input="", capture_output=True, text=True, check=False)
        assert "already" not in terminal.stderr  # the terminal may use the same games
    with running(tmp_path) as (_, port):  # the first was killed
        assert Browser(port).get("/").status == 200


def test_a_secret_that_can_be_guessed_is_refused(tmp_path):
    for content in (b"", b"short", bytes(64)):
        (tmp_path / "web.secret").write_bytes(content)
        with pytest.raises(UserError, match="guess"):
            secret(tmp_path)
        assert (tmp_path / "web.secret").read_bytes() == content


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a user's folders closed by itself")
def test_a_secret_is_private_and_stays_the_same(tmp_path):
    found = secret(tmp_path)
    assert len(found) == 32
    (tmp_path / "web.secret").chmod(0o644)
    assert secret(tmp_path) == found
    assert (tmp_path / "web.secret").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["web.secret"]


def test_a_server_whose_clock_is_far_ahead_forgets_little_and_says_so(tmp_path):
    with running(tmp_path) as (_, port):
        browser = Browser(port)
        tables = [browser.opened() for _ in range(30)]
    with closing(sqlite3.connect(tmp_path / "mousehole.db", isolation_level=None)) as db:
        for name in tables:
            head = read_head(name, db.execute(f"SELECT {HEAD} FROM tables WHERE id = ?", (name,)).fetchone())
            seal = replace(head, touched=1.0).values[-1]
            db.execute("UPDATE tables SET touched = 1.0, seal = ? WHERE id = ?", (seal, name))
    for more, shown in (((), 10 + 1), (("--bring-back",), 20 + 2)):
        with running(tmp_path, *more, "--keep-days", "300") as (_, port):
            tables.append(Browser(port).opened())  # written after what was forgotten at the start
        with closing(sqlite3.connect(tmp_path / "mousehole.db", isolation_level=None)) as db:
            assert db.execute("SELECT count(*) FROM tables").fetchone() == (len(tables),)
        assert asyncio.run(listed(tmp_path / "mousehole.db")) == shown


async def test_damaged_games_are_shown_and_new_moves_refused_unless_the_owner_says_otherwise(tmp_path):
    with running(tmp_path) as (_, port):
        browser = Browser(port)
        table = browser.opened()
    miscount_free_pages(tmp_path / "mousehole.db")
    for more, written in (((), False), (("--damaged",), True)):
        with running(tmp_path, *more) as (_, port):
            browser.port = port
            assert [browser.get(page).status for page in ("/", "/me", "/album", f"/table/{table}")] == [200] * 4
            async with browser.live(table) as talk:
                await talk.say(type="throw", seat=0, entry=talk.entry, ticket="t1")
                answer = await talk.hear("ack", "refused")
                assert ("only read" in answer.get("text", "")) is not written
            opening = browser.post("/play/mmm")
            assert opening.status == (303 if written else 503)
            assert ("only read" in opening.text) is not written


async def listed(path):
    store = await SqliteStore.open(path)
    found = await store.tables()
    await store.close()
    return len(found)
