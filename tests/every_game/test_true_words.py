"""Sentences that were false, or promised more than the rules hold, and what stands there now."""

from importlib.resources import files

import pytest

from mousehole import shelf
from mousehole.core.ledger import ledger

LANGUAGES = ("en", "fr", "de", "es")
TRUE = {
    ("chopchop", "CC-62"): "unless agreed otherwise",  # catching by arrow is the default
    ("mystics", "MM-001"): "and where they replace the battle",
    ("mystics", "MM-011"): "ranged attack",
    ("mystics", "MM-079"): "of any kind but roaches",  # as MM-083 says
    ("mystics", "MM-254"): "exploring a new side",
    ("mystics", "MM-280"): "recovering from fire needs no roll",
    ("mystics", "MM-B06"): "neither moved nor explored",
}
FALSE = {
    "chopchop": (
        "further away, never",
        "further away never",
        "weiter weg nie",
        "más lejos, nunca",
        "plus loin, jamais",
    ),
    "mystics": ("outdoors currents are strong", "With no minions around", "Searches on its space roll", "meadow tile"),
}
OURS = {"en": "(our ruling)", "fr": "(notre règle)", "de": "(unsere Regel)", "es": "(regla nuestra)"}


@pytest.mark.parametrize(("game", "clause"), TRUE)
def test_a_clause_says_what_the_rules_do(game, clause):
    assert TRUE[game, clause] in ledger(shelf.find(game).package)[clause].texts["en"]


@pytest.mark.parametrize("game", FALSE)
def test_no_text_of_a_game_says_what_is_false(game):
    folder = files(shelf.find(game).package)
    texts = [path.read_text("utf-8") for path in folder.rglob("*") if path.suffix in (".toml", ".po")]
    assert [words for words in FALSE[game] for text in texts if words in text] == []


@pytest.mark.parametrize(("game", "clause"), [("mousewarming", "MP-052"), ("mystics", "MM-190")])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruling_of_ours_is_marked_as_one(game, clause, language):
    assert OURS[language] in ledger(shelf.find(game).package)[clause].text(language)
