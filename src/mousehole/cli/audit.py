"""`mousehole audit FILE`."""

from argparse import ArgumentParser, Namespace

from mousehole.cli.files import read_record
from mousehole.core.record import audit, content_hash
from mousehole.core.words import line, voice


def arguments(parser: ArgumentParser) -> None:
    """Say which record."""
    parser.add_argument("file", help="a record; - reads standard input")


def run(asked: Namespace, language: str) -> int:
    """Check every event, and all luck where the seed is known."""
    game, record = read_record(asked.file)
    audit(game, record)
    say = voice(language, game.package)
    if record.seed is None:
        print(
            say(
                line(
                    "{n} events, all legal; the record has no seed, so the luck is taken on trust", n=len(record.events)
                )
            )
        )
    else:
        print(say(line("{n} events, all legal, and all luck as the seed draws it", n=len(record.events))))
    if record.content and record.content != content_hash(game.package):
        print(say(line("note: it was played with other content files than those here")))
    if record.edition != game.edition:
        print(
            say(
                line(
                    "note: it was played by edition {old}, here is edition {new}", old=record.edition, new=game.edition
                )
            )
        )
    return 0
