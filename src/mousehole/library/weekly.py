"""The board of the week: small solved boards of Mmm!, each with luck of its own that is the same for everybody.

`weekly.boards` has a board a line, drawn by `tools/draw_weeks.py`: perfect play wins between 50 and 75 games of 100
there, rules of thumb clearly fewer. With the luck of the line perfect play gets through while rules of thumb do not: it
can be done, and how it is played decides.
"""

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from mousehole import shelf
from mousehole.core.game import AnyGame, Chance, Decide, Over, Player
from mousehole.core.record import draw, read_setup

__all__ = ["GAME", "WeeklyBoard", "board_of_week", "played", "week_of", "weekly_boards", "written"]

GAME = "mmm"
DAYS, MONDAY = 7, 3  # the first day of 1970 was a Thursday
UNIT = 10_000  # a chance is written as a whole number of hundredths of a percent


class WeeklyBoard(Struct, frozen=True):
    """A board, its luck, and what perfect play makes of it."""

    rows: str  # of the pantry, apart by slashes
    steps: int
    chance: float  # to win by perfect play, whatever the luck
    luck: int  # which of its many lucks is played
    score: int  # of perfect play with this luck: the steps that the cat still has to go

    @property
    def board(self) -> str:
        """The board as the designer writes it."""
        grid = "\n".join(" ".join(row) for row in self.rows.split("/"))
        return f'steps = {self.steps}\npantry = """\n{grid}\n"""\n'

    @property
    def setup(self) -> Any:
        """The set-up for one player."""
        return read_setup(shelf.find(GAME), msgspec.json.encode({"board": self.board}))

    @property
    def seed(self) -> bytes:
        """What all luck is drawn from."""
        return blake2b(f"mousehole week {self.rows} {self.steps} {self.luck}".encode(), digest_size=16).digest()


@cache
def weekly_boards() -> tuple[WeeklyBoard, ...]:
    """Every board there is, in the order of the weeks."""
    text = (files("mousehole.library") / "weekly.boards").read_text("utf-8")
    return tuple(_read(row) for row in text.splitlines())


def week_of(day: int) -> int:
    """The week of a day that is counted from 1970; it begins on a Monday."""
    return (day + MONDAY) // DAYS


def board_of_week(week: int) -> WeeklyBoard:
    """The board that everybody gets in a week."""
    boards = weekly_boards()
    return boards[week % len(boards)]


def played(game: AnyGame, setup: Any, seed: bytes, player: Player) -> Over:
    """How a player ends with a luck that is known to nobody before."""
    state, ply, luck = game.new(setup), 0, Random(seed)
    while not isinstance(turn := game.turn(state), Over):
        match turn:
            case Chance():
                event = draw(turn.odds, seed, ply)
            case Decide():
                event = player.choose(game, state, turn, luck)
        state, ply = game.apply(state, event), ply + 1
    return turn


def written(board: WeeklyBoard) -> str:
    """A board as a line of the file."""
    return f"{board.rows} {board.steps} {round(board.chance * UNIT)} {board.luck} {board.score}"


def _read(row: str) -> WeeklyBoard:
    rows, *figures = row.split()
    steps, chance, luck, score = map(int, figures)
    return WeeklyBoard(rows, steps, chance / UNIT, luck, score)
