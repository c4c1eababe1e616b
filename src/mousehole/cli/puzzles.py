"""`mousehole puzzles GAME`: makes puzzles from the positions of many games, and checks those that were made."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from mousehole import shelf
from mousehole.cli.input_files import read_text
from mousehole.cli.progress_bar import Bar
from mousehole.core.game import AnyGame, Decide, Parts, Solvable
from mousehole.core.puzzles import SUFFIX, Grade, Puzzle, Source, read_puzzles, write_puzzles
from mousehole.core.record import read_setup
from mousehole.core.words import Line, UserError, line, percent, voice
from mousehole.library.position_text import read_position, write_position
from mousehole.players.puzzles import FoundPuzzle, Judge, PuzzleFinder, in_units, judge_of

GRADES: tuple[Grade, ...] = get_args(Grade)
WANTED_PUZZLES: dict[Grade, int] = {"easy": 600, "medium": 395, "hard": 5}
MAX_PUZZLES = 100_000  # puzzles of a grade
TOLERANCE = {True: 1, False: 500}  # hundredths of a percent by which a chance may differ when it is worked out again


def arguments(parser: ArgumentParser) -> None:
    """Take the game, how many puzzles of each grade, and where they go."""
    parser.add_argument("game", help="a game on the shelf; one that can be solved should be solved before")
    parser.add_argument("fields", nargs="*", metavar="field=value", help="set-up fields that differ from the defaults")
    for grade in GRADES:
        about = f"how many {grade} puzzles (default: %(default)s)"
        parser.add_argument(f"--{grade}", type=_count, metavar="N", default=WANTED_PUZZLES[grade], help=about)
    parser.add_argument("--count", type=_count, metavar="N", help="stop after so many, whatever their grades are")
    parser.add_argument("--seed", default="mousehole", help="the same seed gives the same games (default: %(default)s)")
    parser.add_argument("--write", type=Path, metavar="FILE", help=f"write them to a file, NAME{SUFFIX}")
    parser.add_argument("--check", type=Path, metavar="FILE", help="make none, but work out those of a file again")


def run(asked: Namespace, language: str) -> int:
    """Make puzzles or check them, and print what they are like."""
    game, say = shelf.find(asked.game), voice(language)
    if asked.check:
        wrong = checked(game, read_puzzles(asked.check.stem, read_text(asked.check)))
        print(say(line("{n} puzzle is not as it should be", plural="{n} puzzles are not as they should be", n=wrong)))
        return int(wrong > 0)
    if Solvable.exact not in game.parts.solvable and Parts.kernel not in game.parts:
        raise UserError(line("{game} can neither be solved nor searched: it has no puzzles", game=game.name))
    if asked.write and (asked.write.is_dir() or not asked.write.absolute().parent.is_dir()):
        raise UserError(line("{file}: nothing can be written there", file=str(asked.write)))
    found = made(game, setup_of(game, asked.fields), wanted(asked), asked.count, asked.seed, asked.write)
    for told in figures(found):
        print(say(told))
    return 0


def wanted(asked: Namespace) -> dict[Grade, int]:
    """How many of each grade are welcome."""
    return {grade: getattr(asked, grade) if asked.count is None else asked.count for grade in GRADES}


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > MAX_PUZZLES:
        raise ArgumentTypeError(f"expected a whole number up to {MAX_PUZZLES}")
    return int(text)


def setup_of(game: AnyGame, fields: list[str]) -> Any:
    """Read the set-up whose games are played."""
    if odd := [field for field in fields if "=" not in field]:
        raise UserError(line("Write fields as name=value, not {text}.", text=odd[0]))
    return read_setup(game, msgspec.json.encode(dict(field.split("=", 1) for field in fields)))


def made(
    game: AnyGame, setup: Any, grades: dict[Grade, int], many: int | None, seed: str, file: Path | None
) -> list[FoundPuzzle]:
    """Make so many puzzles of each grade; the file has all that were found so far, whenever somebody stops."""
    found, bar = list[FoundPuzzle](), Bar(sys.stderr)
    for one in PuzzleFinder(game, setup, judge_of(game), seed, grades, many).find():
        found.append(replace(one, puzzle=replace(one.puzzle, position=write_position(game, one.state))))
        bar(len(found), sum(grades.values()) if many is None else many)
        if file:
            file.write_text(written(game, [one.puzzle for one in found]), "utf-8")
    bar.close()
    return found


def written(game: AnyGame, puzzles: list[Puzzle]) -> str:
    """Puzzles as a file."""
    source: Source = "exact" if all(puzzle.exact for puzzle in puzzles) else "searched"
    return write_puzzles(game.name, game.edition, source, puzzles)


def figures(found: list[FoundPuzzle]) -> list[Line]:
    """How hard the puzzles are, and how often each simple player solves them."""
    grades, many = Counter(one.puzzle.grade for one in found), max(1, len(found))
    rows = [line("{grade}: {n}", grade=grade, n=grades[grade]) for grade in GRADES]
    for name in found[0].solved if found else ():
        share = sum(one.solved[name] for one in found) / many
        rows.append(line("{name} solves {share}", name=name, share=percent(share)))
    return rows


def checked(game: AnyGame, puzzles: Any) -> int:
    """Work out puzzles again; how many are wrong."""
    judge = judge_of(game)
    return sum(not holds(judge, *reached(puzzle), puzzle) for puzzle in puzzles)


def reached(puzzle: Puzzle) -> tuple[Any, Decide[Any]]:
    """The position of a puzzle, and who decides there."""
    game, state = read_position(puzzle.position, shelf.find)
    turn = game.turn(state)
    if not isinstance(turn, Decide):
        raise UserError(line("nobody decides at the position of puzzle {name}", name=puzzle.name))
    return state, turn


def holds(judge: Judge, state: Any, turn: Decide[Any], puzzle: Puzzle) -> bool:
    """Whether the best choice of a puzzle leads, and all chances are as they were written."""
    chances = judge.clear(state, turn)
    if not chances or len(chances) != len(puzzle.worth):
        return False
    told = in_units(chances)
    same = replace(puzzle, worth=told).best == puzzle.best
    return same and all(abs(a - b) <= TOLERANCE[puzzle.exact] for a, b in zip(told, puzzle.worth, strict=True))
