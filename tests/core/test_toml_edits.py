"""Single values of a TOML text are changed, and nothing else of it."""

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mousehole.core.toml_edits import GONE, changed, edited

CONTENT = files("mousehole.games.mystics") / "content"
WELL = Path(__file__).parents[2] / "examples" / "frozen_well"
TEXTS = [file.read_text("utf-8") for home in (CONTENT, WELL) for file in home.iterdir() if file.name.endswith(".toml")]
HONEY = """\
# my first tile
[h1a]
name = "Honey Shelf"   # to be renamed
entries = [ "d1", "d3" ]
lines = [{ between = ["a1", "b1"], kind = "red" }]

[h1a.spaces]
a1 = { x = 0.0, y = 0.1 }   # the corner

[[h1a.cards]]
battle = 1
"""


@pytest.mark.parametrize(
    ("path", "value", "before", "after"),
    [
        (("h1a", "spaces", "a1", "x"), 0.3, "x = 0.0", "x = 0.3"),
        (("h1a", "name"), "Jar", '"Honey Shelf"', '"Jar"'),
        (("h1a", "entries", 1), "c3", '"d3"', '"c3"'),
        (("h1a", "entries", 2), "c3", '"d3" ]', '"d3", "c3" ]'),
        (("h1a", "entries", 0), GONE, '[ "d1", "d3" ]', '[ "d3" ]'),
        (
            ("h1a", "spaces", "b1"),
            {"x": 1.0, "y": 2},
            "   # the corner\n",
            "   # the corner\nb1 = { x = 1.0, y = 2 }\n",
        ),
        (("h1a", "spaces", "a1"), GONE, "a1 = { x = 0.0, y = 0.1 }   # the corner\n", ""),
        (("h1a", "lines", 0, "kind"), GONE, ', kind = "red"', ""),
        (("h1a", "cards", 0, "battle"), 2, "battle = 1", "battle = 2"),
        (("h1a", "flips"), ["a1"], 'kind = "red" }]\n', 'kind = "red" }]\nflips = ["a1"]\n'),
        (("h1a", "cards", 1), {"battle": 3}, "battle = 1\n", "battle = 1\n\n[[h1a.cards]]\nbattle = 3\n"),
        (("h1b",), {"name": "B"}, "battle = 1\n", 'battle = 1\n\n[h1b]\nname = "B"\n'),
    ],
)
def test_only_what_is_meant_is_written(path, value, before, after):
    assert edited(HONEY, path, value) == HONEY.replace(before, after, 1)


def test_a_text_grows_from_nothing():
    text = edited("", ("campaign", "name"), "Sweet")
    text = edited(text, ("campaign", "chapters"), ["honey"])
    assert tomllib.loads(text) == {"campaign": {"name": "Sweet", "chapters": ["honey"]}}


def paths(value, path=()):
    """Every path of a text."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, one in items:
        yield (*path, step)
        yield from paths(one, (*path, step))


NEW = st.recursive(
    st.booleans() | st.integers(-9, 9) | st.floats(-9, 9) | st.text("aé \"'\\\n{}[]#=,", max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("ab é.", min_size=1, max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_whatever_is_changed_the_rest_reads_as_before(data):
    text = data.draw(st.sampled_from([*TEXTS, HONEY]))
    for _ in range(3):
        says = tomllib.loads(text)
        path = data.draw(st.sampled_from([*paths(says), ("new",)]))
        deeper = data.draw(st.sampled_from([(), ("new",), (0,)]))
        value = data.draw(st.just(GONE) | NEW)
        try:
            wanted = changed(says, (*path, *deeper), value)
        except IndexError:
            continue
        text = edited(text, (*path, *deeper), value)
        assert tomllib.loads(text) == wanted
