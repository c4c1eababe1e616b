"""Names and faces that come from outside: cleaned, never trusted."""

import re
from importlib.resources import files

import pytest

from mousehole import shelf
from mousehole.table import Chair
from mousehole.web.faces import FACES, LONGEST_NAME, clean_face, clean_name, face_of
from tests.web.browser import Browser
from tests.web.test_rights import links

CHOP = shelf.find("chopchop")
HOUSE = files("mousehole")
DIALOG = (HOUSE / "web/static/table/seats.js").read_text("utf-8")
SHEET = (HOUSE / "art/sprites.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Anna \t Maria\n", "Anna Maria"),
        ("x" * 99, "x" * LONGEST_NAME),
        ("a\u202eb", "a b"),
        ("", ""),
        ("Zoe\u0308\u0323", "Zoe\u0308\u0323"),
        ("Z" + "\u0300" * 20, "Z\u0300\u0300"),
    ],
)
def test_a_name_is_short_on_one_line_and_without_hidden_signs(text, name):
    assert clean_name(text) == name


def test_only_faces_of_the_house_are_drawn():
    assert [clean_face(face) for face in (*FACES, "dragon", "bot")] == [*FACES, "", ""]


def test_the_dialog_at_the_table_offers_the_same_faces_in_the_same_words():
    offered = re.findall(r'^    (\w+): say\("([^"]+)"\),$', DIALOG, re.MULTILINE)
    assert offered == [(face, words.text) for face, words in FACES.items()]
    assert f"LONGEST_NAME = {LONGEST_NAME};" in DIALOG
    assert all(f'id="house-face-{face}"' in SHEET for face in (*FACES, "bot"))


def test_a_bot_looks_like_one_a_cat_like_a_cat_and_no_two_mice_alike():
    kinds = CHOP.seats(CHOP.setup(players=2))
    assert [face_of(n, Chair("person"), kind) for n, kind in enumerate(kinds)] == ["bow", "cat"]
    assert [face_of(n, Chair("bot"), kind) for n, kind in enumerate(kinds)] == ["bot", "cat"]
    assert face_of(0, Chair("person", face="hat"), kinds[0]) == "hat"
    assert len({face_of(n, Chair("person"), kinds[0]) for n in range(6)}) == 6


async def test_a_guest_is_told_by_the_name_that_was_given_at_the_door(port):
    anna, ben = Browser(port), Browser(port)
    table = anna.opened(**{"players": "2", "side": "one_paw", "first": "0", "chair-0": "me", "chair-1": "link"})
    assert ben.post(links(anna, table)["seat-1"], {"name": " Ben\n", "face": "dragon"}).status == 303
    async with ben.live(table) as talk:
        seat = talk.welcome["table"]["seats"][1]
        assert (seat["name"], seat["face"]) == ("Ben", "cap")
        await talk.say(type="sit", seat=1, chair={"kind": "person", "name": "B\u202een " * 20, "face": "hat"})
        told = (await talk.hear("frames"))["frames"][-1]["story"]
        assert told == [f"{('B en ' * 20)[:LONGEST_NAME].strip()} has a new name or face."]
        while (await talk.hear("seats"))["seats"][1]["face"] != "hat":
            continue  # told before, of who came in
