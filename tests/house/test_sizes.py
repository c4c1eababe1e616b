"""A file is split before it gets long."""

from tests.house import tree

LIMIT = 300
LONGER = {"mousehole": "one file by design, so that a fresh machine needs nothing else"}


def lengths():
    named = {name: text.count("\n") for name, text in tree.texts(".py", ".js", ".css")}
    return named | {"mousehole": (tree.ROOT / "mousehole").read_text().count("\n")}


def test_no_file_is_longer_than_the_limit():
    assert [f"{name}: {lines}" for name, lines in lengths().items() if lines > LIMIT and name not in LONGER] == []


def test_no_allowance_is_left_over():
    assert {name for name in LONGER if lengths().get(name, 0) <= LIMIT} == set()
