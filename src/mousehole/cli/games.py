"""`mousehole games`."""

from argparse import ArgumentParser, Namespace

from mousehole import shelf
from mousehole.core.words import line, voice


def arguments(parser: ArgumentParser) -> None:
    """Take no arguments."""


def run(asked: Namespace, language: str) -> int:
    """List the games on the shelf."""
    for game in shelf.every():
        say = voice(language, game.package)
        print(f"{game.name:<14}{say(game.title)}\n{'':<14}{say(game.blurb)}")
    for one in shelf.broken():
        print(f"{one.name:<14}{voice(language)(line('broken: {reason}', reason=one.reason))}")
    return 0
