"""A set-up as a form: one blank for every field of the game's own set-up type, in its own words."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct, inspect

from mousehole.core.game import Field, Problem
from mousehole.core.record import BadRecord, BadSetup, checked
from mousehole.core.words import Line, Say, line, plain
from mousehole.shelf import AnyGame

Kind: TypeAlias = Literal["switch", "choice", "many", "number", "text", "long", "json"]
LONG = 200
YES, NO = line("yes"), line("no")


class Blank(Struct, frozen=True):
    """A field of a form: what it asks, how it is answered, and what stands there when it is left empty."""

    name: str
    label: Line
    help: Line | None
    kind: Kind
    default: Any
    choices: tuple[tuple[Any, Line], ...] = ()
    low: int | None = None
    high: int | None = None
    open: bool = False  # other values than the choices may be right too
    count: int = 0  # of answers to a fixed number of equal questions; 0: any number


def blanks(game: AnyGame, hidden: bool = False) -> tuple[Blank, ...]:
    """List the blanks of a game's form, in the order of its set-up type; hidden ones only where asked for."""
    page = inspect.type_info(game.setup)
    fields = page.fields if isinstance(page, inspect.StructType) else ()
    plain_setup = game.setup()
    known = [(f, game.fields.get(f.name) or Field(plain(f.name))) for f in fields]
    return tuple(blank(f, field, getattr(plain_setup, f.name)) for f, field in known if hidden or not field.hidden)


def blank(field: inspect.Field, words: Field, default: Any) -> Blank:
    """Make the blank of one field from its type."""
    kind = _bare(field.type)
    if isinstance(kind, inspect.BoolType):
        return Blank(field.name, words.label, words.help, "switch", default)
    part = _part(kind)
    if part and (values := words.choices or _values(part)):
        count = len(kind.item_types) if isinstance(kind, inspect.TupleType) else 0
        return Blank(field.name, words.label, words.help, "many", default, values, open=words.open, count=count)
    if values := words.choices or _values(kind):
        return Blank(field.name, words.label, words.help, "choice", default, values, open=words.open)
    if isinstance(kind, inspect.IntType):
        return Blank(field.name, words.label, words.help, "number", default, (), kind.ge, kind.le)
    if isinstance(kind, inspect.StrType):
        long = (kind.max_length or 0) > LONG
        return Blank(field.name, words.label, words.help, "long" if long else "text", default)
    return Blank(field.name, words.label, words.help, "json", default)


def filled(game: AnyGame, answers: Mapping[str, str], say: Say) -> Any:
    """Read a form; what is wrong with it is told field by field, in words."""
    known = {blank.name: blank for blank in blanks(game, hidden=True)}
    strange = [name for name in answers if name not in known]
    if strange:
        names = ", ".join(known)
        raise BadRecord(line("there is no field {name}; there are {names}", name=strange[0], names=names))
    values = {name: answer(known[name], text, say) for name, text in answers.items() if text.strip()}
    try:
        setup = msgspec.convert(values, game.setup)
    except msgspec.ValidationError as error:
        raise BadRecord(line("{what}: {reason}", what="setup", reason=str(error))) from None
    return checked(game, setup)


def answer(blank: Blank, text: str, say: Say) -> Any:
    """Read the answer to one blank."""
    text = text.strip()
    match blank.kind:
        case "switch":
            return _yes_or_no(blank, text, say)
        case "choice":
            return _chosen(blank, text, say)
        case "many":
            return _several(blank, text, say)
        case "number":
            return _number(blank, text)
        case "json":
            return _json(blank, text)
    return _from_file(blank, text[1:]) if text.startswith("@") else text


def written(blank: Blank, value: Any) -> str:
    """Write a value as a form shows it."""
    if value is None:
        return ""
    if blank.kind == "many":
        return ",".join(map(str, value))
    if blank.kind == "json":
        return msgspec.json.encode(value).decode()
    return str(value)


def changed(game: AnyGame, setup: Any) -> tuple[Line, ...]:
    """Tell in a few words how a set-up differs from the plain one."""
    told = []
    for blank in blanks(game):
        value = getattr(setup, blank.name)
        if value != blank.default and blank.kind not in ("long", "json"):
            told.append(line("{label}: {value}", label=blank.label, value=_said(blank, value)))
    return tuple(told)


def _said(blank: Blank, value: Any) -> Line:
    if blank.kind == "switch":
        return YES if value else NO
    values = value if isinstance(value, tuple) else (value,)
    return line("{values}", values=tuple(dict(blank.choices).get(v, plain(str(v))) for v in values))


def _bare(kind: inspect.Type) -> inspect.Type:
    """Look through "or None"."""
    if isinstance(kind, inspect.Metadata):
        return _bare(kind.type)
    if isinstance(kind, inspect.UnionType):
        others = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
        return _bare(others[0]) if len(others) == 1 else kind
    return kind


def _part(kind: inspect.Type) -> inspect.Type | None:
    """Give the type of the parts of a list or tuple whose parts are all alike."""
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return _bare(kind.item_type)
    if isinstance(kind, inspect.TupleType) and len({repr(one) for one in kind.item_types}) == 1:
        return _bare(kind.item_types[0])
    return None


def _values(kind: inspect.Type) -> tuple[tuple[Any, Line], ...]:
    if isinstance(kind, inspect.LiteralType):
        return tuple((value, plain(str(value))) for value in kind.values)
    return ()


def _yes_or_no(blank: Blank, text: str, say: Say) -> bool:
    for value, words in ((True, ("yes", "true", "1", "on", say(YES))), (False, ("no", "false", "0", "off", say(NO)))):
        if text.casefold() in (word.casefold() for word in words):
            return value
    raise _wrong(blank, line("answer yes or no, not {text}", text=text))


def _chosen(blank: Blank, text: str, say: Say) -> Any:
    for value, label in blank.choices:
        if text.casefold() in (str(value).casefold(), say(label).casefold()):
            return value
    if blank.open:
        return text
    values = ", ".join(str(value) for value, _ in blank.choices)
    raise _wrong(blank, line("there is no {text}; there are {values}", text=text, values=values))


def _several(blank: Blank, text: str, say: Say) -> tuple[Any, ...]:
    chosen = tuple(_chosen(blank, part.strip(), say) for part in text.split(",") if part.strip())
    if blank.count and len(chosen) != blank.count:
        raise _wrong(blank, line("expected {n} of them, found {found}", n=blank.count, found=len(chosen)))
    return chosen


def _number(blank: Blank, text: str) -> int:
    digits = text.lstrip("+-")
    if not digits.isdecimal() or len(digits) > 9:
        raise _wrong(blank, line("{text} is not a whole number", text=text))
    value = int(text)
    if (blank.low is not None and value < blank.low) or (blank.high is not None and value > blank.high):
        raise _wrong(blank, line("expected {low} to {high}", low=str(blank.low), high=str(blank.high)))
    return value


def _json(blank: Blank, text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise _wrong(blank, plain(str(error))) from None


def _from_file(blank: Blank, path: str) -> str:
    try:
        return Path(path).expanduser().read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _wrong(blank, line("{path} can not be read: {reason}", path=path, reason=str(error))) from None


def _wrong(blank: Blank, reason: Line) -> BadSetup:
    return BadSetup((Problem(blank.name, reason),))
