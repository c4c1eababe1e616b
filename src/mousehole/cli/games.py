"""`mousehole games` and `mousehole rules GAME`: what is on the shelf, and the clauses of a game."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from mousehole import shelf
from mousehole.core.ledger import ledger
from mousehole.core.words import UserError, line, voice


def games_arguments(parser: ArgumentParser) -> None:
    """Take no arguments."""


def run_games(asked: Namespace, language: str) -> int:
    """List the games on the shelf."""
    for game in shelf.every():
        say = voice(language, game.package)
        print(f"{game.name:<14}{say(game.title)}\n{'':<14}{say(game.blurb)}")
    for one in shelf.broken_games():
        print(f"{one.name:<14}{voice(language)(line('broken: {reason}', reason=one.reason))}")
    return 0


OPEN = 1


def rules_arguments(parser: ArgumentParser) -> None:
    """Take the game, and whether to list the proofs."""
    parser.add_argument("game")
    parser.add_argument("--proofs", action="store_true", help="list the tests that prove each clause")
    parser.add_argument("--tests", type=Path, default=None, help="the folder with the tests (default: this checkout's)")


def run_rules(asked: Namespace, language: str) -> int:
    """Print every clause; with proofs, fail if one has none."""
    game = shelf.find(asked.game)
    clauses = ledger(game.package)
    proven = proofs_in(asked.tests or tests_folder()) if asked.proofs else {}
    for name, clause in clauses.items():
        print(f"{name:<8}{clause.text(language)}")
        for test in proven.get(name, ()):
            print(f"{'':<8}- {test}")
    if not asked.proofs:
        return 0
    later = [name for name, clause in clauses.items() if clause.open]
    missing = [name for name in clauses if name not in proven and name not in later]
    say = voice(language)
    count = len(clauses) - len(missing) - len(later)
    print(say(line("{n} clauses, {proven} proven", n=len(clauses), proven=count)))
    if later:
        print(say(line("left for later: {names}", names=", ".join(later))))
    if missing:
        print(say(line("not proven: {names}", names=", ".join(missing))))
    return OPEN if missing else 0


def proofs_in(folder: Path) -> dict[str, list[str]]:
    """List proofs by clause."""
    from mousehole.testing import proofs

    if not folder.is_dir():
        raise UserError(line("there is no test folder {folder}; use --tests to name another", folder=str(folder)))
    return proofs(folder)


def tests_folder() -> Path:
    """Find the tests of this checkout."""
    return Path(__file__).resolve().parents[3] / "tests"
