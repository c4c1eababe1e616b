"""Content files are decoded into checked types; a mistake names file, key and reason."""

import pytest
from msgspec import Struct

from mousehole.core.content import BadContent, load, parse, raw
from mousehole.core.words import voice


class Dish(Struct, forbid_unknown_fields=True):
    name: str
    bites: int = 1


class Menu(Struct):
    dish: list[Dish]


def test_toml_becomes_a_checked_type():
    assert parse('[[dish]]\nname = "pie"\nbites = 3', Menu, "menu.toml") == Menu([Dish("pie", 3)])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            '[[dish]]\nname = "pie"\n[[dish]]\nname = 7',
            "menu.toml: dish.2.name: a text in quotes is needed here, not 7",
        ),
        ('[[dish]]\nname = "pie"\nbits = 3', "menu.toml: dish.1.bits: there is no key bits here; did you mean bites?"),
        ("[[dish]]", "menu.toml: dish.1.name: this key is missing"),
        ("", "menu.toml: dish: this key is missing"),
        ("dish = ", "menu.toml: not TOML: Invalid value (at end of document)"),
        ("x = " + "[" * 10_000, "menu.toml: not TOML: brackets nested too deeply"),
        ("x = " + "1" * 10_000, "menu.toml: not TOML: "),
    ],
)
def test_a_mistake_names_file_key_and_reason(text, reason):
    with pytest.raises(BadContent) as caught:
        parse(text, Menu, "menu.toml")
    assert str(caught.value).startswith(reason)
    assert (caught.value.file, voice("fr").knows(caught.value.line)) == ("menu.toml", True)


def test_a_game_loads_its_own_content():
    board = load("mousehole.games.mmm", "one_paw.toml", dict)
    assert board == raw("mousehole.games.mmm", "content/one_paw.toml")
    assert board["steps"] == 11
