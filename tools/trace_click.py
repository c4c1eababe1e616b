"""Which functions of the server run between one person's click in Mmm! and the frame on another person's screen.

`python tools/trace_click.py [--list]` counts functions and modules, and how often a module is left and visited again.
"""

import asyncio
import socket
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path

import uvicorn

sys.path.insert(0, str(Path(__file__).parents[1]))
from mousehole.host import Host
from mousehole.store import SqliteStore
from mousehole.web.app import application
from mousehole.web.rights.access import Keys
from mousehole.web.server.settings import no_limits
from mousehole.web.server_state import ServerState
from tests.web.browser import Browser
from tests.web.test_live import SHARED, friend_of

ROOT = Path(__file__).parents[1]
SOURCES = f"{ROOT / 'src' / 'mousehole'}/"


class Trace:
    """The calls of the project's functions while it is on."""

    def __init__(self):
        self.on, self.calls, self.walk = False, Counter(), []

    def hear(self, frame, event, _):
        """Note a call: the profiler's hook."""
        code = frame.f_code
        if not self.on or event != "call" or not code.co_filename.startswith(SOURCES):
            return
        module = code.co_filename.removeprefix(SOURCES)
        if not code.co_qualname.rpartition(".")[2].startswith("<"):
            self.calls[module, code.co_qualname] += 1
            if self.walk[-1:] != [module]:
                self.walk.append(module)

    def report(self, listed):
        """Print the counts; the rules and the scene of the game itself are counted apart."""
        house = {call: count for call, count in self.calls.items() if not call[0].startswith("games/")}
        modules, visits = {module for module, _ in house}, Counter(self.walk)
        print(f"{len(house)} functions in {len(modules)} modules, {sum(house.values())} calls")
        print(f"with the game: {len(self.calls)} functions in {len(visits)} modules")
        print(f"{len(self.walk) - 1} changes of module; visited most often:")
        for module, count in visits.most_common(6):
            print(f"  {count:3} {module}")
        for (module, name), count in house.items() if listed else ():
            print(f"{module}: {name} x{count}")


async def serve(trace, folder, line, box):
    """Run a server in this thread until it is asked to end."""
    threading.setprofile(trace.hear)
    sys.setprofile(trace.hear)
    host = Host(await SqliteStore.open(Path(folder) / "tables.db"))
    app = application(ServerState(host, Keys(b"k" * 32), no_limits()))
    server = box["server"] = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    await server.serve([line])
    await host.close()


async def click(trace, port):
    """Play at a table of two, and trace one die that is placed."""
    mine = Browser(port)
    table = mine.opened(**SHARED)
    other = friend_of(mine, table)
    async with mine.live(table) as me, other.live(table) as friend:
        await me.move("throw")
        await friend.hear("frames")
        await me.move("play", action=0)
        await friend.hear("frames")
        await asyncio.sleep(0.5)
        trace.on = True
        await me.move("play", action=0)
        await friend.hear("frames")
        trace.on = False


def main():
    """Trace a click."""
    trace, box = Trace(), {}
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as line:
        thread = threading.Thread(target=lambda: asyncio.run(serve(trace, folder, line, box)))
        thread.start()
        asyncio.run(click(trace, line.getsockname()[1]))
        box["server"].should_exit = True
        thread.join(20)
    trace.report("--list" in sys.argv)


if __name__ == "__main__":
    main()
