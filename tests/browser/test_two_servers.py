"""Two browsers on two servers play whole games of every game; in the middle of each one server is killed."""

import asyncio
import contextlib
import threading

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House

GAMES = {  # how each is set up, and which choice ends it soon when it is mostly taken
    "mmm": ({"players": 2, "steps": 2}, "first"),
    "chopchop": ({}, "first"),
    "mousewarming": ({"players": 2}, "first"),
    "mystics": ({"players": 2}, "last"),
}
# Chooses something that can be chosen, again and again, as a child would: one of ten times anything.
PLAY = """(wished) => {
    window.setInterval(() => {
        const table = document.querySelector(".table:not(.sent)");
        if (!table || document.querySelector("dialog.ending")) return;
        const buttons = [...table.querySelectorAll(".actions .large:not([disabled])")];
        const choices = [...buttons, ...table.querySelectorAll(".stage:not(.pointing) .can")];
        const anything = choices[Math.floor(Math.random() * choices.length)];
        const usual = wished === "first" ? choices[0] : buttons.at(-1);
        const chosen = (Math.random() < 0.1 ? null : usual) ?? anything;
        chosen?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }, 15);
}"""


class Door:
    """A way to two servers, as a proxy has it: to the first as long as it answers, otherwise to the second."""

    def __init__(self, *ports):
        self.ports, self.port = ports, 0

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    async def open(self):
        server = await asyncio.start_server(self.pass_through, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]

    async def pass_through(self, reader, writer):
        for port in self.ports:
            with contextlib.suppress(OSError, asyncio.CancelledError):
                there, back = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(carried(reader, back), carried(there, writer))
                return
        writer.close()


async def carried(reader, writer):
    """Carry bytes to the end of a line."""
    with contextlib.suppress(OSError, asyncio.CancelledError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    writer.close()


@pytest.fixture
def doors():
    """Doors to servers, kept open by a loop in a thread."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    def opened(*ports):
        door = Door(*ports)
        asyncio.run_coroutine_threadsafe(door.open(), loop).result(240)
        return door

    yield opened
    asyncio.run_coroutine_threadsafe(stopped(loop), loop).result(240)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


async def stopped(loop):
    others = [task for task in asyncio.all_tasks(loop) if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


@pytest.fixture(scope="module")
def servers(tmp_path_factory, postgres, redis):
    """Two servers on one PostgreSQL and one Redis, and how they are started."""
    shared = ("--store", postgres.fresh(), "--bus", redis.address)
    houses = [House(tmp_path_factory.mktemp(name)).start(*shared) for name in "ab"]
    yield houses, shared
    for house in houses:
        house.kill()


@pytest.fixture
def pair(servers):
    """Both servers; one that was killed is started again."""
    houses, shared = servers
    for house in houses:
        if house.process.poll() is not None:
            house.start(*shared)
    return houses


def sit_down(anna, ben, game, fields):
    """Let both sit at a new table, each through their own door."""
    anna.open(f"/new/{game}")
    for name, value in fields.items():
        anna.unfolded(anna.page.locator(f"[name={name}]")).fill(str(value))
    anna.unfolded(anna.page.locator("[name=auto_throw]")).check()  # so that servers have something to drive
    anna.sit(0, "me")
    anna.sit(1, "link")
    anna.page.locator("form.setup > button.primary").click()
    anna.page.wait_for_url("**/links")
    link = anna.page.locator("#link-seat-1").input_value()
    ben.join(link.replace(anna.home, ben.home))
    anna.open(f"/table/{anna.table}").at_table()


@pytest.mark.parametrize(
    "game", ["mmm", *(pytest.param(game, marks=pytest.mark.long) for game in GAMES if game != "mmm")]
)
def test_two_browsers_on_two_servers_play_on_when_one_is_killed(people, pair, doors, game):
    one, two = pair
    anna, ben = people(doors(one.port, two.port)), people(doors(two.port, one.port))
    fields, wished = GAMES[game]
    sit_down(anna, ben, game, fields)
    for person in (anna, ben):
        person.page.evaluate(PLAY, wished)
    anna.page.wait_for_function("() => document.querySelectorAll('.story li').length > 6", timeout=300_000)
    one.kill()
    for person in (anna, ben):
        person.page.wait_for_selector("dialog.ending", timeout=600_000)
    expect(anna.page.locator(".banner")).to_be_hidden()
    assert anna.story()[-5:] == ben.story()[-5:]
