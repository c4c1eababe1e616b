"""Style sheets that leave the board of a live table alone."""

import re

from tests.house import tree

AROUND = re.compile(
    r"(?:\b(?:body|html|main)|\.(?:page|playing|live|table|play|side|drawer|stage|world|bar)(?![\w-])|#ui-\w+)\S*?:has\("
)


def askers(text):
    return [selector for selector in text.splitlines() if AROUND.search(selector)]


def test_nothing_around_a_board_asks_what_is_inside():
    """A `:has()` there lets browsers look at hundreds of elements whenever one of them changes: at every move."""
    found = {name: askers(text) for name, text in tree.texts(".css")}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_a_style_that_asks_is_found():
    assert askers(".table:has(.card) .told {") and askers("body:has(> .live) {") and askers("  #ui-hints:has(b) {")
    assert not askers(".actions:has(.wordy) {")
