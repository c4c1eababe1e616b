"""`mousehole pack check DIR` and `mousehole pack show DIR`."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from mousehole import shelf
from mousehole.core.game import Game
from mousehole.core.words import Trouble, line, voice
from mousehole.paint.svg import paint


def arguments(parser: ArgumentParser) -> None:
    """Say what to do with which folder."""
    parser.add_argument("what", choices=("check", "show"), help="report every mistake, or draw every tile side")
    parser.add_argument("folder", type=Path, metavar="DIR", help="a content pack (see docs/own-adventure.md)")
    parser.add_argument("--game", default="mystics", help="the game it is written for")
    parser.add_argument("-o", "--out", type=Path, help="where show writes its pictures (default: DIR/pictures)")


def run(asked: Namespace, language: str) -> int:
    """Check a content pack, or draw its tile sides."""
    game = shelf.find(asked.game)
    if game.part("faults") is None:
        raise Trouble(line("{game} takes no content packs", game=asked.game))
    if not asked.folder.is_dir():
        raise Trouble(line("there is no folder {folder}", folder=str(asked.folder)))
    return check(game, asked, language) if asked.what == "check" else show(game, asked, language)


def check(game: Game[Any, Any, Any], asked: Namespace, language: str) -> int:
    """Report every mistake with file, key and reason; the exit code is 1 when there are any."""
    say, found = voice(language, game.package), game.part("faults")(asked.folder)
    for mistake in found:
        print(say(mistake.line))
    told = (
        line("{n} mistake", plural="{n} mistakes", n=len(found))
        if found
        else line("{name} is sound", name=asked.folder.name)
    )
    print(voice(language)(told))
    return int(bool(found))


def show(game: Game[Any, Any, Any], asked: Namespace, language: str) -> int:
    """Draw each tile side into a file of its own."""
    pictures = game.part("atlas")(asked.folder)
    folder = asked.out or asked.folder / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    for side, scene in pictures.items():
        file = folder / f"{side}.svg"
        file.write_text(paint(game, scene, language), "utf-8")
        print(voice(language)(line("written: {file}", file=str(file))))
    return 0
