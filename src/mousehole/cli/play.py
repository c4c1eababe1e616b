"""`mousehole play`."""

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TypeVar

import msgspec

from mousehole import shelf
from mousehole.cli.input_files import read_text
from mousehole.cli.options import take_packs
from mousehole.core.game import AnyGame
from mousehole.core.words import UserError, line, voice
from mousehole.folders import PACKS
from mousehole.table import Options
from mousehole.terminal import line_mode
from mousehole.terminal.opening import LAST, TableWish

T = TypeVar("T")


def arguments(parser: ArgumentParser) -> None:
    """Take the game, its set-up and its players."""
    parser.add_argument("game", nargs="?", default="", help="the name of a game; without one, the lobby opens")
    parser.add_argument("fields", nargs="*", metavar="field=value", help="set-up fields that differ from the defaults")
    parser.add_argument("--board", type=Path, metavar="FILE", help="a board of your own, for games that have boards")
    take_packs(parser, "a folder with your own content, for games that take packs")
    parser.add_argument("--seats", default="", metavar="WHO,WHO", help="for each seat a name, bot, or bot:LEVEL")
    parser.add_argument("--auto-throw", action="store_true", help="dice roll by themselves")
    parser.add_argument("--real-dice", action="store_true", help="you roll your own dice and enter what they show")
    parser.add_argument(
        "--hints", choices=("on", "off"), help="show hints (default: on, unless people play against each other)"
    )
    parser.add_argument("--resume", nargs="?", const=LAST, default="", metavar="TABLE", help="continue a saved game")
    parser.add_argument("--lines", action="store_true", help="play line by line instead of on the whole screen")


def run(asked: Namespace, language: str) -> int:
    """Play on the whole screen, or line by line where there is none."""
    wish = continued(asked) if asked.resume else wished(asked) if asked.game else None
    if asked.lines or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return line_mode.run(language, wish)
    try:
        from mousehole.terminal import app
    except ModuleNotFoundError as missing:
        said = line("{name} is not installed, so the game is played line by line", name=str(missing.name))
        print(voice(language)(said), file=sys.stderr)
        return line_mode.run(language, wish)
    return app.run(language, wish)


def continued(asked: Namespace) -> TableWish:
    """Read which saved game goes on; its set-up and its seats are known."""
    if asked.game:
        shelf.find(asked.game)
    for folder in asked.pack:
        add_pack(asked.game, folder)
    if asked.fields or asked.board or asked.seats:
        raise UserError(line("a saved game keeps its set-up and its seats: name no others with --resume"))
    return TableWish(asked.game, resume=asked.resume)


def wished(asked: Namespace) -> TableWish:
    """Read what was asked for, and refuse an unknown game before anything opens."""
    shelf.find(asked.game)
    if odd := [field for field in asked.fields if "=" not in field]:
        raise UserError(line("Write fields as name=value, not {text}.", text=odd[0]))
    answers = dict(field.split("=", 1) for field in asked.fields)
    if asked.board:
        answers["board"] = board(asked.game, asked.board)
    named = [add_pack(asked.game, folder) for folder in asked.pack]
    if len(named) == 1:  # of several, the chapter says which one is played
        answers["pack"] = named[0]
    seats = tuple(name.strip() for name in asked.seats.split(",")) if asked.seats else ()
    hints = {"on": True, "off": False}.get(asked.hints or "")
    options = Options(auto_throw=asked.auto_throw, real_dice=asked.real_dice, hints=hints)
    return TableWish(asked.game, answers, seats, options)


def add_pack(game: str, folder: Path) -> str:
    """Add a content pack; worker processes find it through the environment."""
    found = shelf.find(game)
    reader = pack_part(found, found.parts.adventure.add_pack)
    if not folder.is_dir():
        raise UserError(line("there is no folder {folder}", folder=str(folder)))
    name = msgspec.json.encode(reader(folder)).decode()
    known = os.environ.get(PACKS)
    os.environ[PACKS] = os.pathsep.join(filter(None, (known, str(folder.resolve()))))
    return name


def pack_part(game: AnyGame, part: T | None) -> T:
    """Take what a game offers for content packs; a game without it takes no packs."""
    if part is None:
        raise UserError(line("{game} does not take content packs", game=game.name))
    return part


def board(game: str, file: Path) -> str:
    """Read a board file; its mistakes name the file."""
    text, reader = read_text(file), shelf.find(game).parts.solvable.board
    if reader is None:
        raise UserError(line("{game} does not take boards of your own", game=game))
    reader(text, file.name)
    return text
