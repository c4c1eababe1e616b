"""Draw the boards of the week: `python tools/draw_weeks.py N > src/mousehole/library/weekly.boards`.

Boards of four rows with items of two to four squares are drawn by a seed, solved, and kept where perfect play wins
between 50 and 75 games of 100 and rules of thumb at least 7 fewer. Of the lucks of a board the first is taken with
which perfect play gets through and rules of thumb do not. It takes a few minutes for two years of weeks.
"""

import sys
import tempfile
from itertools import count
from pathlib import Path
from random import Random

from msgspec.structs import replace

from mousehole import shelf
from mousehole.games.mmm.players import ThumbPlayer
from mousehole.library.weekly import GAME, WeeklyBoard, played, written
from mousehole.players.perfect_play import PerfectPlayer, Solver

ROWS, LETTERS = 4, "BHFGC"
COLUMNS = (4, 5)
FAIR, LEAD = (0.5, 0.75), 0.07
GAMES = 400  # of rules of thumb on a board
LUCKS = 50  # tried on a board


def drawn(luck):
    """Some pantry of whole items, its rows apart by slashes; nothing where they do not fit."""
    wide = luck.choice(COLUMNS)
    free, cells = {(row, column) for row in range(ROWS) for column in range(wide)}, {}
    while free:
        item, wanted = [min(free)], luck.randint(2, 4)
        free.discard(item[0])
        while len(item) < wanted and (near := sorted(free & {one for at in item for one in beside(at)})):
            item.append(luck.choice(near))
            free.discard(item[-1])
        letters = sorted({*LETTERS} - {cells.get(one) for at in item for one in beside(at)})
        if len(item) < 2 or not letters:
            return ""
        cells |= dict.fromkeys(item, luck.choice(letters))
    rows = ["".join(cells[row, column] for column in range(wide)) for row in range(ROWS)]
    return "/".join(rows) if {*"".join(rows)} == {*LETTERS} else ""


def beside(at):
    """The four squares beside one."""
    row, column = at
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


def week(rows, steps, folder):
    """A board as one of a week, or nothing where it is not fair or not interesting."""
    game, one = shelf.find(GAME), WeeklyBoard(rows, steps, 0.0, 0, 0)
    start = game.new(one.setup)
    chance = Solver(game, folder).solve(start).value(start, 0)
    if not FAIR[0] <= chance <= FAIR[1]:
        return None
    thumb, perfect = ThumbPlayer(), PerfectPlayer(folder)
    wins = sum(bool(played(game, one.setup, f"{rows} {n}".encode(), thumb).winners) for n in range(GAMES))
    if chance - wins / GAMES < LEAD:
        return None
    for luck in range(LUCKS):
        board = replace(one, chance=chance, luck=luck)
        over = played(game, board.setup, board.seed, perfect)
        if over.winners and not played(game, board.setup, board.seed, thumb).winners:
            return replace(board, score=over.score)
    return None


def main():
    """Print so many boards."""
    wanted, luck = int(sys.argv[1]), Random("mousehole weeks")
    with tempfile.TemporaryDirectory() as folder:
        for _ in count():
            rows, steps = drawn(luck), luck.randint(5, 8)
            board = week(rows, steps, Path(folder)) if rows else None
            if board:
                print(written(board), flush=True)
                wanted -= 1
            if not wanted:
                return


if __name__ == "__main__":
    main()
