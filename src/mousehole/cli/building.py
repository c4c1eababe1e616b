"""`mousehole pages` and `mousehole compile`: what is built once from the sources, as plain files or as machine code."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from mousehole import shelf
from mousehole.compiled.native.building import build
from mousehole.core.words import UserError, line, voice
from mousehole.games import COMPILABLE


def pages_arguments(parser: ArgumentParser) -> None:
    """Take where to write, and where it will be served."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="created if it does not exist")
    parser.add_argument("--base", default="/", metavar="PATH", help="the path it will be served below: /games/")


def run_pages(asked: Namespace, language: str) -> int:
    """Write the whole of mousehole as plain files that need no server behind them."""
    from mousehole.offline.building.folder import write

    base = "/" + asked.base.strip("/") if asked.base.strip("/") else ""
    if not all(part.isascii() and part.replace("-", "").replace("_", "").isalnum() for part in base.split("/")[1:]):
        raise UserError(line("{base} is not a path: letters, digits, - and _ between slashes", base=asked.base))
    build = write(asked.folder, base)
    print(voice(language)(line("written: {file}", file=f"{asked.folder} ({build})")))
    return 0


def compile_arguments(parser: ArgumentParser) -> None:
    """Take no arguments."""


def run_compile(asked: Namespace, language: str) -> int:
    """Compile what has not been compiled, and say what is ready."""
    for rooms in COMPILABLE:
        game = shelf.find(rooms.game)
        say = voice(language, game.package)
        if not rooms.library().exists():
            print(say(line("Compiling the rules of {game}: this takes a minute or two.", game=game.title)), flush=True)
            build(rooms)
        print(say(line("The rules of {game} are compiled; whatever starts from now on uses them.", game=game.title)))
    return 0
