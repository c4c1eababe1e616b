"""A ledger is read by clause, in every language."""

import pytest

from mousehole.core.content import BadContent
from mousehole.core.ledger import Clause, ledger


def test_clauses_are_found_by_id_and_said_in_both_languages():
    clause = ledger("mousehole.games.mmm")["MMM-10"]
    assert clause.text("en") == "A turn begins with a roll of all three dice."
    assert clause.text("fr") == "Un tour commence par un lancer des trois dés."


def test_a_language_without_words_hears_english():
    assert Clause("one", "un").text("de") == "one"


def test_a_clause_without_french_names_file_and_clause(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "halfgame").mkdir()
    (tmp_path / "halfgame" / "__init__.py").touch()
    (tmp_path / "halfgame" / "ledger.toml").write_text('["HG-01"]\nen = "one"\n')
    with pytest.raises(BadContent, match=r"^halfgame/ledger.toml: HG-01.fr: this key is missing"):
        ledger("halfgame")
