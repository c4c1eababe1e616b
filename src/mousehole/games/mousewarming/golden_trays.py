"""Golden trays: three wins in a row make the next game harder."""

from msgspec.structs import replace

from mousehole.core.game import Result
from mousehole.core.words import Line, line
from mousehole.games.mousewarming.moves import PAIR, Setup
from mousehole.games.mousewarming.state import State, guests

WINS = 3
NEARLY = {
    1: line("One win: two more in a row, and a tray turns golden."),
    2: line("Two wins in a row: one more, and a tray turns golden!"),
}
EARNED = (
    line("Three parties in a row: the next one is served on a golden tray!"),
    line("Three golden parties in a row: now both trays are golden!"),
    line("Masters of the house: three parties in a row with two golden trays!"),
)


def sequel(setup: Setup, state: State, results: tuple[Result, ...]) -> Setup:
    """Play again: after a first game that was won with burrows face down, after three wins with a golden tray more."""
    if setup.first_game:
        won = bool(results[-1].over.winners) if results else len(state.table) >= guests(state)
        return replace(setup, first_game=not won)
    if len(setup.golden) == len(PAIR) or run(results, setup) < WINS:
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
    """Award a title for every third win in a row, and count the wins before it."""
    if not results or not results[-1].over.winners or results[-1].setup.first_game or not results[-1].clean:
        return None
    setup = results[-1].setup
    wins = run(results, setup)
    if wins in NEARLY and len(setup.golden) < len(PAIR):
        return NEARLY[wins]
    return EARNED[len(setup.golden)] if wins and wins % WINS == 0 else None
