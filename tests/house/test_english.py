"""The words of the house read as if a careful native speaker had written them; these slips came up most often."""

import re

import pytest

from tests.house import tree

SLIPS = {
    "cannot": r"\b[Cc]an not\b(?! only)|_can_not_",
    "a board of your own, their own art": r"\b([Aa]n|with|of) own\b",
    "simulated games": r"\bin (the|its|their) heads?\b",
    "at random": r"\bjust anything\b",
    "only the owner, whoever asks": r"\b([Oo]nly|[Ff]or) who (?!in\b)",
    "not one in sight": r"\bfar and wide\b",
    "as a by-product": r"\bby the way\b(?! back)",
    "from the point of view of": r"\bin the eyes of\b",
    "reveal": r"\bbetrays?\b",
    "add a row, remove a row": r"\b(row|column) (less|more)\b",
    "let's": r"\bLet us\b",
    "whether ..., the ...": r'"""(Tell whether|Give (the|all|where|what)) ',
    "a raton is also a slur: un raton laveur": r"\b[Rr]atons?\b(?! laveur)",
    "si l'on joue parfaitement": r"\bjeu parfait\b",
    "aliments, sortes d'aliments": r"\bnourritures\b",
}
SUFFIXES = (".py", ".md", ".toml", ".po", ".js", ".html", ".css")
HERE = "tests/house/test_english.py"  # names the slips


def slips(text):
    """List the slips of a text, each with better words."""
    found = [(match.start(), match[0], better) for better, slip in SLIPS.items() for match in re.finditer(slip, text)]
    return [f"line {text.count(chr(10), 0, at) + 1}: {words!r} ({better})" for at, words, better in sorted(found)]


def test_no_room_has_slips():
    texts = [(name, text) for name, text in tree.texts(*SUFFIXES) if name != HERE]
    assert len(texts) > 100
    assert [f"{name}, {slip}" for name, text in texts for slip in slips(text)] == []


@pytest.mark.parametrize(
    "words",
    [
        "It can not move.",
        "def test_what_can_not_be_read_is_told",
        "an own board",
        "many games in the head",
        "only who opened the table",
        '"""Tell whether a square is free."""',
        '"""Give the squares of a food."""',
        "One row less",
        "un raton en trottinette",
    ],
)
def test_a_slip_is_noticed(words):
    assert slips(words)


@pytest.mark.parametrize(
    "words",
    [
        "It cannot move.",
        "a board of your own, with their own art",
        "It can not only roll but also stop.",
        '"""Give every item a name of its own."""',
        "un raton laveur en trottinette",
    ],
)
def test_plain_english_passes(words):
    assert slips(words) == []
