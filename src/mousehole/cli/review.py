"""`mousehole review FILE`: a recorded game in hindsight."""

import sys
from argparse import ArgumentParser, Namespace

from mousehole.cli.input_files import read_record
from mousehole.cli.progress_bar import Bar
from mousehole.cli.streams import as_json
from mousehole.core.record import plies
from mousehole.core.words import voice
from mousehole.players.advice_words import betters, review_rows, stories
from mousehole.players.review import BRIEF, review
from mousehole.players.simulated import Budget


def arguments(parser: ArgumentParser) -> None:
    """Take the record, and whose point of view."""
    parser.add_argument("file", help="a recorded game; - reads standard input")
    parser.add_argument("--seat", type=int, default=0, help="whose chances are shown (default: the first seat)")
    parser.add_argument(
        "--games", type=int, default=BRIEF.games, help="simulated games for each decision, where nothing is solved"
    )
    parser.add_argument("--json", action="store_true", help="print the review as JSON")


def run(asked: Namespace, language: str) -> int:
    """Print where the game was won or lost."""
    game, record = read_record(asked.file)
    seat = min(max(asked.seat, 0), len(game.seats(record.setup)) - 1)
    bar = Bar(sys.stderr, voice(language))
    games = max(1, asked.games)
    budget = Budget(games, games * (BRIEF.simulations // BRIEF.games))
    found = review(game, record, seat=seat, budget=budget, progress=bar)
    bar.close()
    if asked.json:
        print(as_json(found))
        return 0
    say = voice(language, game.package)
    say = say.naming(tuple(say(kind.name) for kind in game.seats(record.setup)))
    walked = list(plies(game, record))
    for row in review_rows(found, stories(game, walked, say), betters(game, walked, found, say), say):
        print(row)
    return 0
