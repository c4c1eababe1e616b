"""A ledger is read by clause, in every language."""

import sys

import pytest

from mousehole.core.content import BadContent
from mousehole.core.ledger import Clause, ledger
from mousehole.core.words import home_of


def test_clauses_are_found_by_id_and_said_in_both_languages():
    clause = ledger("mousehole.games.mmm")["MMM-10"]
    assert clause.text("en") == "A turn begins with a roll of all three dice."
    assert clause.text("fr") == "Un tour commence par un lancer des trois dés."


def test_a_language_without_words_hears_english():
    assert Clause({"en": "one", "fr": "un"}).text("de") == "one"


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Write a package with a ledger, and some of its clauses in other languages."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("mousehole.core.ledger.languages", lambda: ("en", "fr", "pl"))
    (tmp_path / "halfgame" / "words").mkdir(parents=True)
    (tmp_path / "halfgame" / "__init__.py").touch()

    def package(text, **others):
        (tmp_path / "halfgame" / "ledger.toml").write_text(text, "utf-8")
        for language, words in others.items():
            (tmp_path / "halfgame" / "words" / f"ledger.{language}.toml").write_text(words, "utf-8")
        return ledger("halfgame")

    yield package
    sys.modules.pop("halfgame", None)
    ledger.cache_clear()
    home_of.cache_clear()


def test_further_languages_stand_in_files_of_their_own(written):
    clause = written('["HG-01"]\nen = "one"\nfr = "un"\n', pl='HG-01 = "jeden"\n', cs='HG-01 = "jedna"\n')["HG-01"]
    assert [clause.text(language) for language in ("en", "fr", "pl", "cs")] == ["one", "un", "jeden", "one"]


def test_a_clause_without_english_names_file_and_clause(written):
    with pytest.raises(BadContent, match=r"^halfgame/ledger.toml: HG-01.en: this key is missing"):
        written('["HG-01"]\nfr = "un"\n')


def test_a_clause_that_is_no_text_names_file_and_clause(written):
    with pytest.raises(BadContent, match=r"^halfgame/words/ledger.pl.toml: HG-01: "):
        written('["HG-01"]\nen = "one"\n', pl="HG-01 = 1\n")
