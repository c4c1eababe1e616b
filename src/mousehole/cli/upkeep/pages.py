"""`mousehole pages DIR`."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from mousehole.core.words import Trouble, line, voice


def arguments(parser: ArgumentParser) -> None:
    """Take where to write, and where it will be served."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="created if it does not exist")
    parser.add_argument("--base", default="/", metavar="PATH", help="the path it will be served below: /games/")


def run(asked: Namespace, language: str) -> int:
    """Write the whole of mousehole as plain files that need no server behind them."""
    from mousehole.anywhere.building.folder import write

    base = "/" + asked.base.strip("/") if asked.base.strip("/") else ""
    if not all(part.isascii() and part.replace("-", "").replace("_", "").isalnum() for part in base.split("/")[1:]):
        raise Trouble(line("{base} is not a path: letters, digits, - and _ between slashes", base=asked.base))
    build = write(asked.folder, base)
    print(voice(language)(line("written: {file}", file=f"{asked.folder} ({build})")))
    return 0
