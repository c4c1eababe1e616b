"""`mousehole replay FILE`."""

from argparse import ArgumentParser, Namespace
from typing import Any

import msgspec

from mousehole.cli.streams.input_files import read_record
from mousehole.cli.streams.output import as_json
from mousehole.core.game import AnyGame, Chance, Decide, Turn
from mousehole.core.knowledge import scene_for, told_to
from mousehole.core.record import Ply, Record, plies
from mousehole.core.words import line, voice


def arguments(parser: ArgumentParser) -> None:
    """Take the record, and how to print it."""
    parser.add_argument("file", help="a recorded game; - reads standard input")
    parser.add_argument("--json", action="store_true", help="print one line of JSON per ply, starting with ply 0")


def run(asked: Namespace, language: str) -> int:
    """Walk through a record; an illegal event stops the walk."""
    game, record = read_record(asked.file)
    if asked.json:
        for ply in plies(game, record):
            print(as_json(page(ply)))
    else:
        tell(game, record, language)
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
            return {"kind": "over", **msgspec.structs.asdict(over)}


def tell(game: AnyGame, record: Record, language: str) -> None:
    """Tell a record as a story."""
    say, before = voice(language, game.package), None
    for ply in plies(game, record):
        if ply.event is not None:
            told = " ".join(say(sentence) for sentence in told_to(game, None, before, ply.event, ply.state))
            print(f"{ply.number:>5}  {told}")
        before, last = ply.state, ply.turn
    print(say(scene_for(game, before, last, None).prompt if len(record.events) else line("nothing has happened yet")))
