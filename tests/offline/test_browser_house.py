"""The application without a server: requests, cookies and live connections as a service worker passes them."""

import asyncio
import io
import json
import re
import zipfile
from pathlib import Path
from urllib.parse import urlencode

import pytest

from mousehole.offline.requests import CookieJar, below
from tests.album.test_keeping import end
from tests.offline.house import OpenHouse
from tests.web.test_album import SMALL

ROOT = Path(__file__).parents[2]


def zipped(files):
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return written.getvalue()


def packed(folder):
    """A folder as people send it: an archive that holds the folder itself."""
    files = {path.relative_to(folder.parent).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return zipped({name: path.read_bytes() for name, path in files.items()})


@pytest.fixture(params=["", "/a/b"])
async def house(request, tmp_path):
    opened = await OpenHouse(request.param).open(tmp_path / "games.db")
    yield opened
    await opened.house.close()


async def table_of(house, game="mmm"):
    _, headers, _ = await house.get(f"/play/{game}", "POST")
    return re.search(r"/table/(\w+)", headers["location"])[1]


async def test_every_address_of_a_page_stands_below_the_base(house):
    status, headers, body = await house.get("/")
    page = body.decode()
    assert status == 200
    found = re.findall(r' (?:href|src|action)="(/[^"]*)"', page)
    assert len(found) > 20 and all(address.startswith(f"{house.base}/") for address in found)
    assert f'<body data-base="{house.base}"' in page
    assert "frame-ancestors 'self'" in headers["content-security-policy"]
    assert "set-cookie" not in headers


async def test_the_shelf_for_the_next_visit_has_the_games_and_asks_nobody_for_anything(house):
    table = await table_of(house)
    page = (await house.house.page_ahead("", "fr,en")).decode()
    assert "<body data-early " in page and 'lang="fr"' in page
    assert f'href="{house.base}/table/{table}"' in page and "<img" not in page
    await house.get("/language", "POST", b"language=de", **{"content-type": "application/x-www-form-urlencoded"})
    assert 'lang="de"' in (await house.house.page_ahead("", "fr,en")).decode()


async def test_a_table_is_opened_and_found_again_by_the_cookie_that_is_kept(house, tmp_path):
    table = await table_of(house)
    await house.house.close()
    again = await OpenHouse(house.base).open(tmp_path / "games.db")
    status, _, body = await again.get("/")
    assert status == 200 and f"{house.base}/table/{table}" in body.decode()
    await again.house.close()


async def test_a_live_connection_welcomes_and_acknowledges(house):
    table = await table_of(house)
    house.house.live.hear("one", "open", f"/table/{table}/live")
    house.house.live.hear("one", "text", json.dumps({"type": "hello", "version": 2, "known": None, "language": "en"}))
    name, welcome = await house.heard("welcome")
    assert name == "one"
    throw = {"type": "throw", "seat": 0, "entry": welcome["frame"]["entry"], "ticket": "t"}
    house.house.live.hear("one", "text", json.dumps(throw))
    assert (await house.heard("ack"))[1]["ticket"] == "t"


async def test_a_page_whose_house_was_closed_hears_that(house):
    house.house.live.hear("old", "text", "{}")
    assert ("old", "close", "") in house.told


async def test_seats_are_for_phones_that_are_near_and_a_game_is_passed_on(house):
    table = await table_of(house)
    form = (await house.get("/new/mmm"))[2]
    assert b"by phone" not in form and b"on another phone" in form
    page = (await house.get(f"/table/{table}/links"))[2].decode()
    assert f"http://games.example:8080{house.base}/#game=" in page
    status, _, words = await house.get("/code", "POST")
    assert status == 422 and b"need a server" in words


TWO = b"players=2&side=one_paw&first=0&chair-0=me&chair-1=link"
FORM = {"content-type": "application/x-www-form-urlencoded"}


async def test_guests_have_cookies_and_a_base_of_their_own_which_last(house, tmp_path):
    _, headers, _ = await house.get("/new/mmm", "POST", TWO, **FORM)
    table = re.search(r"/table/(\w+)", headers["location"])[1]
    page = (await house.get(f"/table/{table}/links"))[2].decode()
    way = re.search(rf'data-together="{house.base}(/join/{table}/\w+)"', page)[1]
    for name in ("ben", "eve"):
        await house.house.welcome(name, "/else/where")
        assert (await house.get(f"/table/{table}", guest=name))[0] == 403
    invitation = (await house.get(way, guest="ben"))[2].decode()
    assert 'data-base="/else/where"' in invitation and 'src="/else/where/static/' in invitation
    status, headers, _ = await house.get(way, "POST", b"name=Ben", guest="ben", **FORM)
    assert (status, headers["location"]) == (303, f"/else/where/table/{table}")
    page = (await house.get(f"/table/{table}/links", guest="ben"))[2].decode()
    assert "#game=" in page and "data-together" not in page
    assert (await house.get(f"/table/{table}", guest="eve"))[0] == 403
    await house.house.close()
    again = await OpenHouse(house.base).open(tmp_path / "games.db")
    for name, status in (("ben", 200), ("eve", 403)):
        await again.house.welcome(name, "")
        assert (await again.get(f"/table/{table}", guest=name))[0] == status
    await again.house.close()


async def test_guests_take_no_games_along_and_bring_no_rules(house):
    await house.house.welcome("eve", "")
    assert (await house.get("/kept/games", guest="eve"))[0] == 403
    assert (await house.get("/upload", "POST", b"PK\x03\x04", guest="eve"))[0] == 403
    words = (await house.get("/privacy", guest="eve"))[2].decode()
    assert "You are a guest here" in words and "/kept/games" not in words
    status, _, _ = await house.get("/kept/games", **{"mousehole-guest": "eve"})
    assert status == 200  # a page cannot say that it is a guest, nor that it is none


async def test_a_guest_takes_a_table_over_with_everybody_in_their_seat(house, tmp_path):
    _, headers, _ = await house.get("/new/mmm", "POST", TWO.replace(b"=link", b"=bot:easy") + b"&name-0=Anna", **FORM)
    table = re.search(r"/table/(\w+)", headers["location"])[1]
    kept = (await house.get(f"/table/{table}/whole.json"))[2]
    assert json.loads(kept)["record"]["seed"] is None  # the luck to come stays where it was
    other = await OpenHouse(house.base).open(tmp_path / "other.db")
    status, _, told = await other.get("/kept/taken", "POST", kept, accept="application/json")
    there = json.loads(told)["address"]
    taken = json.loads((await other.get(f"{there}/whole.json"))[2])
    assert status == 200 and taken["record"]["events"] == json.loads(kept)["record"]["events"]
    assert taken["chairs"] == json.loads(kept)["chairs"]
    assert [chair["kind"] for chair in taken["chairs"]] == ["person", "bot"] and taken["chairs"][0]["name"] == "Anna"
    assert taken["options"]["drawn_from"] == len(taken["record"]["events"])  # from here on by luck of its own
    await other.house.welcome("eve", "")
    assert (await other.get("/kept/taken", "POST", kept, guest="eve"))[0] == 403
    await other.house.close()


async def test_hints_that_are_off_stay_off_where_a_table_is_taken_over(house, tmp_path):
    two = b"players=2&cat=0&holes=side&friends_block=on&arrow_catches=on&chair-0=me&chair-1=link"
    _, headers, _ = await house.get("/new/chopchop", "POST", two, **FORM)
    table = re.search(r"/table/(\w+)", headers["location"])[1]
    assert (await house.get(f"/table/{table}/record.json"))[0] == 403
    kept = (await house.get(f"/table/{table}/whole.json"))[2]
    status, _, told = await house.get("/kept/taken", "POST", kept, accept="application/json")
    there = json.loads(told)["address"]
    assert status == 200 and json.loads((await house.get(f"{there}/whole.json"))[2])["options"]["hints"] is False


async def test_a_guest_is_heard_on_a_live_connection(house):
    await house.house.welcome("ben", "")
    _, headers, _ = await house.get("/play/mmm", "POST", guest="ben")
    table = re.search(r"/table/(\w+)", headers["location"])[1]
    for name, guest in (("his", "ben"), ("hers", "")):
        house.house.hear(name, "open", f"/table/{table}/live", guest)
    house.house.hear("his", "open", f"/table/{table}/live", "ben")  # said again by a page that waits
    hello = {"type": "hello", "version": 2, "known": None, "language": "en"}
    house.house.hear("his", "text", json.dumps(hello), "ben")
    assert (await house.heard("welcome"))[0] == "his"
    assert [told for told in house.told if told[:2] == ("his", "open")] == [("his", "open", "")]
    assert ("hers", "open", "") not in house.told


async def test_all_games_are_kept_as_a_file_and_come_back_on_another_device(house, tmp_path):
    table = await table_of(house)
    status, headers, kept = await house.get("/kept/games")
    assert status == 200 and "games.mousehole" in headers["content-disposition"]
    other = await OpenHouse(house.base).open(tmp_path / "other.db")
    await other.get("/")
    status, _, told = await other.get("/upload", "POST", kept, accept="application/json")
    assert (status, json.loads(told)) == (200, {"address": "/me"})
    assert (await other.get(f"/table/{table}"))[0] == 200
    status, _, words = await other.get("/upload", "POST", kept[:200], accept="application/json")
    assert status == 422 and "not a sound backup" in json.loads(words)["problem"]
    await other.house.close()


async def album(house):
    """The tables that the album of this browser tells of."""
    return {page["table"] for page in json.loads((await house.get("/album/album.json"))[2])["pages"]}


async def test_the_family_album_is_kept_here_and_comes_along_with_the_games(house, tmp_path):
    form, host = urlencode(SMALL).encode(), house.house.server.host
    played = [
        re.search(r"/table/(\w+)", (await house.get("/new/mmm", "POST", form))[1]["location"])[1] for _ in range(2)
    ]
    for name in played:
        await end(host, await host.table(name))
    assert await album(house) == {*played}
    status, _, page = await house.get("/album")
    assert status == 200 and f'src="{house.base}/album/'.encode() in page
    await house.get(f"/table/{played[0]}/owner", "POST", b"do=delete")
    _, _, kept = await house.get("/kept/games")
    other = await OpenHouse(house.base).open(tmp_path / "other.db")
    assert (await other.get("/upload", "POST", kept, accept="application/json"))[0] == 200
    assert await album(house) == await album(other) == {*played}
    await other.house.close()


def test_text_that_looks_like_an_attribute_stays_as_it_is():
    page = '<body class="page"><a href="/x">a href=&quot;/y&quot; and //z</a><img src="//elsewhere/z"></body>'
    moved = below("/a", page)
    assert 'href="/a/x"' in moved and "&quot;/y&quot;" in moved and 'src="//elsewhere/z"' in moved


def test_a_jar_keeps_replaces_and_deletes_cookies():
    jar = CookieJar()
    jar.take("browser=abc; Path=/; HttpOnly")
    jar.take("language=fr; Path=/")
    jar.take('browser=""; Max-Age=0; Path=/')
    assert jar.changed and CookieJar(jar.kept()).header() == "language=fr"


async def test_a_board_and_an_adventure_are_opened_from_a_file_and_kept(house, tmp_path):
    board = (ROOT / "src/mousehole/games/mmm/content/one_paw.toml").read_bytes()
    status, _, told = await house.get("/upload", "POST", board, accept="application/json")
    page = json.loads(told)["address"]
    assert status == 200 and page.startswith("/new/mmm?board=")
    assert b"pantry = " in (await house.get(page))[2]
    told = (await house.get("/upload", "POST", packed(ROOT / "examples/frozen_well"), accept="application/json"))[2]
    page = json.loads(told)["address"]
    assert page.startswith("/new/mystics?pack=") and b"The Frozen Well" in (await house.get(page))[2]
    await house.house.close()
    again = await OpenHouse(house.base).open(tmp_path / "games.db")
    assert list(again.asked) == ["packs"]  # the other worker hears of it too
    assert b"The Frozen Well" in (await again.get(page))[2]
    await again.house.close()


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (b'steps = 99\npantry = """\nB B\n"""', "board.toml"),
        (b"PK\x03\x04 and no more", "cannot be unpacked"),
        (zipped({"letter.txt": b"dear aunt"}), "no adventure in that file"),
        (zipped({"well/campaign.toml": b"title = 3"}), "campaign.toml"),
        (zipped({"well/campaign.toml": b"#" * 5_000_000}), "too large"),
        (b"dear aunt", "not a game that can be opened here"),
    ],
    ids=["board", "torn", "letter", "mistake", "large", "text"],
)
async def test_a_file_that_is_none_is_refused_with_a_reason(house, sent, words):
    status, _, told = await house.get("/upload", "POST", sent, accept="application/json")
    assert status == 422 and words in json.loads(told)["problem"]


async def test_an_adventure_is_drawn_tried_and_played_without_a_server(house, tmp_path):
    told = (
        await house.get("/workshop/open", "POST", packed(ROOT / "examples/frozen_well"), accept="application/json")
    )[2]
    at = json.loads(told)["address"]
    state = json.loads((await house.get(f"{at}/state"))[2])
    assert state["mine"] and [one["id"] for one in state["chapters"] if one["playable"]] == ["frozen_well"]
    change = {"revision": 0, "edits": [{"file": "campaign", "path": ["name"], "value": "Deeper"}], "label": "Name"}
    assert (await house.get(f"{at}/edit", "POST", json.dumps(change).encode()))[0] == 200
    begin = b'{"chapter": "frozen_well", "level": "random", "games": 1}'
    assert (await house.get(f"{at}/try", "POST", begin))[0] == 200
    while (tried := json.loads((await house.get(f"{at}/try"))[2]))["running"]:  # noqa: ASYNC110 (no bell)
        await asyncio.sleep(0.01)
    assert tried["games"] == 1
    status, headers, _ = await house.get(f"{at}/table", "POST", b"chapter=frozen_well")
    assert status == 303
    table = headers["location"].removeprefix(house.base)
    await house.house.close()
    again = await OpenHouse(house.base).open(tmp_path / "games.db")
    assert json.loads((await again.get(f"{at}/state"))[2])["name"] == "Deeper"
    assert (await again.get(table))[0] == 200
    await again.house.close()
