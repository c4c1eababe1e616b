"""No modules import each other in a circle: neither at the top, nor late in a function, nor for types alone."""

import pytest

from tests.house.imports import cycles, imported, whole

KNOWN = dict.fromkeys(["house", "house.a", "house.b", "house.room", "house.room.c"])


def test_no_modules_import_each_other_in_a_circle():
    assert [" -> ".join(way) for way in cycles(whole())] == []


def test_every_module_of_the_source_is_in_the_graph():
    edges = whole()
    assert "mousehole.core.words" in edges["mousehole.core.game"]
    assert "mousehole.cli.main" in edges
    assert len(edges) > 300


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import house.b", ["house.b"]),
        ("from house import b", ["house.b"]),
        ("from house import VALUE", ["house"]),
        ("from house.room.c import d", ["house.room.c"]),
        ("def late():\n    from . import b", ["house.b"]),
        ("if TYPE_CHECKING:\n    from .room import c", ["house.room.c"]),
        ("import json", []),
    ],
)
def test_every_way_to_import_is_seen(text, found):
    assert imported("house.a", False, text, KNOWN) == found


def test_a_circle_is_shown_from_module_to_module():
    edges = {"a": ["b", "d"], "b": ["c"], "c": ["a", "d"], "d": ["e"], "e": []}
    assert cycles(edges) == [["a", "b", "c", "a"]]


def test_two_circles_are_both_shown():
    assert cycles({"a": ["b"], "b": ["a", "c"], "c": ["d"], "d": ["c"]}) == [["a", "b", "a"], ["c", "d", "c"]]


def test_a_room_and_its_lid_are_a_circle_when_each_needs_the_other():
    lid = imported("house.room", True, "from house.room.c import d", KNOWN)
    inside = imported("house.room.c", False, "from house.room import NAME", KNOWN)
    assert cycles({"house.room": lid, "house.room.c": inside}) == [["house.room", "house.room.c", "house.room"]]
