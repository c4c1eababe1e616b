"""`mousehole scenario FILE...`."""

from argparse import ArgumentParser, Namespace

from mousehole import shelf
from mousehole.core.words import Trouble, line


def arguments(parser: ArgumentParser) -> None:
    """Take the files to run, and the game they are for."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="scenario files (see docs/scenarios.md)")
    parser.add_argument("--game", default="mystics", help="the game they are written for")


def run(asked: Namespace, language: str) -> int:
    """Run scenario files, and name the first difference of each scenario."""
    runner = shelf.find(asked.game).parts.scenario
    if runner is None:
        raise Trouble(line("{game} has no scenarios", game=asked.game))
    return runner(asked.files, language)
