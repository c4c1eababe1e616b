"""Every clause of a game is written down, cited where it is carried, and proven by a test."""

import re
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from mousehole import shelf
from mousehole.core.ledger import ledger
from mousehole.core.words import languages
from mousehole.testing import proofs

GAMES = Path(__file__).parents[1] / "games"
CLAUSE = re.compile(r"\b[A-Z]{2,3}-[A-Z]?\d{2,3}\b")


@cache
def cited(package):
    """List the clauses that the code and content of a game name."""
    return {clause for text in sources(files(package)) for clause in CLAUSE.findall(text)}


def sources(folder):
    for file in folder.iterdir():
        if file.is_dir():
            yield from sources(file)
        elif file.name.endswith((".py", ".toml")) and not file.name.startswith("ledger.") and folder.name != "learn":
            yield file.read_text("utf-8")


@pytest.fixture(params=shelf.built_in())
def game(request):
    return shelf.find(request.param)


def carried(game):
    """List the clauses that the game carries already."""
    return {name for name, clause in ledger(game.package).items() if not clause.open}


def test_every_clause_is_cited_and_every_citation_is_a_clause(game):
    clauses = set(ledger(game.package))
    assert (sorted(carried(game) - cited(game.package)), sorted(cited(game.package) - clauses)) == ([], [])


def test_every_clause_is_proven_and_every_proof_names_a_clause(game):
    proven = set(proofs(GAMES / game.name))
    assert (sorted(carried(game) - proven), sorted(proven - carried(game))) == ([], [])


def test_every_clause_has_words_of_its_own_in_every_language(game):
    for language in languages():
        texts = {name: clause.texts.get(language, "") for name, clause in ledger(game.package).items()}
        assert [name for name, text in texts.items() if not text.strip() or len(text) > 400] == []
        assert len(set(texts.values())) == len(texts), f"two clauses say the same in {language}"
        assert language == "en" or texts.items() & english(game).items() == set()


def english(game):
    return {name: clause.text("en") for name, clause in ledger(game.package).items()}
