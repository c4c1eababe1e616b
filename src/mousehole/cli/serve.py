"""`mousehole` and `mousehole web`."""

import asyncio
from argparse import ArgumentParser, Namespace
from pathlib import Path

from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.game import Parts
from mousehole.core.words import Trouble, line, voice


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
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def run(asked: Namespace, language: str) -> int:
    """Serve the games to browsers."""
    try:
        from mousehole.web.serve import Wish, address, free, serve
    except ModuleNotFoundError as missing:
        said = line(
            "playing in the browser needs the package {name}: run ./mousehole, or install mousehole[web]",
            name=str(missing.name),
        )
        raise Trouble(said) from None
    if asked.pack:
        add(asked.pack)
    wish = Wish(asked.host, asked.port, asked.public_url, asked.proxy, not asked.no_browser, keep_days=asked.keep_days)
    taken = free(wish)
    wish = replace(wish, port=taken.getsockname()[1])
    notice = [line("mousehole is open: {address}", address=address(wish))]
    if asked.public_url:
        notice.append(line("on this machine: {address}", address=f"http://{asked.host}:{wish.port}"))
    notice.append(line("Press Ctrl+C to stop; every game is saved."))
    asyncio.run(serve(wish, taken, lambda: print(*map(voice(language), notice), sep="\n", flush=True)))
    return 0


def add(folder: Path) -> None:
    """Add a content pack to every game that takes one."""
    from mousehole.cli.play import packed

    for game in shelf.every():
        if Parts.packs in game.parts:
            packed(game.name, folder)
