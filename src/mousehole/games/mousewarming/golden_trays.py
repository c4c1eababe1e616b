"""Golden trays: three wins in a row make the next game harder."""

from msgspec.structs import replace

from mousehole.core.game import Result
from mousehole.core.words import Line, line
from mousehole.games.mousewarming.moves import PAIR, Setup
from mousehole.games.mousewarming.state import State

WINS = 3
EARNED = (
    line("Three parties in a row: the next one is served on a golden tray!"),
    line("Three golden parties in a row: now both trays are golden!"),
    line("Masters of the house: three parties in a row with two golden trays!"),
)


def sequel(setup: Setup, state: State, results: tuple[Result, ...]) -> Setup:
    """Play again; after three wins in a row, with one more golden tray."""
    if setup.first_game or len(setup.golden) == len(PAIR) or run(results, setup) < WINS:
        return setup  # MP-132
    silver = [mouse for mouse in PAIR if mouse not in setup.golden]
    return replace(setup, golden=tuple(sorted((*setup.golden, silver[0]))))  # MP-130, MP-131


def run(results: tuple[Result, ...], setup: Setup) -> int:
    """Count the wins in a row with burrows face down and as many golden trays as now."""
    wins = 0
    for result in reversed(results):
        won = bool(result.over.winners)
        if not won or len(result.setup.golden) != len(setup.golden):
            break  # MP-132
        wins += result.clean and not result.setup.first_game  # MP-130, MP-132
    return wins


def title(results: tuple[Result, ...]) -> Line | None:
    """Award a title for every third win in a row."""
    if not results or not results[-1].over.winners or results[-1].setup.first_game or not results[-1].clean:
        return None
    setup = results[-1].setup
    wins = run(results, setup)
    return EARNED[len(setup.golden)] if wins and wins % WINS == 0 else None
