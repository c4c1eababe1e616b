"""The form of a set-up: one question for every field of a game's set-up type, for all who draw forms."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, get_args, get_origin

from msgspec import Struct, inspect
from msgspec.structs import fields, replace

from mousehole.core.game import AnyGame, Face, Field
from mousehole.core.words import Line, plain

Kind: TypeAlias = Literal["switch", "choice", "many", "number", "text", "long", "json"]
Choices: TypeAlias = tuple[tuple[Any, Line], ...]
LONG = 200  # characters: more of them need a field of several lines


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
    packed, usual = game.parts.fields, game.setup()
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
            asked = replace(asked, kind="long" if (shape.max_length or 0) > LONG else "text", longest=shape.max_length)
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
