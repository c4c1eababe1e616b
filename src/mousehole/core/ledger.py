"""The ledger of a game: every rule as a numbered clause, in the project's own words."""

from functools import cache

from msgspec import Struct

from mousehole.core.content import convert, tables
from mousehole.core.words import home_of


class Clause(Struct, frozen=True):
    """One rule, in English and French; an open one is written down but not carried yet."""

    en: str
    fr: str
    open: bool = False

    def text(self, language: str) -> str:
        """Say the clause in a language; English where it has no other words."""
        return self.fr if language == "fr" else self.en


@cache
def ledger(package: str) -> dict[str, Clause]:
    """Read all clauses of a game by id."""
    file = home_of(package) / "ledger.toml"
    where = f"{package}/ledger.toml"
    read = tables(file.read_text("utf-8"), where)
    return {name: convert(clause, Clause, where, name) for name, clause in read.items()}
