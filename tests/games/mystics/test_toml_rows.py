"""Every key of a TOML file is found on its line."""

import tomllib

import pytest

from mousehole.games.mystics.packs.toml_rows import row, rows
from tests.house import tree

TEXT = '''# a comment with = and [brackets]
plain = 1
"quoted key" = "a # in a text, and [ ] { }"
dotted.key = 0.5

[table]
list = [
    "one",  # a comment
    { a = 1, b = [2,
        3] },
]
long = """
x = 1
[not.a.header]
"""

[[many]]
name = 'a'

[many.inner]
deep = true

[[many]]
name = "b"
'''


def paths(value, path=()):
    if path:
        yield path
    for key, one in (
        value.items()
        if isinstance(value, dict)
        else ((str(n), one) for n, one in enumerate(value, 1))
        if isinstance(value, list)
        else ()
    ):
        yield from paths(one, (*path, key))


def test_keys_items_and_headers_are_found_on_their_lines():
    found = rows(TEXT)
    wanted = {
        ("plain",): 2, ("quoted key",): 3, ("dotted", "key"): 4, ("table",): 6, ("table", "list"): 7,
        ("table", "list", "1"): 8, ("table", "list", "2", "a"): 9, ("table", "list", "2", "b", "2"): 10,
        ("table", "long"): 12, ("many", "1"): 17, ("many", "1", "name"): 18, ("many", "1", "inner", "deep"): 21,
        ("many", "2"): 23, ("many", "2", "name"): 24,
    }  # fmt: skip
    assert {path: found[path] for path in wanted} == wanted


def test_what_is_not_there_is_looked_for_above():
    found = rows(TEXT)
    assert row(found, ("table", "list", "2", "c", "d")) == 9
    assert row(found, ("nothing",)) == 0


@pytest.mark.parametrize("name", [name for name, _ in tree.texts(".toml")])
def test_every_file_of_the_house_is_read_as_its_reader_does(name):
    text = dict(tree.texts(".toml"))[name]
    found, wanted = rows(text), set(paths(tomllib.loads(text)))
    assert set(found) <= wanted
    assert all(any(known[: len(path)] == path for known in found) for path in wanted)
