"""The suite finds what is wrong with the ledger and the French of a game in any package."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mousehole import shelf
from mousehole.core.ledger import ledger
from mousehole.core.words import catalogue, home_of, spoken_by
from mousehole.testing.ledger_checks import check_ledger, check_words

CLAUSE = '["PEB-01"]\nen = "Take one or two."\nfr = "Prenez-en un ou deux."\n'
CITED, PROOF = "turn = 1  # PEB-01\n", '@proves("PEB-01")\ndef test_taking(): ...\n'

# what is said, and the package that deserves it: ledger, code, tests, files of words
WRONG = {
    "clause PEB-02 has no fr": (CLAUSE + '["PEB-02"]\nen = "Take one."\n', CITED, PROOF),
    "clause PEB-01 has no fr": ('["PEB-01"]\nen = "Take one."\n', CITED, PROOF, {"fr.po": 'msgid "a"\nmsgstr "b"\n'}),
    r"ledger.fr.toml has clauses that the ledger lacks: \['PEB-03'\]": (
        CLAUSE,
        CITED,
        PROOF,
        {"ledger.fr.toml": 'PEB-03 = "Trois."'},
    ),
    "clause PEB-01 has no en": ('["PEB-01"]\nen = " "\nfr = "Prenez-en un."\n', CITED, PROOF),
    "clause PEB-01 says the same": ('["PEB-01"]\nen = "Un."\nfr = "Un."\n', CITED, PROOF),
    "wrong French spaces in clause PEB-01": ('["PEB-01"]\nen = "One."\nfr = "Un ; deux."\n', CITED, PROOF),
    r"no code cites \['PEB-01'\]": (CLAUSE, "encoding = 'UTF-16'", PROOF),
    r"the ledger lacks \['PEB-02'\]": (CLAUSE, CITED + "# PEB-02", PROOF),
    r"no test proves \['PEB-01'\]": (CLAUSE, CITED, "def test_taking(): ...\n"),
}


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Write a package with a ledger; the game in it, and where its tests are."""
    monkeypatch.syspath_prepend(tmp_path)

    def package(clauses, code, tests, words=None):
        (tmp_path / "ledgered" / "words").mkdir(parents=True)
        (tmp_path / "ledgered" / "__init__.py").write_text(code)
        (tmp_path / "ledgered" / "ledger.toml").write_text(clauses, "utf-8")
        for name, text in (words or {}).items():
            (tmp_path / "ledgered" / "words" / name).write_text(text, "utf-8")
        (tmp_path / "tests").mkdir()
        (tmp_path / "tests" / "test_rules.py").write_text(tests)
        return replace(shelf.find("mmm"), package="ledgered"), tmp_path / "tests"

    yield package
    sys.modules.pop("ledgered", None)
    for kept in (ledger, catalogue, home_of, spoken_by):
        kept.cache_clear()


@pytest.mark.parametrize("words", WRONG)
def test_a_wrong_ledger_is_found(words, written):
    game, tests = written(*WRONG[words])
    with pytest.raises(AssertionError, match=words):
        check_ledger(game, tests)


@pytest.mark.parametrize("clauses", [CLAUSE, '["PEB-01"]\nen = "Take one."\n'], ids=["two languages", "English alone"])
def test_a_sound_ledger_passes_in_the_languages_that_it_has(clauses, written):
    game, tests = written(clauses, CITED, PROOF)
    check_ledger(game, tests)
    check_ledger(game, None)


@pytest.mark.parametrize("name", shelf.built_in())
def test_our_own_ledgers_pass(name):
    check_ledger(shelf.find(name), Path(__file__).parents[1] / "games" / name)


def test_french_with_wrong_spaces_is_found(written):
    game, _ = written(CLAUSE, CITED, PROOF)
    folder = Path(sys.path[0]) / "ledgered" / "words"
    mmm = Path(shelf.__file__).parent / "games" / "mmm" / "words" / "fr.po"
    folder.joinpath("fr.po").write_text(mmm.read_text("utf-8") + '\nmsgid "Well done!"\nmsgstr "Bravo !"\n', "utf-8")
    with pytest.raises(AssertionError, match="wrong French spaces"):
        check_words(game)
