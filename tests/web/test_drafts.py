"""An adventure in the workshop as bytes: edits, history, archives, drawings, and everything that is refused."""

import io
import random
import tomllib
import zipfile
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from mousehole import shelf
from mousehole.core.words import UserError, voice
from mousehole.web.workshop.archive import checked, opened, packed
from mousehole.web.workshop.draft import Draft, read_draft
from mousehole.web.workshop.drawings import cleaned
from mousehole.web.workshop.edits import Edit, with_edits
from mousehole.web.workshop.words import translations

WELL = Path(__file__).parents[2] / "examples" / "frozen_well"
OWN = Path(str(files("mousehole.games.mystics") / "content"))
WORKSHOP = shelf.find("mystics").parts.adventure.workshop
SQUARE = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="#a00"/></svg>'


def pack(folder):
    """All files of a pack."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in folder.rglob("*")
        if file.suffix in (".toml", ".po")
    }


def archive(**members):
    """An archive with files of such names and texts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, text in members.items():
            file.writestr(name, text)
    return out.getvalue()


def refusal(data, name=""):
    """What people are told about a file, in every language."""
    with pytest.raises(UserError) as told:
        opened(data, name)
    said = [voice(language)(told.value.line) for language in ("en", "fr", "de", "es")]
    assert len(set(said)) == 4 and all(len(one) < 250 for one in said)
    return said[0]


@pytest.mark.parametrize("folder", [WELL, OWN], ids=["frozen_well", "content"])
def test_a_shipped_pack_comes_back_byte_for_byte(folder):
    before = pack(folder)
    draft = read_draft(Draft(checked(before)).written())
    assert opened(packed("well", draft.files)) == before
    assert packed("well", draft.files) == packed("well", opened(packed("other", draft.files)))


def random_edit(luck, held):
    """An edit such as a page could send."""
    file = luck.choice(["tiles", "minions", "chapters", "campaign", "terrain"])
    data = tomllib.loads(held.get(f"{file}.toml", b"").decode())
    path, here = [], data
    while isinstance(here, (dict, list)) and here and (not path or luck.random() < 0.7):
        step = luck.choice(list(here)) if isinstance(here, dict) else luck.randrange(len(here))
        path.append(step)
        here = here[step]
    value = luck.choice(
        [None, 1, 0.25, "a\nb “c” \\", ["a1"], {"x": 1.0, "y": luck.random()}, {"a": {"b": [1, {"c": 2}]}}]
    )
    return Edit(file, tuple(path) or ("new",), value)


@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_300_random_edits_are_undone_and_redone(seed):
    luck, start = random.Random(seed), pack(WELL)
    draft, steps = Draft(start), []
    for _ in range(300):
        steps.append(draft.files)
        draft = draft.changed(with_edits(draft.files, [random_edit(luck, draft.files)], WORKSHOP), "edit")
    end, taken = draft.files, len(draft.done)
    draft = read_draft(draft.written())
    for before in reversed([one for n, one in enumerate(steps) if one != [*steps[1:], end][n]]):
        draft = draft.undo()
        assert draft.files == before
    assert (draft.files, draft.done) == (start, ())
    for _ in range(taken):
        draft = draft.redo()
    assert (draft.files, draft.undone) == (end, ())


@given(st.binary(max_size=40), st.binary(max_size=40))
@example(b"x//b/y", b"x/b/y")
@example(b"/x", b"x")
def test_any_change_of_bytes_is_undone_and_redone(old, new):
    changed = Draft({"a": old}).changed({"a": new}, "")
    assert changed.files == {"a": new}
    if changed.done:
        assert changed.undo().files == {"a": old} and changed.undo().redo().files == {"a": new}


def test_what_was_undone_is_given_up_by_another_change():
    draft = Draft({}).changed({"a": b"1"}, "one").changed({"a": b"12"}, "two").undo()
    assert draft.changed({"a": b"13"}, "three").undone == ()
    with pytest.raises(UserError, match="nothing to redo"):
        draft.changed({"a": b"13"}, "three").redo()
    with pytest.raises(UserError, match="nothing to undo"):
        Draft({}).undo()


def test_translations_are_changed_one_by_one():
    before = pack(WELL)
    english, french = next(iter(translations(before["words/fr.po"].decode()).items()))
    after = with_edits(
        before, [Edit("words/fr", (english,), "Le «puits»\n"), Edit("words/de", ("new",), "neu")], WORKSHOP
    )
    assert translations(after["words/fr.po"].decode()) == {
        **translations(before["words/fr.po"].decode()),
        english: "Le «puits»\n",
    }
    assert translations(after["words/de.po"].decode()) == {"new": "neu"}
    back = with_edits(after, [Edit("words/fr", (english,), french)], WORKSHOP)
    assert back["words/fr.po"] == before["words/fr.po"]


def test_files_that_are_no_adventure_say_so():
    whole = packed("well", pack(WELL))
    assert "damaged" in refusal(whole[: len(whole) // 2])
    assert "damaged" in refusal(whole[:200] + b"\xff" * 50 + whole[250:])
    assert "lie elsewhere" in refusal(archive(**{"../../etc/x.toml": "a = 1"}))
    assert "lie elsewhere" in refusal(archive(**{"/etc/x.toml": "a = 1"}))
    assert "lie elsewhere" in refusal(archive(**{"..\\x.toml": "a = 1"}))
    assert "no adventure" in refusal(archive(**{"readme.txt": "hello"}))
    assert "no adventure" in refusal(b"hello", "hello.txt")
    assert "tiles.toml:2" in refusal(archive(**{"tiles.toml": "[h1a]\nname = \nx = 1"}))
    assert "tiles.toml" in refusal(b"[h1a]\nname = \xff", "tiles.toml")
    assert "too long a name" in refusal(archive(**{"x" * 10_000 + ".toml": "a = 1"}))
    assert "too large" in refusal(archive(**{f"{n}.toml": "" for n in range(501)}))


def test_a_bomb_is_not_unpacked():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("tiles.toml", b"# " * 40_000_000)
    assert len(out.getvalue()) < 200_000
    assert "too large" in refusal(out.getvalue())
    small = bytearray(out.getvalue())
    claimed = (80_000_000).to_bytes(4, "little")
    for _ in range(small.count(claimed)):
        small[small.index(claimed) : small.index(claimed) + 4] = (80).to_bytes(4, "little")
    assert "damaged" in refusal(bytes(small))


def test_a_plain_drawing_stays_as_it_is():
    assert cleaned("wasp.svg", SQUARE) == SQUARE


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="x()"/></foreignObject>',
        '<image href="https://example.org/x.png"/>',
        '<use href="https://example.org/x.svg#a"/>',
        '<path onclick="alert(1)" d="M0 0"/>',
        '<path style="background: url(https://example.org)" d="M0 0"/>',
        '<path fill="url(https://example.org/#a)" d="M0 0"/>',
        '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
        "<style>@import 'https://example.org'</style>",
        '<animate attributeName="href" to="javascript:alert(1)"/>',
        '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
        '<set attributeName="onload" to="alert(1)"/>',
    ],
)
def test_drawings_lose_whatever_could_do_something(inside):
    clean = cleaned("wasp.svg", SQUARE.replace(b"</svg>", inside.encode() + b"</svg>")).decode()
    for bad in (
        "script",
        "foreign",
        "http://www.w3.org/1999/xhtml",
        "example.org",
        "onclick",
        "onload",
        "alert",
        "style",
    ):
        assert bad not in clean.lower()
    assert 'd="M0 0h9v9z"' in clean


@pytest.mark.parametrize(
    "data",
    [
        b"<!DOCTYPE svg [<!ENTITY a 'b'>]>" + SQUARE,
        b'<?xml-stylesheet href="https://example.org"?>' + SQUARE,
        '<?xml version="1.0" encoding="utf-16"?>'.encode("utf-16") + SQUARE.decode().encode("utf-16"),
        b'<?xml version="1.0" encoding="utf-7"?>' + SQUARE,
        b"<html/>",
        b"<svg",
        b'<svg xmlns="http://www.w3.org/2000/svg">' + b"<g>" * 60 + b"</g>" * 60 + b"</svg>",
        b"\xff\xfe",
    ],
)
def test_what_is_no_plain_drawing_is_refused(data):
    with pytest.raises(UserError, match="not a plain svg"):
        cleaned("wasp.svg", data)


def test_pictures_are_known_by_what_they_are():
    png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (16).to_bytes(4, "big") * 2 + b"\x08\x06\0\0\0" + b"\0" * 20
    assert cleaned("wasp.png", png) == png
    for name, data, said in [
        ("wasp.png", SQUARE, "not a png"),
        ("wasp.png", png.replace((16).to_bytes(4, "big"), (5000).to_bytes(4, "big")), "pixels"),
        ("wasp.png", png + b"\0" * 400_000, "too large"),
        ("wasp.svg", SQUARE.replace(b"M0", b"M0 " * 50_000), "too large"),
        ("../wasp.svg", SQUARE, "name of a drawing"),
        ("W" * 10_000 + ".svg", SQUARE, "name of a drawing"),
    ]:
        with pytest.raises(UserError, match=said):
            cleaned(name, data)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (Edit("tiles", ("x" * 10_000,), {}), "at most 40 signs"),
        (Edit("tiles", ("h1a", "spaces", "x" * 10_000), {"x": 1}), "at most 40 signs"),
        (Edit("tiles", ("h1a",), {"y" * 10_000: 1}), "at most 40 signs"),
        (Edit("tiles", ("a/b",), {}), "letters, digits"),
        (Edit("campaign", ("name",), "x" * 10_000), "at most 4000 signs"),
        (Edit("campaign", ("name",), "\0"), "control characters"),
        (Edit("campaign", ("name",), 1e300), "a number"),
        (Edit("rules", ("wheel",), 1), "no file rules"),
        (Edit("../x", ("wheel",), 1), "no file"),
        (Edit("words/xx", ("a",), "b"), "no file"),
        (Edit("tiles", (), 1), "nothing at this place"),
        (Edit("tiles", ("h1a", "entries", 7), "a1"), "nothing at this place"),
        (Edit("tiles", ("a",) * 13, 1), "nothing at this place"),
        (Edit("tiles", ("a",), [1] * 5_000), "too much at once"),
        (Edit("drawings", ("x.exe",), "AAAA"), "a drawing is"),
        (Edit("drawings", ("x.svg",), "!"), "a drawing is"),
    ],
)
def test_edits_without_sense_are_refused_and_change_nothing(edit, said):
    before = pack(WELL)
    with pytest.raises(UserError, match=said):
        with_edits(before, [Edit("campaign", ("name",), "x"), edit], WORKSHOP)
    assert before == pack(WELL)
