"""How somebody gets on with puzzles: a rating for each game, streaks, and which puzzle comes next."""

from collections.abc import Sequence
from hashlib import blake2b

from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.puzzles.puzzle import Puzzle
from mousehole.core.puzzles.rating import Rating, Result, rated

KNOWN = 80.0  # how far off the rating of a puzzle may be
RECENT = 150  # puzzles that do not come again for a while
NEAR = 150.0  # points of rating within which puzzles are as good as each other for somebody


NEWCOMER = Rating(1300.0, 250.0)  # easy puzzles come first, and a first mistake does not cost everything


class GameProgress(Struct, frozen=True, omit_defaults=True):
    """How somebody gets on with the puzzles of one game."""

    rating: Rating = NEWCOMER
    tried: int = 0
    solved: int = 0
    streak: int = 0  # solved in a row
    longest: int = 0
    recent: tuple[str, ...] = ()  # the last to come, the newest first


class Progress(Struct, frozen=True, omit_defaults=True):
    """Everything that is kept about somebody and puzzles."""

    games: dict[str, GameProgress] = {}
    day: int = 0  # of the last puzzle of the day that was answered, counted from 1970
    days: int = 0  # on which it was solved, one after the other
    longest: int = 0

    def at(self, game: str) -> GameProgress:
        """How somebody gets on with a game."""
        return self.games.get(game, GameProgress())

    def days_by(self, today: int) -> int:
        """How many days in a row count today: a day without an answer ends them."""
        return self.days if today - self.day <= 1 else 0


def answered(before: GameProgress, puzzle: Puzzle, solved: bool) -> GameProgress:
    """How somebody gets on after an answer."""
    streak = before.streak + 1 if solved else 0
    recent = (puzzle.name, *(name for name in before.recent if name != puzzle.name))[:RECENT]
    return GameProgress(
        rated(before.rating, (Result(puzzle.rating, KNOWN, float(solved)),)),
        before.tried + 1,
        before.solved + solved,
        streak,
        max(before.longest, streak),
        recent,
    )


def on_the_day(before: Progress, today: int, solved: bool) -> Progress:
    """How the days in a row stand after the answer to the puzzle of the day."""
    days = before.days_by(today) + 1 if solved else 0
    return replace(before, day=today, days=days, longest=max(before.longest, days))


def following(puzzles: Sequence[Puzzle], who: str, before: GameProgress) -> Puzzle:
    """The puzzle that comes next: about as strong as somebody, not seen lately, and the same until it is answered."""
    recent = set(before.recent[: len(puzzles) // 2])
    fresh = [puzzle for puzzle in puzzles if puzzle.name not in recent]
    strength = before.rating.value

    def drawn(puzzle: Puzzle) -> bytes:
        return blake2b(f"{who}/{before.tried}/{puzzle.name}".encode(), digest_size=8).digest()

    return min(fresh, key=lambda puzzle: (abs(puzzle.rating - strength) // NEAR, drawn(puzzle)))
