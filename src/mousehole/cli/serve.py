"""`mousehole` and `mousehole web`."""

import socket
import webbrowser
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from mousehole import shelf
from mousehole.cli.options import HouseSettings, settings_of, shared_arguments, take_packs
from mousehole.core.game import Adventure
from mousehole.core.words import Say, UserError, line, voice
from mousehole.store import FolderLock, Open, folder

if TYPE_CHECKING:
    from mousehole.web.serve import ServeOptions


def arguments(parser: ArgumentParser) -> None:
    """Take where to listen, and for whom."""
    parser.add_argument("--host", help="0.0.0.0 lets phones in the same home join (default: 127.0.0.1)")
    parser.add_argument("--port", help="where to listen (default: 8765)")
    parser.add_argument("--public-url", help="how others reach it, for example https://mice.example.org")
    parser.add_argument(
        "--proxy",
        help="whose forwarded headers are trusted: a proxy's address or network, or how many proxies stand in a row",
    )
    take_packs(parser, "a folder with your own content: its chapters can be chosen")
    parser.add_argument("--keep-days", help="forget tables unused for this many days (default: 365)")
    parser.add_argument("--bring-back", action="store_true", help="bring back the tables forgotten in the last 30 days")
    parser.add_argument("--damaged", action="store_true", help="write to saved games also if their file is damaged")
    parser.add_argument(
        "--limit", dest="limits", action="append", metavar="NAME=N", help="change a limit, for example sockets=500"
    )
    parser.add_argument("--no-browser", dest="browser", action="store_const", const=False, help="do not open a browser")
    parser.add_argument(
        "--jobs",
        metavar="WHO",
        help="own: the server thinks itself (the default); queue: workers do (mousehole worker)",
    )
    parser.add_argument("--processes", metavar="N", help="processes of this server; needs --store and --bus")
    parser.add_argument("--metrics", metavar="HOST:PORT", help="offer figures for Prometheus there: 127.0.0.1:9100")
    parser.add_argument("--log", choices=("plain", "json"), help="how the log is written (default: plain)")
    parser.add_argument("--access-log", action="store_const", const=True, help="log a line for every request")
    parser.add_argument(
        "--no-solve-ahead",
        dest="solve_ahead",
        action="store_const",
        const=False,
        help="solve a board only when somebody asks for it",
    )
    parser.add_argument("--drain-seconds", metavar="N", help="wait before ending, so that a proxy looks elsewhere")
    shared_arguments(parser)


def run(asked: Namespace, language: str) -> int:
    """Serve the games to browsers."""
    try:
        from mousehole.web.serve import ServeOptions, settings
    except ModuleNotFoundError as missing:
        said = line(
            "playing in the browser needs the package {name}: run ./mousehole, or install mousehole[web]",
            name=str(missing.name),
        )
        raise UserError(said) from None
    for pack in asked.pack:
        add(pack)
    found = settings_of(asked)
    wish = ServeOptions(
        found.host,
        found.port,
        found.public_url,
        found.proxy,
        found.browser,
        keep_days=found.keep_days,
        limits=found.limits,
        bring_back=asked.bring_back,
        damaged=asked.damaged,
        store=found.store,
        bus=found.bus,
        jobs=found.jobs,
        metrics=found.metrics,
        log=found.log,
        access_log=found.access_log,
        solve_ahead=found.solve_ahead,
        drain_seconds=found.drain_seconds,
    )
    check_processes(found)
    settings(wish)  # a wrong one is told before anything begins
    if found.store:
        serve_beside_others(wish, found.processes, voice(language))
    else:
        serve_in_folder(wish, voice(language))
    return 0


def check_processes(found: HouseSettings) -> None:
    """Stop where several processes would serve saved games that are a file."""
    if found.processes > 1 and not (found.store and found.bus):
        words = (
            "{n} processes need saved games on a server and news between them: "
            "--store postgresql://... and --bus redis://..."
        )
        raise UserError(line(words, n=found.processes))


def serve_in_folder(wish: "ServeOptions", say: Say) -> None:
    """Serve the saved games in the folder of this person; only one server may."""
    from mousehole.web.serve import serve
    from mousehole.web.server.connections import run

    try:
        with FolderLock(folder()) as lock:
            taken, here = listening(wish)
            lock.tell(address_of(here))
            run(serve(here, taken, lambda: welcome(here, say)))
    except Open as already:
        if wish.browser and already.address:
            webbrowser.open(already.address)
        raise


def serve_beside_others(wish: "ServeOptions", processes: int, say: Say) -> None:
    """Serve saved games that other servers serve too, in one process or several."""
    from mousehole.web.serve import Processes, check_reachable, serve
    from mousehole.web.server.connections import run

    taken, here = listening(wish)
    if processes == 1:
        run(serve(here, taken, lambda: welcome(here, say)))
        return
    run(check_reachable(here))
    running = Processes(here, taken, processes)
    welcome(here, say)
    running.run()


def listening(wish: "ServeOptions") -> tuple[socket.socket, "ServeOptions"]:
    """Begin to listen; the options name the port that was free."""
    from mousehole.web.serve import free

    taken = free(wish)
    return taken, replace(wish, port=taken.getsockname()[1])


def welcome(here: "ServeOptions", say: Say) -> None:
    """Say where the server is open."""
    notice = [line("mousehole is open: {address}", address=address_of(here))]
    if here.public_url:
        notice.append(line("on this machine: {address}", address=f"http://{here.host}:{here.port}"))
    notice.append(line("Press Ctrl+C to stop; every game is saved."))
    print(*map(say, notice), sep="\n", flush=True)


def address_of(here: "ServeOptions") -> str:
    """The address people open."""
    from mousehole.web.serve import address

    return address(here)


def add(folder: Path) -> None:
    """Add a content pack to every game that takes one."""
    from mousehole.cli.play import add_pack

    for game in shelf.every():
        if Adventure.add_pack in game.parts.adventure:
            add_pack(game.name, folder)
