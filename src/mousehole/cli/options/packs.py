"""Folders with content of one's own, as several commands take them."""

from argparse import ArgumentParser
from pathlib import Path


def take_packs(parser: ArgumentParser, about: str) -> None:
    """Take any number of folders; `about` says what they are for."""
    more = f"{about}; may be given more than once"
    parser.add_argument("--pack", type=Path, metavar="DIR", action="append", default=[], help=more)
