"""Guided games and how-to-play pages are read from their files, and mistakes in them are named."""

from dataclasses import replace

import pytest

from mousehole.core.content import BadContent
from mousehole.core.learn import guide, guides, howto
from mousehole.core.record import Illegal, replay
from mousehole.core.words import Line
from tests.core.coin import COIN, Call, Setup, State, Tossed

PAGE = """
title = "First toss"
intro = "Watch the coin."
outro = "That was it."
seat = 1
setup = { goal = 1 }

[[step]]
event = { type = "tossed", face = "heads" }
say = "Toss it."

[[step]]
event = { type = "call" }
after = "Well called."
"""


def test_a_guided_game_has_a_record_and_words_at_each_step():
    lesson = guide(COIN, PAGE, "learn/first.toml")
    assert (lesson.title, lesson.seat) == (Line("First toss"), 1)
    assert lesson.record.events == (Tossed("heads"), Call())
    assert lesson.say == (Line("Toss it."), None)
    assert lesson.after == (None, Line("Well called."))
    assert replay(COIN, lesson.record) == State(Setup(1), 1, 1)


def test_an_illegal_step_is_found_on_replay():
    lesson = guide(COIN, PAGE.replace('"tossed", face = "heads"', '"call"'), "learn/first.toml")
    with pytest.raises(Illegal, match="move 1"):
        replay(COIN, lesson.record)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('title = "First toss"', "", "title: this key is missing"),
        ('say = "Toss it."', 'sya = "Toss it."', "step.1.sya: there is no key sya here; did you mean say?"),
        ("goal = 1", "gaol = 1", "setup.gaol: there is no key gaol here; did you mean goal?"),
        ('type = "call"', 'type = "jump"', "step.2.event.type: there is no type jump; there are call, fold, tossed"),
    ],
)
def test_a_mistake_in_a_guided_game_names_the_file_and_the_place(old, new, reason):
    with pytest.raises(BadContent) as caught:
        guide(COIN, PAGE.replace(old, new), "learn/first.toml")
    assert str(caught.value) == f"learn/first.toml: {reason}"


def box(tmp_path, monkeypatch, name, **pages):
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / name / "learn"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    for page, text in pages.items():
        (folder / f"{page}.toml").write_text(text)
    return name


def test_every_file_but_the_page_is_a_guided_game(tmp_path, monkeypatch):
    name = box(
        tmp_path, monkeypatch, "lessons", second=PAGE, first=PAGE, howto='[[part]]\ntitle = "How"\ntext = ["So."]'
    )
    assert list(guides(replace(COIN, package=name))) == ["first", "second"]
    assert howto(name).part[0].text == ("So.",)


def test_a_game_without_lessons_has_none(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "__init__.py").touch()
    assert (guides(replace(COIN, package="bare")), howto("bare")) == ({}, None)


def test_a_lesson_goes_on_from_the_one_it_follows(tmp_path, monkeypatch):
    second = 'title = "Again"\nintro = "Once more."\noutro = "Done."\norder = 2\nfollows = "first"\n'
    second += '[[step]]\nevent = { type = "tossed", face = "heads" }\nsay = "And again."\n'
    lesson = guides(replace(COIN, package=box(tmp_path, monkeypatch, "two_lessons", a_second=second, first=PAGE)))
    assert (lesson["a_second"].begin, lesson["first"].begin) == (2, 0)
    assert lesson["a_second"].record.events == (Tossed("heads"), Call(), Tossed("heads"))
    assert lesson["a_second"].say == (None, None, Line("And again."))
    assert lesson["a_second"].record.setup == Setup(1)
