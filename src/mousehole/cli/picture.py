"""`mousehole picture FILE`."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from msgspec.structs import replace

from mousehole.cli.streams.input_files import read_record
from mousehole.core.knowledge import scene_for
from mousehole.core.record import BadRecord, plies
from mousehole.core.words import line
from mousehole.paint.svg import paint


def arguments(parser: ArgumentParser) -> None:
    """Take the position, and where to paint it."""
    parser.add_argument("file", help="a recorded game; - reads standard input")
    parser.add_argument("--ply", type=int, default=None, help="the position after this many events (default: the end)")
    parser.add_argument("-o", "--out", type=Path, default=None, help="the SVG file to write (default: standard output)")


def run(asked: Namespace, language: str) -> int:
    """Paint a position as SVG."""
    game, record = read_record(asked.file)
    ply = len(record.events) if asked.ply is None else asked.ply
    if not 0 <= ply <= len(record.events):
        raise BadRecord(line("there is no move {ply}; the game has {n}", ply=ply, n=len(record.events)))
    for position in plies(game, replace(record, events=record.events[:ply])):
        shown = position
    picture = paint(game, scene_for(game, shown.state, shown.turn, None, shown.event), language)
    if asked.out:
        asked.out.write_text(picture, "utf-8")
    else:
        sys.stdout.buffer.write(picture.encode())
    return 0
