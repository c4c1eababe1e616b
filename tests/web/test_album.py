"""The family album over the wire: nobody else's, through kills of the server, taken along, and deleted."""

import asyncio
import signal

from tests.web.browser import Browser
from tests.web.conftest import running
from tests.web.test_rights import finished, links, seated

BOARD = 'steps = 2\npantry = """\nB B\n"""\n'  # over after a few rolls, won or lost
SMALL = {"players": "1", "side": "one_paw", "first": "0", "board": BOARD, "chair-0": "me", "name-0": "Anna"}
TWO = {**SMALL, "players": "2", "chair-1": "link", "name-1": "Ben"}


def test_albums_survive_a_server_that_is_killed(tmp_path):
    with running(tmp_path) as (process, port):
        anna = Browser(port)
        table = anna.opened(**SMALL)
        asyncio.run(finished(anna, table))
        process.send_signal(signal.SIGKILL)  # nobody has looked at the album yet
        process.wait()
    with running(tmp_path) as (process, port):
        anna.port = port
        first = anna.get("/album/album.json").data
        assert table.encode() in first
        process.send_signal(signal.SIGKILL)
        process.wait()
    with running(tmp_path) as (_, port):
        anna.port = port
        assert anna.get("/album/album.json").data == first
        anna.post("/album/delete")
        answer = anna.post("/album/import", body=first, Accept="application/json")
        assert answer.json == {"address": "/album?brought=1"}
        assert anna.get("/album/album.json").data == first


async def test_everybody_has_their_own_album_and_can_take_it_along_and_delete_it(port):
    anna, stranger = Browser(port), Browser(port)
    assert "The first page is still empty" in anna.get("/album").text
    table = anna.opened(**TWO)
    ben = seated(port, anna, table)
    anna.post(links(anna, table)["seat-1"])  # so that one of them can play for both
    await finished(anna, table)
    running = ben.opened(**SMALL)
    shelf = ben.get("/").text  # what goes on stands before what is over
    assert shelf.index("Your games") < shelf.index(running) < shelf.index("Finished games") < shelf.index(table)
    news = ben.get(f"/table/{table}/trophies.json").json["trophies"]
    assert "The first page" in [trophy["name"] for trophy in news]
    assert stranger.get(f"/table/{table}/trophies.json").status == 403
    for path in (f"/album/{table}", f"/album/{table}.svg"):
        assert (ben.get(path).status, stranger.get(path).status) == (200, 404)
    kept = ben.get("/album/album.json")
    assert (kept.headers["cache-control"], "attachment" in kept.headers["content-disposition"]) == ("no-store", True)
    assert [one["table"] for one in ben.get("/me/data.json").json["album"]] == [table]
    new = Browser(port)
    assert new.post("/album/import", body=kept.data, Accept="application/json").json == {"address": "/album?brought=1"}
    assert "1 page was added." in new.get("/album?brought=1").text
    assert new.post("/album/import", body=b"{}", Accept="application/json").status == 422
    assert anna.post(f"/table/{table}/owner", {"do": "delete"}).status == 303
    assert ben.get(f"/album/{table}.svg").status == 200
    assert ben.post("/album/delete").status == 303
    assert "The first page is still empty" in ben.get("/album").text
    assert anna.post("/me/forget", {"owned": "leave"}).status == 303
    assert len(new.get("/me/data.json").json["album"]) == 1
