"""Set-ups: the questions a form asks, the answers people give, and the variants a game accepts."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias, get_args, get_origin

import msgspec
from msgspec import Struct, inspect
from msgspec.structs import fields, replace

from mousehole.core.game import AnyGame, Face, Field, Problem, SeatKind
from mousehole.core.record import BadSetup
from mousehole.core.type_errors import UNREADABLE, json_misfit, line_with_place, misfits
from mousehole.core.words import Line, Say, line, plain

Kind: TypeAlias = Literal["switch", "choice", "many", "number", "text", "long", "json"]
Choices: TypeAlias = tuple[tuple[Any, Line], ...]
LONG_TEXT = 200  # characters: more of them need a field of several lines


class Question(Struct, frozen=True):
    """A field of a set-up as a form asks for it: in which words, and which answers fit."""

    name: str
    type: Any  # as the set-up type writes it
    label: Line
    help: Line | None
    default: Any
    kind: Kind = "json"
    choices: Choices = ()
    open: bool = False  # other values than the choices may be right too
    hidden: bool = False  # asked of nobody, but answered by those who know its name
    optional: bool = False  # an empty answer means None
    low: int | None = None
    high: int | None = None
    longest: int | None = None
    parts: tuple["Question", ...] = ()  # of many answers: a question for each place, or one for all places
    count: int = 0  # of many answers; 0: any number
    faces: Mapping[str, Face] = {}  # portraits of the choices
    pictured: bool = False  # each choice is best seen as the board it brings
    replaces: str = ""  # the question whose answer this one makes void
    seats: bool = False  # the choices are seats of the table

    def part(self, place: int) -> "Question":
        """Find the question for one of many answers."""
        return self.parts[min(place, len(self.parts) - 1)]


def questions(game: AnyGame, hidden: bool = False) -> tuple[Question, ...]:
    """List the questions of a game's form, in the order of its set-up type; hidden ones only where asked for."""
    packed, usual = game.parts.adventure.fields, game.setup()
    known: Mapping[str, Field] = packed() if packed else game.fields  # content packs bring choices of their own
    found = (
        _question(name, shape, kind, known.get(name) or Field(plain(name)), getattr(usual, name))
        for name, shape, kind in shapes(game.setup)
    )
    return tuple(question for question in found if hidden or not question.hidden)


def shapes(setup: type) -> list[tuple[str, inspect.Type, Any]]:
    """List the fields of a set-up type: name, type as msgspec sees it, type as it is written."""
    seen = inspect.type_info(setup)
    assert isinstance(seen, inspect.StructType)
    return [(one.name, one.type, its.type) for one, its in zip(seen.fields, fields(setup), strict=True)]


def spelled(kind: Any) -> tuple[Any, ...]:
    """List the values that a type spells out, in the order it does; msgspec sorts them."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(value for part in get_args(kind) for value in spelled(part))


def bare(shape: inspect.Type) -> inspect.Type:
    """Look through annotations and "or None"."""
    if isinstance(shape, inspect.Metadata):
        return bare(shape.type)
    if isinstance(shape, inspect.UnionType):
        others = [one for one in shape.types if not isinstance(one, inspect.NoneType)]
        return bare(others[0]) if len(others) == 1 else shape
    return shape


def _question(name: str, shape: inspect.Type, kind: Any, words: Field, default: Any) -> Question:
    """Make the question for one field from its type and from what the game says about it."""
    optional = isinstance(shape, inspect.UnionType) and shape.includes_none
    asked = Question(name, kind, words.label, words.help, default, optional=optional)
    asked = replace(asked, open=words.open, hidden=words.hidden, faces=words.faces)
    asked = replace(asked, pictured=words.pictured, replaces=words.replaces, seats=words.seats)
    match shape := bare(shape):
        case inspect.BoolType():
            return replace(asked, kind="switch")
        case inspect.TupleType() if not _whole(words.choices):
            return _many(asked, shape.item_types, len(shape.item_types), words)
        case inspect.VarTupleType() | inspect.ListType() if not _whole(words.choices):
            return _many(asked, (shape.item_type,), 0, words)
        case inspect.IntType():
            asked = replace(asked, kind="number", low=shape.ge, high=shape.le)
        case inspect.StrType():
            asked = replace(
                asked, kind="long" if (shape.max_length or 0) > LONG_TEXT else "text", longest=shape.max_length
            )
    choices = words.choices or _literals(shape, kind)
    return replace(asked, kind="choice", choices=choices) if choices else asked


def _many(asked: Question, shapes: tuple[inspect.Type, ...], count: int, words: Field) -> Question:
    """Ask for several values by a question for each of them; what is too deep for that stays JSON."""
    parts = tuple(_question(asked.name, shape, asked.type, words, None) for shape in shapes)
    deep = any(part.kind in ("json", "many", "long") for part in parts)
    return asked if deep else replace(asked, kind="many", parts=parts, count=count)


def _whole(choices: Choices) -> bool:
    """Whether each choice is an answer with all its parts, not one part of it."""
    return any(isinstance(value, tuple) for value, _ in choices)


def _literals(shape: inspect.Type, kind: Any) -> Choices:
    values = shape.values if isinstance(shape, inspect.LiteralType) else ()
    return tuple((value, plain(str(value))) for value in dict.fromkeys(spelled(kind)) if value in values)


Text: TypeAlias = str | tuple[str, ...]  # an answer as it was typed; several where each part has its own place
YES, NO = line("yes"), line("no")


def read_answers(
    game: AnyGame, asked: Iterable[Question], texts: Mapping[str, Text], say: Say | None = None
) -> tuple[Any, tuple[Problem, ...]]:
    """Read the answers into a set-up and what is wrong with it; None where they cannot be read."""
    values, problems = dict[str, Any](), list[Problem]()
    for question in asked:
        if question.name not in texts:
            continue
        try:
            read = answer(question, texts[question.name], say)
            values[question.name] = msgspec.convert(read, question.type)
        except BadSetup as wrong:
            problems += wrong.problems
        except msgspec.ValidationError:
            problems.append(Problem(question.name, _misfit(read, question.type)))
    if problems:
        return None, tuple(problems)
    complete = game.parts.adventure.complete  # what the answers imply: a chapter comes from a pack
    setup = complete(game.setup(**values)) if complete else game.setup(**values)
    return setup, tuple(game.check(setup))


def answer(question: Question, text: Text, say: Say | None = None) -> Any:
    """Read the answer to one question; with a voice, choices are also known by their labels."""
    if isinstance(text, tuple):
        return tuple(answer(question.part(n), one, say) for n, one in enumerate(text))
    if question.optional and not text.strip():
        return None
    match question.kind:
        case "switch":
            return _yes_or_no(question, text.strip(), say)
        case "choice":
            return _chosen(question, text.strip(), say)
        case "many":
            return _several(question, text, say)
        case "number":
            return _number(question, text.strip())
        case "json":
            return _json(question, text)
    return text


def answer_text(question: Question, value: Any) -> str:
    """Write a value as its answer is typed."""
    if question.kind == "json" and value is not None:
        return msgspec.json.encode(value).decode()
    return text_of(value)


def text_of(value: Any) -> str:
    """Write one choice, or one part of an answer."""
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


def split(text: str) -> list[str]:
    """Part many answers that stand in one text."""
    return [part.strip() for part in text.split(",") if part.strip()]


def _yes_or_no(question: Question, text: str, say: Say | None) -> bool:
    for value, words, label in ((True, ("yes", "true", "1", "on"), YES), (False, ("no", "false", "0", "off"), NO)):
        if text.casefold() in (*words, *_spoken(label, say)):
            return value
    raise _wrong(question, line("answer yes or no, not {text}", text=text))


def _chosen(question: Question, text: str, say: Say | None) -> Any:
    for value, label in question.choices:
        if _same(text) in (_same(text_of(value)), *map(_same, _spoken(label, say))):
            return value
    if question.open:
        return text
    raise _wrong(question, line("there is no {text}; choose from {values}", text=text, values=_known(question)))


def _spoken(label: Line, say: Say | None) -> tuple[str, ...]:
    return (say(label).casefold(),) if say else ()


def _same(text: str) -> str:
    return text.casefold().replace(", ", ",")


def _known(question: Question) -> Any:
    """Name the choices: by their values, or by their labels where a value is several."""
    if any(isinstance(value, tuple) for value, _ in question.choices):
        return tuple(label for _, label in question.choices)
    return ", ".join(str(value) for value, _ in question.choices)


def _several(question: Question, text: str, say: Say | None) -> tuple[Any, ...]:
    if not any(part.choices for part in question.parts):  # no label with a space in it
        text = ",".join(text.strip("[]").split())
    chosen = split(text)
    if question.count and len(chosen) != question.count:
        raise _wrong(question, line("expected {n} of them, found {found}", n=question.count, found=len(chosen)))
    return tuple(answer(question.part(n), one, say) for n, one in enumerate(chosen))


def _number(question: Question, text: str) -> int:
    digits = text.lstrip("+-")
    if not digits.isdecimal() or len(digits) > 9:
        raise _wrong(question, line("{text} is not a whole number", text=text))
    value = int(text)
    if (question.low is not None and value < question.low) or (question.high is not None and value > question.high):
        raise _wrong(question, _bounds(question.low, question.high))
    return value


def _bounds(low: int | None, high: int | None) -> Line:
    if low is None:
        return line("expected at most {high}", high=str(high))
    if high is None:
        return line("expected {low} or more", low=str(low))
    return line("expected {low} to {high}", low=str(low), high=str(high))


def _json(question: Question, text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except UNREADABLE:
        raise _wrong(question, line_with_place(json_misfit(text, question.type))) from None


def _misfit(value: Any, kind: Any) -> Line:
    return line_with_place(next(misfits((), msgspec.to_builtins(value), kind)))


def _wrong(question: Question, reason: Line) -> BadSetup:
    return BadSetup((Problem(question.name, reason),))


SEATS = "players"  # who plays is seen anyhow


def agreement(game: AnyGame, setup: Any) -> tuple[Line, ...]:
    """List in words what a group agreed on that is not as usual."""
    usual = game.setup()
    asked = [question for question in questions(game) if question.name != SEATS]
    void = {question.replaces for question in asked if getattr(setup, question.name) is not None}
    changed = [
        question
        for question in asked
        if question.name not in void and getattr(setup, question.name) != getattr(usual, question.name)
    ]
    return tuple(_told(question, getattr(setup, question.name)) for question in changed)


def _told(question: Question, value: Any) -> Line:
    """Say one answer: that it is so, that it is not, or what was chosen; long texts are only named."""
    label = question.label
    if question.kind == "switch":
        return label if value else line("{label}: no", label=label)
    if question.kind in ("long", "json"):
        return label
    choices = dict(question.choices or (question.parts[0].choices if question.parts else ()))
    if isinstance(value, tuple) and value not in choices:
        return line("{label}: {value}", label=label, value=tuple(choices.get(one, plain(str(one))) for one in value))
    return line("{label}: {value}", label=label, value=choices.get(value, plain(text_of(value))))


def variants(game: AnyGame) -> list[Any]:
    """List the plain set-up and those that differ from it in one field, as far as the game accepts them."""
    usual = game.setup()
    changed = [
        replace(usual, **{name: value}) for name, shape, kind in shapes(game.setup) for value in _ends(shape, kind)
    ]
    return [usual, *(s for s in changed if s != usual and all(problem.notice for problem in game.check(s)))]


def most_seats(game: AnyGame) -> tuple[SeatKind, ...]:
    """Find the seats of the largest table among the variants."""
    return max((game.seats(setup) for setup in variants(game)), key=len)


def sizes(game: AnyGame) -> tuple[int, int]:
    """How many can play: at the smallest table, and at the largest."""
    counts = [len(game.seats(setup)) for setup in variants(game)]
    return min(counts), max(counts)


def mend_setup(game: AnyGame, setup: Any) -> Any:
    """A set-up whose other fields follow one that was chosen, as far as the game says what would be right."""
    for problem in game.check(setup):
        if problem.mend:
            setup = replace(setup, **{problem.field: problem.mend})
    return setup


def _ends(shape: inspect.Type, kind: Any) -> list[Any]:
    match shape:
        case inspect.BoolType():
            return [False, True]
        case inspect.LiteralType():
            return list(spelled(kind))
        case inspect.IntType():
            return [end for end in (shape.ge, shape.le) if end is not None]
    return []
