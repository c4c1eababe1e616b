"""`mousehole compile`: compiles the rules of games that can be, once, so that they play nearly twice as fast."""

from argparse import ArgumentParser, Namespace

from mousehole import shelf
from mousehole.compiled.native.building import build
from mousehole.core.words import line, voice
from mousehole.games import COMPILABLE


def arguments(parser: ArgumentParser) -> None:
    """Take no arguments."""


def run(asked: Namespace, language: str) -> int:
    """Compile what has not been compiled, and say what is ready."""
    for rooms in COMPILABLE:
        game = shelf.find(rooms.game)
        say = voice(language, game.package)
        if not rooms.library().exists():
            print(say(line("Compiling the rules of {game}: this takes a minute or two.", game=game.title)), flush=True)
            build(rooms)
        print(say(line("The rules of {game} are compiled; whatever starts from now on uses them.", game=game.title)))
    return 0
