"""`mousehole` and `mousehole web`."""

import asyncio
import webbrowser
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.game import Parts
from mousehole.core.words import Say, Trouble, line, voice
from mousehole.store import FolderLock, Open, folder

if TYPE_CHECKING:
    from mousehole.web.serve import ServeOptions


def arguments(parser: ArgumentParser) -> None:
    """Take where to listen, and for whom."""
    parser.add_argument(
        "--host", default="127.0.0.1", help="0.0.0.0 lets phones in the same home join (default: %(default)s)"
    )
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--public-url", default="", help="how others reach it, for example https://mice.example.org")
    parser.add_argument("--proxy", default="", help="the address of a proxy whose forwarded headers are trusted")
    parser.add_argument(
        "--pack", type=Path, metavar="DIR", help="a folder with your own content: its chapters can be chosen"
    )
    parser.add_argument(
        "--keep-days", type=int, default=365, help="forget tables unused for this many days (default: %(default)s)"
    )
    parser.add_argument("--bring-back", action="store_true", help="bring back the tables forgotten in the last 30 days")
    parser.add_argument(
        "--limit", action="append", default=[], metavar="NAME=N", help="change a limit, for example sockets=500"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def run(asked: Namespace, language: str) -> int:
    """Serve the games to browsers."""
    try:
        from mousehole.web.serve import ServeOptions
    except ModuleNotFoundError as missing:
        said = line(
            "playing in the browser needs the package {name}: run ./mousehole, or install mousehole[web]",
            name=str(missing.name),
        )
        raise Trouble(said) from None
    if asked.pack:
        add(asked.pack)
    wish = ServeOptions(asked.host, asked.port, asked.public_url, asked.proxy, not asked.no_browser)
    wish = replace(wish, keep_days=asked.keep_days, bring_back=asked.bring_back, limits=tuple(asked.limit))
    try:
        with FolderLock(folder()) as lock:
            serve_alone(wish, lock, voice(language))
    except Open as already:
        if wish.browser and already.address:
            webbrowser.open(already.address)
        raise
    return 0


def serve_alone(wish: "ServeOptions", lock: FolderLock, say: Say) -> None:
    """Serve as the only server of this folder, and say where."""
    from mousehole.web.serve import address, free, serve

    taken = free(wish)
    here = replace(wish, port=taken.getsockname()[1])
    lock.tell(address(here))
    notice = [line("mousehole is open: {address}", address=address(here))]
    if here.public_url:
        notice.append(line("on this machine: {address}", address=f"http://{here.host}:{here.port}"))
    notice.append(line("Press Ctrl+C to stop; every game is saved."))
    asyncio.run(serve(here, taken, lambda: print(*map(say, notice), sep="\n", flush=True)))


def add(folder: Path) -> None:
    """Add a content pack to every game that takes one."""
    from mousehole.cli.play import packed

    for game in shelf.every():
        if Parts.packs in game.parts:
            packed(game.name, folder)
