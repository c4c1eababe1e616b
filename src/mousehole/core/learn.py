"""How people learn a game: one illustrated page, and guided first games in which the learner makes the moves."""

from functools import cache
from typing import Any

from msgspec import Struct

from mousehole.core.content import convert, parse
from mousehole.core.game import AnyGame
from mousehole.core.record import Record, content_hash
from mousehole.core.words import Line, home_of


class HowtoPart(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the how-to-play page: words, and sprites or a position of a guided game as its picture."""

    title: str
    text: tuple[str, ...]
    sprites: tuple[str, ...] = ()
    guide: str = ""
    ply: int = 0


class Chapter(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a chapter of the rules begins; one that is called as a part has its words and its picture."""

    clause: str
    title: str


class Howto(Struct, frozen=True, forbid_unknown_fields=True):
    """The how-to-play page of a game, and the chapters of its rules."""

    part: tuple[HowtoPart, ...]
    chapter: tuple[Chapter, ...] = ()


class LessonStep(Struct, frozen=True, forbid_unknown_fields=True):
    """An event of a guided game: what is said before it, and what after it."""

    event: dict[str, Any]
    say: str = ""
    after: str = ""


class GuideFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A guided game as its file spells it; `seat` is the learner's, all other seats play by themselves."""

    title: str
    intro: str
    outro: str
    step: tuple[LessonStep, ...]
    order: int = 1  # the easiest comes first
    seat: int = 0
    setup: dict[str, Any] = {}
    real: dict[str, Any] | None = None  # the set-up of the real game afterwards, where it is not that of the lesson
    follows: str = ""  # the guided game that this one goes on from


class Guide(Struct, frozen=True):
    """A guided game: its record, and the words at each ply."""

    order: int
    title: Line
    intro: Line
    outro: Line
    seat: int
    record: Record
    say: tuple[Line | None, ...]
    after: tuple[Line | None, ...]
    begin: int = 0  # so many steps are done when the learner comes
    real: Any = None  # the set-up of the real game that a learner plays next


@cache
def howto(package: str) -> Howto | None:
    """Read the how-to-play page of a game, if it has one."""
    file = home_of(package) / "learn" / "howto.toml"
    return parse(file.read_text("utf-8"), Howto, "learn/howto.toml") if file.is_file() else None


def guides(game: AnyGame) -> dict[str, Guide]:
    """Read the guided games of a game by name, in the order in which a learner meets them."""
    folder = home_of(game.package) / "learn"
    if not folder.is_dir():
        return {}
    found = sorted(
        (f.name.removesuffix(".toml"), f.read_text("utf-8")) for f in folder.iterdir() if f.name.endswith(".toml")
    )
    pages = {name: parse(text, GuideFile, f"learn/{name}.toml") for name, text in found if name != "howto"}
    lessons: dict[str, Guide] = {}
    for name, page in sorted(pages.items(), key=lambda one: one[1].order):  # what goes on comes after what it follows
        lessons[name] = lesson(game, page, f"learn/{name}.toml", lessons.get(page.follows))
    return lessons


def guide(game: AnyGame, text: str, file: str) -> Guide:
    """Read one guided game."""
    return lesson(game, parse(text, GuideFile, file), file)


def lesson(game: AnyGame, page: GuideFile, file: str, before: Guide | None = None) -> Guide:
    """Put a guided game together, behind the one that it follows."""
    setup = before.record.setup if before else convert(page.setup, game.setup, file, "setup")
    events = tuple(convert(step.event, game.event, file, f"step.{n}.event") for n, step in enumerate(page.step, 1))
    done = before.record.events if before else ()
    record = Record(game.name, game.edition, setup, (*done, *events), None, content_hash(game.package))
    silent = (None,) * len(done)
    say, after = ((*silent, *(Line(words) if words else None for words in column)) for column in _columns(page.step))
    title, intro, outro = Line(page.title), Line(page.intro), Line(page.outro)
    real = setup if page.real is None else convert(page.real, game.setup, file, "real")
    return Guide(page.order, title, intro, outro, page.seat, record, say, after, len(done), real)


def _columns(steps: tuple[LessonStep, ...]) -> tuple[list[str], list[str]]:
    return [step.say for step in steps], [step.after for step in steps]
