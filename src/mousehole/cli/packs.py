"""`mousehole pack`, `scenario` and `schema`: for authors of content packs."""

import json
from argparse import ArgumentParser, Namespace
from collections import deque
from pathlib import Path
from sys import stderr
from typing import Any

from mousehole import shelf
from mousehole.cli.play import pack_part
from mousehole.cli.progress_bar import Bar
from mousehole.core.game import AnyGame, Over
from mousehole.core.record import plies
from mousehole.core.words import UserError, languages, line, voice
from mousehole.paint.svg import paint
from mousehole.players.arena import played, team_names

WHAT = (
    "report every mistake (check), draw every tile side (show), let companions play every chapter (try), "
    "write a file with all texts to translate (words)"
)
GAMES = 20
SCALE = 80  # pixels per unit


def pack_arguments(parser: ArgumentParser) -> None:
    """Take what to do, and with which folder."""
    parser.add_argument("what", choices=("check", "show", "try", "words"), help=WHAT)
    parser.add_argument("folder", type=Path, metavar="DIR", help="a content pack (see docs/own-adventure.md)")
    parser.add_argument("--game", default="mystics", help="the game it is written for")
    parser.add_argument("-o", "--out", type=Path, help="where show writes its pictures (default: DIR/pictures)")
    parser.add_argument("--games", type=int, default=GAMES, help="how many games try plays (default: %(default)s)")
    parser.add_argument("--to", choices=languages()[1:], help="the language of words (default: one that it has)")


def run_pack(asked: Namespace, language: str) -> int:
    """Do what was asked with a content pack."""
    game = shelf.find(asked.game)
    pack_part(game, game.parts.adventure.faults)
    if not asked.folder.is_dir():
        raise UserError(line("there is no folder {folder}", folder=str(asked.folder)))
    return {"check": check, "show": show, "try": rehearse, "words": translate}[asked.what](game, asked, language)


def check(game: AnyGame, asked: Namespace, language: str) -> int:
    """Report every mistake with file, line, key and reason; the exit code is 1 if there are any."""
    say, found = voice(language, game.package), pack_part(game, game.parts.adventure.faults)(asked.folder)
    for mistake in found:
        print(say(mistake.line))
    if found:
        print(voice(language)(line("{n} mistake", plural="{n} mistakes", n=len(found))))
        return 1
    for note in pack_part(game, game.parts.adventure.notes)(asked.folder):
        print(say(line("note: {said}", said=note.line)))
    print(voice(language)(line("{name} has no mistakes", name=asked.folder.resolve().name)))
    return 0


def show(game: AnyGame, asked: Namespace, language: str) -> int:
    """Draw each tile side into a file of its own."""
    pictures = pack_part(game, game.parts.adventure.atlas)(asked.folder)
    folder = asked.out or asked.folder / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    for side, scene in pictures.items():
        file = folder / f"{side}.svg"
        file.write_text(paint(game, scene, language, panels=True, scale=SCALE), "utf-8")
        print(voice(language)(line("written: {file}", file=str(file))))
    return 0


def rehearse(game: AnyGame, asked: Namespace, language: str) -> int:
    """Let companions play every chapter of a pack, and print how it went."""
    if asked.games < 1:
        raise UserError(line("at least one game has to be played"))
    rehearsal = pack_part(game, game.parts.adventure.rehearsal)
    setups = rehearsal.setups(asked.folder)
    say, bar, ends = voice(language, game.package), Bar(stderr, voice(language)), list[tuple[Over, Any]]()
    for name, setup in setups.items():
        for number in range(asked.games):
            ends.append(end(game, setup, rehearsal.player, number))
            bar(len(ends), asked.games * len(setups))
        bar.close()
        print(name)
        for told in rehearsal.report(setup, ends[-asked.games :]):
            print(f"  {say(told)}")
    return 0


def end(game: AnyGame, setup: Any, player: str, number: int) -> tuple[Over, Any]:
    """Play one game, and return how and where it ended."""
    record, over = played(game, setup, (player,) * len(team_names(game, setup)), "try", number)
    return over, deque(plies(game, record), 1).pop().state


def translate(game: AnyGame, asked: Namespace, language: str) -> int:
    """Write the texts of a pack into a catalogue; existing translations are kept."""
    home = asked.folder / "words"
    to = asked.to or next((name for name in languages() if (home / f"{name}.po").is_file()), languages()[1])
    text, texts, empty = pack_part(game, game.parts.adventure.catalogue)(asked.folder, to)
    file = home / f"{to}.po"
    home.mkdir(exist_ok=True)
    file.write_text(text, "utf-8")
    say = voice(language)
    print(say(line("written: {file}", file=str(file))))
    one, other = "{n} text, {empty} not translated", "{n} texts, {empty} not translated"
    print(say(line(one, plural=other, n=texts, empty=empty)))
    return 0


def scenario_arguments(parser: ArgumentParser) -> None:
    """Take the files to run, and the game they are for."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="scenario files (see docs/scenarios.md)")
    parser.add_argument("--game", default="mystics", help="the game they are written for")


def run_scenario(asked: Namespace, language: str) -> int:
    """Run scenario files, and name the first difference of each scenario."""
    runner = shelf.find(asked.game).parts.adventure.scenario
    if runner is None:
        raise UserError(line("{game} has no scenarios", game=asked.game))
    return runner(asked.files, language)


def schema_arguments(parser: ArgumentParser) -> None:
    """Take the game, and where to write."""
    parser.add_argument("game")
    parser.add_argument("folder", type=Path, metavar="DIR", help="created if it does not exist")


def run_schema(asked: Namespace, language: str) -> int:
    """Write a JSON Schema for every kind of content file of a game, for editors."""
    schemas = shelf.find(asked.game).parts.adventure.schemas
    if schemas is None:
        raise UserError(line("{game} has no content files with a schema", game=asked.game))
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name, schema in schemas().items():
        file = asked.folder / f"{Path(name).stem}.schema.json"
        file.write_text(json.dumps(schema, indent=2) + "\n", "utf-8")
        print(voice(language)(line("written: {file}", file=str(file))))
    return 0
