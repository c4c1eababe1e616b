"""Adventures on trial: companions play one many times, and what came of it is counted."""

from collections import Counter
from collections.abc import Mapping
from itertools import chain
from pathlib import PurePosixPath

import msgspec
from msgspec import Struct

from mousehole import shelf
from mousehole.core.game import Course
from mousehole.core.memory_folder import MemoryFolder
from mousehole.core.record import plies
from mousehole.core.solvable import Progress
from mousehole.core.words import UserError, line
from mousehole.players.arena import played, team_names
from mousehole.players.intervals import wilson

MOST_GAMES = 500


class AnswerCount(Struct, frozen=True):
    """How often an answer was given, and in how many of those games the party won."""

    chosen: int
    won: int


class TryReport(Struct, frozen=True):
    """How the games of a trial went."""

    games: int
    won: int
    share: tuple[float, float, float]  # the lower bound, the share that was won, the upper bound
    pages: dict[int, int]  # on which page the games ended
    fell: dict[str, int]  # by "SIDE/SPACE": how often somebody was captured there
    entered: dict[str, dict[str, int]]  # by side and space: in how many games somebody stood there
    cards: dict[str, int]  # in how many games a card was drawn
    answers: dict[str, dict[str, AnswerCount]]
    endings: dict[str, int]


def tried(progress: Progress, game: str, files: bytes, chapter: str, level: str, games: int, seed: str) -> TryReport:
    """Play a chapter a number of times, with the luck that the arena would have for this seed."""
    found = shelf.find(game)
    workshop = found.parts.adventure.workshop
    if workshop is None or not 0 < games <= MOST_GAMES:
        raise UserError(line("at most {n} games are played at once", n=MOST_GAMES))
    folder = MemoryFolder("adventure", msgspec.msgpack.decode(files, type=dict[str, bytes]))
    setup = workshop.setup(workshop.at_hand(folder), chapter)
    lineup = (level,) * len(team_names(found, setup))
    courses = list[Course]()
    for number in range(games):
        record, over = played(found, setup, lineup, seed, number)
        states = [ply.state for ply in plies(found, record)]
        courses.append(workshop.course(states, record.events, over))
        progress(number + 1, games)
    return report(workshop.possible(setup), courses)


def report(possible: Course, courses: list[Course]) -> TryReport:
    """Count what came of some games; what never came counts as none."""
    games, won = len(courses), sum(one.won for one in courses)
    low, high = wilson(won, games)
    entered = Counter(chain.from_iterable(one.entered for one in courses))
    answers: dict[str, dict[str, AnswerCount]] = {}
    for question, answer in possible.answers:
        taken = [one.won for one in courses if (question, answer) in one.answers]
        answers.setdefault(question, {})[answer] = AnswerCount(len(taken), sum(taken))
    return TryReport(
        games,
        won,
        (low, won / games, high),
        dict(sorted(Counter(one.page for one in courses).items())),
        dict(Counter(chain.from_iterable(one.fell for one in courses)).most_common()),
        by_side({**dict.fromkeys(possible.entered, 0), **entered}),
        {**dict.fromkeys(possible.cards, 0), **Counter(chain.from_iterable(one.cards for one in courses))},
        answers,
        {**dict.fromkeys(possible.endings, 0), **Counter(chain.from_iterable(one.endings for one in courses))},
    )


def by_side(counts: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Sort counts of spaces by their side."""
    found: dict[str, dict[str, int]] = {}
    for space, count in counts.items():
        path = PurePosixPath(space)
        found.setdefault(str(path.parent), {})[path.name] = count
    return found
