"""What the scripts of a page fetch, as types: forms that are checked, lessons, sketches, long work, reviews."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from mousehole.web.live.scenes import RowJson, SceneJson
from mousehole.web.live.wire import FrameView, HintRow

Fields: TypeAlias = Mapping[str, str]


class Failure(Struct, frozen=True, omit_defaults=True):
    """What went wrong, in words; `why` says to a program what a family need not know."""

    problem: str
    why: str = ""


class Opened(Struct, frozen=True):
    """Where the table is that was opened."""

    address: str


class TrophyView(Struct, frozen=True):
    """A trophy, in words."""

    name: str
    words: str
    sprite: str


class TrophyNews(Struct, frozen=True):
    """The trophies that the visitor has earned by a game."""

    trophies: tuple[TrophyView, ...]
    best: str = ""  # how it went beside the best game before it
    exact: bool = False  # whether the exact chances of its board are at hand
    week: str = ""  # where the others' results are, if it was the board of the week


class AboutView(Struct, frozen=True):
    """What a thing on the board is and does; empty where nobody knows."""

    words: str


class FieldNote(Struct, frozen=True):
    """What is wrong with a field of a form; a notice stops nobody."""

    field: str
    text: str
    notice: bool
    mend: tuple[str, ...]  # the answer, or several, with which it would be right


class CheckedForm(Struct, frozen=True):
    """The seats of a set-up, with the faces they have until somebody chooses, and what is wrong with it."""

    seats: tuple[str, ...]
    faces: tuple[str, ...]
    problems: tuple[FieldNote, ...]


class Film(Struct, frozen=True):
    """A range of plies."""

    frames: tuple[FrameView, ...]


class TableLinks(Struct, frozen=True):
    """A table that was opened, and its invitations by role."""

    address: str
    links: dict[str, str]


class SeatPosition(Struct, frozen=True):
    """A position as a seat knows it, and what it may choose now."""

    game: str
    edition: int
    entry: int
    ply: int
    seat: int | None
    state: Any
    actions: tuple[Any, ...] = ()


class LessonStepView(Struct, frozen=True):
    """A step of a guided game: who does it, and what is said before and after."""

    mover: int | None
    thrower: int | None
    action: int | None
    say: str
    after: str


class Lesson(Struct, frozen=True):
    """A guided game; a frame for the beginning and one after each step."""

    title: str
    intro: str
    outro: str
    seat: int
    frames: tuple[FrameView, ...]
    steps: tuple[LessonStepView, ...]
    begin: int = 0  # the steps that are done when the learner arrives
    next: str = ""  # where the lesson is that follows
    play: Mapping[str, str] = {}  # what "play now" needs to begin the same game for real, in the same seat
    names: tuple[str, ...] = ()  # of the seats
    faces: tuple[str, ...] = ()


class SketchWays(Struct, frozen=True):
    """Where one can go from a sketch, and whether its board is solved."""

    solved: bool = False
    obstacle: str = ""
    play: str = ""
    other: str = ""


class SketchView(SketchWays, frozen=True, kw_only=True):
    """A sketch; `changes` are the fields that each offer leads to, by its action."""

    fields: Fields
    scene: SceneJson
    changes: tuple[Fields, ...]
    note: str
    wrong: bool
    text: str
    ready: bool


class SketchHint(HintRow, frozen=True, kw_only=True):
    """What an action at a sketched position is worth, and the fields of the position after it."""

    label: str
    fields: Fields


class SketchHints(Struct, frozen=True):
    """What the choices at a sketched position are worth, or the position itself before a roll."""

    rows: tuple[SketchHint, ...] = ()
    kind: str = ""
    value: str = ""


class PuzzleFact(Struct, frozen=True):
    """A figure about how somebody gets on with puzzles."""

    label: str
    value: str


class PuzzleView(Struct, frozen=True):
    """A puzzle without its answer; one that does not count is for practice."""

    name: str
    question: str
    scene: SceneJson
    facts: tuple[PuzzleFact, ...]
    counts: bool


class PuzzleRowView(HintRow, frozen=True, kw_only=True):
    """What an action at a puzzle is worth, and whether it is an answer."""

    label: str
    best: bool


class PuzzleAnswer(Struct, frozen=True):
    """What an answer is worth beside all others, and how somebody gets on after it."""

    right: bool
    words: str
    rows: tuple[PuzzleRowView, ...]
    kind: str
    facts: tuple[PuzzleFact, ...]
    counted: bool


class FoundChance(Struct, frozen=True):
    """A chance that was worked out."""

    label: str
    chance: float
    words: str


class WorkView(Struct, frozen=True):
    """How far a board is solved."""

    stage: Literal["none", "waiting", "working", "done", "failed", "given up"]
    done: int = 0
    total: int = 0
    left: float | None = None
    words: str = ""
    problem: str = ""
    found: tuple[FoundChance, ...] = ()


class MomentView(Struct, frozen=True):
    """An event of a reviewed game, and what it changed."""

    ply: int
    chance: float
    percent: str
    seat: int | None
    ours: bool
    swing: float
    loss: float
    points: str
    story: str
    better: str
    explore: str


class ReviewView(Struct, frozen=True):
    """A finished game in hindsight."""

    exact: bool
    kind: str
    start: float
    whose: str
    moments: tuple[MomentView, ...]
    sums: tuple[str, ...]
    verdict: str  # the same in a sentence
    balance: tuple[RowJson, ...]  # the same in figures
    costliest: tuple[int, ...]
    solve: bool


class ReviewAnswer(Struct, frozen=True, omit_defaults=True):
    """A review, or how far it is, or why there is none."""

    review: ReviewView | None = None
    done: int = 0
    total: int = 0
    words: str = ""
    problem: str = ""


ANSWERS = (
    Failure,
    Opened,
    TrophyNews,
    AboutView,
    CheckedForm,
    Film,
    Lesson,
    SketchView,
    SketchHints,
    PuzzleView,
    PuzzleAnswer,
    WorkView,
    ReviewAnswer,
)
