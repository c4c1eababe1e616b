"""`mousehole audit FILE`."""

from argparse import ArgumentParser, Namespace

from mousehole.cli.streams.input_files import read_record
from mousehole.core.record import audit, content_hash
from mousehole.core.words import line, voice


def arguments(parser: ArgumentParser) -> None:
    """Take the record."""
    parser.add_argument("file", help="a recorded game; - reads standard input")


def run(asked: Namespace, language: str) -> int:
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
