"""The ledger of a game: every rule as a numbered clause, in the project's own words."""

from functools import cache

from msgspec import Struct

from mousehole.core.content import convert, parse, tables
from mousehole.core.words import home_of, languages


class Clause(Struct, frozen=True):
    """One rule by language; an open one is written down but not carried yet."""

    texts: dict[str, str]
    open: bool = False

    def text(self, language: str) -> str:
        """Say the clause in a language; English where it has no other words."""
        return self.texts.get(language) or self.texts["en"]


class Written(Struct, frozen=True, forbid_unknown_fields=True):
    """A clause as ledger.toml spells it; further languages have files of their own."""

    en: str
    fr: str = ""
    open: bool = False


@cache
def ledger(package: str) -> dict[str, Clause]:
    """Read all clauses of a game by id."""
    where = f"{package}/ledger.toml"
    read = tables((home_of(package) / "ledger.toml").read_text("utf-8"), where)
    written = {name: convert(clause, Written, where, name) for name, clause in read.items()}
    others = {language: further(package, language) for language in languages()[1:]}
    return {name: Clause(_texts(name, one, others), one.open) for name, one in written.items()}


def further(package: str, language: str) -> dict[str, str]:
    """Read the clauses of a game in one of the languages beside those of ledger.toml, as far as it has them."""
    file = home_of(package) / "words" / f"ledger.{language}.toml"
    where = f"{package}/words/{file.name}"
    read: dict[str, str] = parse(file.read_text("utf-8"), dict[str, str], where) if file.is_file() else {}
    return read


def _texts(name: str, written: Written, others: dict[str, dict[str, str]]) -> dict[str, str]:
    own = {"en": written.en} | ({"fr": written.fr} if written.fr else {})
    return own | {language: texts[name] for language, texts in others.items() if name in texts}
