"""How people learn a game: one illustrated page, and guided first games in which the learner makes the moves."""

from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from mousehole.core.content import convert, parse
from mousehole.core.game import AnyGame
from mousehole.core.record import Record, content_hash
from mousehole.core.words import Line


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the how-to-play page: words, and sprites or a position of a guided game as its picture."""

    title: str
    text: tuple[str, ...]
    sprites: tuple[str, ...] = ()
    guide: str = ""
    ply: int = 0


class Howto(Struct, frozen=True, forbid_unknown_fields=True):
    """The how-to-play page of a game."""

    part: tuple[Part, ...]


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """An event of a guided game: what is said before it, and what after it."""

    event: dict[str, Any]
    say: str = ""
    after: str = ""


class GuideFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A guided game as its file spells it; `seat` is the learner's, all other seats play by themselves."""

    title: str
    intro: str
    outro: str
    step: tuple[Step, ...]
    order: int = 1  # the easiest comes first
    seat: int = 0
    setup: dict[str, Any] = {}


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


@cache
def howto(package: str) -> Howto | None:
    """Read the how-to-play page of a game, if it has one."""
    file = files(package) / "learn" / "howto.toml"
    return parse(file.read_text("utf-8"), Howto, "learn/howto.toml") if file.is_file() else None


def guides(game: AnyGame) -> dict[str, Guide]:
    """Read the guided games of a game by name, in the order in which a learner meets them."""
    folder = files(game.package) / "learn"
    if not folder.is_dir():
        return {}
    found = sorted(
        (f.name.removesuffix(".toml"), f.read_text("utf-8")) for f in folder.iterdir() if f.name.endswith(".toml")
    )
    lessons = {name: guide(game, text, f"learn/{name}.toml") for name, text in found if name != "howto"}
    return dict(sorted(lessons.items(), key=lambda lesson: lesson[1].order))


def guide(game: AnyGame, text: str, file: str) -> Guide:
    """Read one guided game."""
    page = parse(text, GuideFile, file)
    setup = convert(page.setup, game.setup, file, "setup")
    events = tuple(convert(step.event, game.event, file, f"step[{n}].event") for n, step in enumerate(page.step))
    record = Record(game.name, game.edition, setup, events, None, content_hash(game.package))
    say, after = (tuple(Line(words) if words else None for words in column) for column in _columns(page.step))
    return Guide(page.order, Line(page.title), Line(page.intro), Line(page.outro), page.seat, record, say, after)


def _columns(steps: tuple[Step, ...]) -> tuple[list[str], list[str]]:
    return [step.say for step in steps], [step.after for step in steps]
