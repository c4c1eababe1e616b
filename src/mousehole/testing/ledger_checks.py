"""Checks of a ledger: every clause is said in every language of its game, cited by code and proven by a test."""

import re
from collections.abc import Collection, Iterator, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from mousehole.core.game import AnyGame
from mousehole.core.ledger import Clause, further, ledger
from mousehole.core.words import spoken_by
from mousehole.testing.proving import proofs
from mousehole.testing.word_checks import SPACES, wrong_spaces


def check_ledger(game: AnyGame, tests: Path | None) -> None:
    """Check the ledger of a game, where it has one; proofs are looked for below the folder of its tests."""
    file = files(game.package) / "ledger.toml"
    if not file.is_file():
        return
    clauses = ledger(game.package)
    shipped = sorted({*spoken_by(game.package), *(name for clause in clauses.values() for name in clause.texts)})
    for name, clause in clauses.items():
        check_clause(name, clause, shipped)
    for language in shipped:
        strange = sorted(further(game.package, language).keys() - clauses.keys())
        assert not strange, f"ledger.{language}.toml has clauses that the ledger lacks: {strange}"
    carried = {name for name, clause in clauses.items() if not clause.open}
    cited = set(citations(files(game.package), clauses))
    assert carried <= cited, f"no code cites {sorted(carried - cited)}"
    assert cited <= set(clauses), f"the ledger lacks {sorted(cited - set(clauses))}"
    if tests is not None:
        proven = set(proofs(tests))
        assert carried <= proven, f"no test proves {sorted(carried - proven)}"


def check_clause(name: str, clause: Clause, shipped: Sequence[str]) -> None:
    """Check that a clause says something of its own in every language that the game is shipped in."""
    for language in shipped:
        assert clause.texts.get(language, "").strip(), f"clause {name} has no {language}"
    if len(shipped) > 1:
        assert len(set(clause.texts.values())) > 1, f"clause {name} says the same in every language"
    french = clause.texts.get("fr", "")
    assert not wrong_spaces(french), f"wrong French spaces in clause {name} ({SPACES}): {french}"


def citations(folder: Traversable, clauses: Collection[str]) -> Iterator[str]:
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
        elif file.name.endswith((".py", ".toml")) and not file.name.startswith("ledger."):
            yield file.read_text("utf-8")
