"""`mousehole replay`, `audit` and `picture`: a recorded game told, checked and painted."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from mousehole.cli.input_files import read_record
from mousehole.cli.streams import as_json
from mousehole.core.game import AnyGame, Chance, Decide, Turn
from mousehole.core.knowledge import scene_for, story_for
from mousehole.core.record import BadRecord, Ply, Record, audit, content_hash, plies
from mousehole.core.words import line, voice
from mousehole.paint.pixels import png
from mousehole.paint.svg import paint


def replay_arguments(parser: ArgumentParser) -> None:
    """Take the record, and how to print it."""
    parser.add_argument("file", help="a recorded game; - reads standard input")
    parser.add_argument("--json", action="store_true", help="print one line of JSON per ply, starting with ply 0")


def run_replay(asked: Namespace, language: str) -> int:
    """Walk through a record; an illegal event stops the walk."""
    game, record = read_record(asked.file)
    if asked.json:
        for ply in plies(game, record):
            print(as_json(page(ply)))
    else:
        narrate(game, record, language)
    return 0


def page(ply: Ply) -> dict[str, Any]:
    """A ply, as other programs read it."""
    return {"ply": ply.number, "event": ply.event, "turn": spelled(ply.turn)}


def spelled(turn: Turn[Any]) -> dict[str, Any]:
    """Spell out a turn, its kind first."""
    match turn:
        case Decide():
            return {"kind": "decide", "seat": turn.seat, "actions": turn.actions}
        case Chance():
            return {"kind": "chance", "odds": turn.odds, "thrower": turn.thrower}
        case over:
            return {"kind": "over", **over.stated()}


def narrate(game: AnyGame, record: Record, language: str) -> None:
    """Tell a record as a story."""
    say, before = voice(language, game.package), None
    for ply in plies(game, record):
        if ply.event is not None:
            told = " ".join(say(sentence) for sentence in story_for(game, None, before, ply.event, ply.state))
            print(f"{ply.number:>5}  {told}")
        before, last = ply.state, ply.turn
    print(say(scene_for(game, before, last, None).prompt if len(record.events) else line("nothing has happened yet")))


def audit_arguments(parser: ArgumentParser) -> None:
    """Take the record."""
    parser.add_argument("file", help="a recorded game; - reads standard input")


def run_audit(asked: Namespace, language: str) -> int:
    """Check every event and, if the seed is known, all luck."""
    game, record = read_record(asked.file)
    audit(game, record)
    say = voice(language, game.package)
    if record.seed is None:
        print(say(line("{n} events, all legal; without a seed, the luck cannot be checked", n=len(record.events))))
    else:
        print(say(line("{n} events, all legal, and all luck matches the seed", n=len(record.events))))
    if record.content and record.content != content_hash(game.package):
        print(say(line("note: it was played with different content files")))
    if record.edition != game.edition:
        played = "note: it was played with edition {old}; this is edition {new}"
        print(say(line(played, old=record.edition, new=game.edition)))
    return 0


def picture_arguments(parser: ArgumentParser) -> None:
    """Take the position, and where to paint it."""
    parser.add_argument("file", help="a recorded game; - reads standard input")
    parser.add_argument("--ply", type=int, default=None, help="the position after this many events (default: the end)")
    parser.add_argument(
        "-o", "--out", type=Path, default=None, help="the file to write, .svg or .png (default: SVG to standard output)"
    )


def run_picture(asked: Namespace, language: str) -> int:
    """Paint a position as SVG, or as the pixels of it."""
    game, record = read_record(asked.file)
    ply = len(record.events) if asked.ply is None else asked.ply
    if not 0 <= ply <= len(record.events):
        raise BadRecord(line("there is no move {ply}; the game has {n}", ply=ply, n=len(record.events)))
    for position in plies(game, replace(record, events=record.events[:ply])):
        shown = position
    painted = paint(game, scene_for(game, shown.state, shown.turn, None, shown.event), language)
    if asked.out and asked.out.suffix.casefold() == ".png":
        asked.out.write_bytes(png(painted))
    elif asked.out:
        asked.out.write_text(painted, "utf-8")
    else:
        sys.stdout.buffer.write(painted.encode())
    return 0
