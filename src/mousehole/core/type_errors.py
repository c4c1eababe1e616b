"""What does not fit its type in a file or in JSON: every such place, in words that say what would fit."""

import json
from collections.abc import Iterable, Iterator
from types import UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import fields

from mousehole.core.words import Line, line, plain

Misfit: TypeAlias = tuple[tuple[str, ...], Line]  # the steps to a value, and what is wrong with it
EXPECTED: dict[Any, Line] = {
    str: line("a text in quotes"),
    bool: line("true or false"),
    int: line("a whole number"),
    float: line("a number"),
    tuple: line("a list in square brackets"),
    list: line("a list in square brackets"),
    dict: line("a table in curly brackets"),
}
MAX_QUOTE = 40  # of a value that is quoted in a message
TAGS = {"verb": line("verb"), "type": line("type")}  # by which tables are told apart
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def json_misfit(data: bytes | str | msgspec.Raw, kind: Any) -> Misfit:
    """Say why JSON cannot be read as a type: where, and what is wrong there."""
    try:
        value = msgspec.json.decode(data)
    except UNREADABLE as error:
        place = str(error).rpartition("(byte ")[2].rstrip(")")
        if place.isdigit():
            return (), line("that is not JSON: something is wrong after {n} signs", n=int(place))
        return (), line("that is not JSON, or only the beginning of it")
    return next(misfits((), value, kind), ((), line("that does not fit")))


def json_strangers(data: bytes | str, found: Any) -> Iterator[Misfit]:
    """Name the keys of JSON that were passed over when it was read."""
    yield from strangers((), msgspec.json.decode(data), found)


def strangers(path: tuple[str, ...], value: Any, found: Any) -> Iterator[Misfit]:
    """Name the keys of a value that the thing which was read from it does not have."""
    if isinstance(found, Struct) and isinstance(value, dict):
        known = dict(zip(found.__struct_encode_fields__, found.__struct_fields__, strict=True))
        for key, one in value.items():
            if key in known:
                yield from strangers((*path, key), one, getattr(found, known[key]))
            elif key != found.__struct_config__.tag_field:
                yield (*path, key), strange(line("there is no key {name} here", name=key), key, known)
    elif isinstance(found, tuple | list) and isinstance(value, list):
        for number, (one, read) in enumerate(zip(value, found, strict=False), 1):
            yield from strangers((*path, str(number)), one, read)


def line_with_place(misfit: Misfit) -> Line:
    """Say a misfit with its place."""
    path, reason = misfit
    return line("{key}: {reason}", key=".".join(path), reason=reason) if path else reason


def misfits(path: tuple[str, ...], value: Any, kind: Any) -> Iterator[Misfit]:
    """Say what is wrong with a value, as deep down as it can be named."""
    if kind is msgspec.Raw:  # read later, by those who know its type
        return
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        below = [*inside(path, value, kind)]
        yield from below
        if not below:
            yield path, reason(value, kind) or plain(str(error).partition(" - at ")[0])


def inside(path: tuple[str, ...], value: Any, kind: Any) -> Iterator[Misfit]:
    """Say what is wrong with the parts of a value."""
    origin, args = get_origin(kind), get_args(kind)
    if hasattr(kind, "__metadata__"):
        yield from inside(path, value, kind.__origin__)
    elif is_struct(kind) and isinstance(value, dict):
        yield from of_struct(path, value, kind)
    elif origin is dict and isinstance(value, dict):
        for key, one in value.items():
            yield from misfits((*path, key), one, args[1])
    elif origin in (tuple, list) and isinstance(value, list):
        each = (args[0],) * len(value) if origin is list or args[1:] == (...,) else args
        for number, (one, part) in enumerate(zip(value, each, strict=False), 1):
            yield from misfits((*path, str(number)), one, part)
    elif origin in (Union, UnionType) and isinstance(value, dict):
        yield from of_union(path, value, [one for one in args if is_struct(one)])


def of_struct(path: tuple[str, ...], value: dict[str, Any], kind: type[Struct]) -> Iterator[Misfit]:
    """Look at every key of a table: unknown, missing or wrong."""
    hints, known = get_type_hints(kind, include_extras=True), {field.encode_name: field for field in fields(kind)}
    tag = kind.__struct_config__.tag_field
    for key, one in value.items():
        if key in known:
            yield from misfits((*path, key), one, hints[known[key].name])
        elif key != tag:
            yield (*path, key), strange(line("there is no key {name} here", name=key), key, known)
    for key, field in known.items():
        if key not in value and field.default is NODEFAULT and field.default_factory is NODEFAULT:
            yield (*path, key), line("this key is missing")


def of_union(path: tuple[str, ...], value: dict[str, Any], kinds: list[type[Struct]]) -> Iterator[Misfit]:
    """Look into the one alternative that is meant: the only table, or the one with this tag."""
    if len(kinds) == 1:
        yield from of_struct(path, value, kinds[0])
        return
    known = {str(kind.__struct_config__.tag): kind for kind in kinds}
    tag = next(kind.__struct_config__.tag_field or "" for kind in kinds)
    if tag not in value:
        yield (*path, tag), line("this key is missing")
    elif value[tag] not in known:
        none = line("there is no {tag} {name}", tag=TAGS.get(tag, tag), name=str(value[tag]))
        yield (*path, tag), strange(none, str(value[tag]), known)
    else:
        yield from of_struct(path, value, known[value[tag]])


def reason(value: Any, kind: Any) -> Line | None:
    """Say why a single value does not fit."""
    limits = [meta for meta in getattr(kind, "__metadata__", ()) if isinstance(meta, Meta)]
    plain_kind = kind.__origin__ if hasattr(kind, "__metadata__") else kind
    if fits(value, plain_kind):
        return next((said for meta in limits if (said := beyond(value, meta))), None)
    words = choices(plain_kind)
    if words and isinstance(value, str):
        return strange(line("{value} is not possible here", value=quote(value)), value, words)
    wanted = [EXPECTED[one] for one in simple(plain_kind) if one in EXPECTED]
    if words:
        wanted.insert(0, line("one of {names}", names=", ".join(words)))
    if isinstance(value, list) and tuple in simple(plain_kind):
        return line("a list of {n} is needed here, not of {m}", n=len(get_args(plain_kind)), m=len(value))
    return line("{wanted} is needed here, not {value}", wanted=either(wanted), value=quote(value)) if wanted else None


def beyond(value: Any, meta: Meta) -> Line | None:
    """Say which limit a value breaks."""
    if meta.ge is not None and value < meta.ge:
        return line("{value} is too small: {n} at least", value=quote(value), n=int(meta.ge))
    if meta.le is not None and value > meta.le:
        return line("{value} is too large: {n} at most", value=quote(value), n=int(meta.le))
    if meta.min_length is not None and len(value) < meta.min_length:
        return line("the list is empty, but something has to be in it")
    return None


def strange(said: Line, name: str, known: Iterable[str], most: int = 99) -> Line:
    """Add to a complaint about a name which one may be meant, or which ones there are, if they are not too many."""
    from difflib import get_close_matches  # only mistakes need it

    names = [one for one in known if one]
    near = get_close_matches(name, names, 1, 0.6)
    if near:
        return line("{said}; did you mean {name}?", said=said, name=near[0])
    if 0 < len(names) <= most:
        return line("{said}; there are {names}", said=said, names=", ".join(sorted(names)))
    return said


def is_struct(kind: Any) -> bool:
    """Whether a type is a table with keys of its own."""
    return isinstance(kind, type) and issubclass(kind, Struct)


def simple(kind: Any) -> list[Any]:
    """Name the plain types that a type consists of."""
    if get_origin(kind) in (Union, UnionType):
        return [one for part in get_args(kind) for one in simple(part)]
    if hasattr(kind, "__metadata__"):
        return simple(kind.__origin__)
    if get_origin(kind) is Literal:
        return []
    return [dict if is_struct(kind) else get_origin(kind) or kind]


def choices(kind: Any) -> list[str]:
    """List the words that a type allows."""
    if get_origin(kind) in (Union, UnionType):
        return [word for part in get_args(kind) for word in choices(part)]
    return [*map(str, get_args(kind))] if get_origin(kind) is Literal else []


def fits(value: Any, kind: Any) -> bool:
    """Whether a value fits, limits aside."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def either(wanted: list[Line]) -> Line:
    """Join what would fit."""
    first, *rest = wanted
    return line("{some} or {last}", some=first, last=either(rest)) if rest else first


def quote(value: Any) -> str:
    """Quote a value as the file spells it, shortened."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except ValueError:  # a number of thousands of digits
        return "…"
    return text if len(text) <= MAX_QUOTE else f"{text[:MAX_QUOTE]}…"
