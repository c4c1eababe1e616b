"""Checks of a ledger: every clause is said in every language, cited by code and proven by a test."""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from mousehole.core.game import AnyGame
from mousehole.core.words import languages
from mousehole.testing.proving import proofs
from mousehole.testing.word_checks import SPACES, wrong_spaces


def check_ledger(game: AnyGame, tests: Path | None) -> None:
    """Check the ledger of a game, where it has one; proofs are looked for below the folder of its tests."""
    file = files(game.package) / "ledger.toml"
    if not file.is_file():
        return
    clauses = tomllib.loads(file.read_text("utf-8"))
    for name, clause in clauses.items():
        check_clause(name, clause)
    carried = {name for name, clause in clauses.items() if not clause.get("open")}
    cited = set(citations(files(game.package), clauses))
    assert carried <= cited, f"no code cites {sorted(carried - cited)}"
    assert cited <= set(clauses), f"the ledger lacks {sorted(cited - set(clauses))}"
    if tests is not None:
        proven = set(proofs(tests))
        assert carried <= proven, f"no test proves {sorted(carried - proven)}"


def check_clause(name: str, clause: object) -> None:
    """Check that a clause says something of its own in every language."""
    assert isinstance(clause, dict), f"clause {name} is no table"
    for language in languages():
        assert str(clause.get(language, "")).strip(), f"clause {name} has no {language}"
    assert len({clause[language] for language in languages()}) > 1, f"clause {name} says the same in every language"
    assert not wrong_spaces(clause["fr"]), f"wrong French spaces in clause {name} ({SPACES}): {clause['fr']}"


def citations(folder: Traversable, clauses: dict[str, object]) -> Iterator[str]:
    """List the clauses that code and content below a folder name, by the letters that this ledger begins with."""
    letters = "|".join(sorted({name.partition("-")[0] for name in clauses}))
    clause = re.compile(rf"\b(?:{letters})-[A-Z]?\d{{2,3}}\b")
    for text in sources(folder):
        yield from clause.findall(text)


def sources(folder: Traversable) -> Iterator[str]:
    """List the texts that can cite a clause; lessons and the ledger itself do not count."""
    for file in folder.iterdir():
        if file.is_dir() and file.name != "learn":
            yield from sources(file)
        elif file.name.endswith((".py", ".toml")) and file.name != "ledger.toml":
            yield file.read_text("utf-8")
