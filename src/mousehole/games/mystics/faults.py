"""All mistakes of a pack at once, for its author: every field of every table, then what must hold across files."""

from collections.abc import Iterator
from importlib.resources.abc import Traversable
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from mousehole.core.content import BadContent
from mousehole.core.words import line, plain
from mousehole.games.mystics.pack import SHEETS, TABLES, Pack, laid_over, own, toml


def faults(folder: Traversable) -> list[BadContent]:
    """List everything that is wrong with a folder of content, laid over the game's own."""
    from mousehole.games.mystics.checks import mistakes

    found, parts, broken = list[BadContent](strays(folder)), dict[str, Any](), set[str]()
    for name in (*TABLES, *SHEETS):
        part, wrong, keys = sheet(folder, name)
        parts[name] = laid_over(part, getattr(own(), name))
        found += wrong
        broken |= keys
    if "" in broken:
        return found
    across = mistakes(Pack(name=None, **parts))
    return found + [one for one in across if not any(key in str(one.reason.values) for key in broken)]


def strays(folder: Traversable) -> Iterator[BadContent]:
    """Report files that nobody reads, and a folder without any."""
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    if not names:
        yield BadContent(folder.name, line("there is no content file"))
    for name in names:
        if name.removesuffix(".toml") not in (*TABLES, *SHEETS):
            kinds = ", ".join((*TABLES, *SHEETS))
            yield BadContent(name, line("no kind of content is called so; there are {kinds}", kinds=kinds))


def sheet(folder: Traversable, name: str) -> tuple[Any, list[BadContent], set[str]]:
    """Read one file: what is sound of it, its mistakes, and the keys that are broken."""
    file = folder / f"{name}.toml"
    if not file.is_file():
        return None, [], set()
    try:
        tables = toml(file)
    except BadContent as error:
        return None, [error], {""}
    if name in SHEETS:
        wrong = [BadContent(file.name, plain(said)) for said in told("", tables, SHEETS[name])]
        return None if wrong else msgspec.convert(tables, SHEETS[name]), wrong, set()
    sound, found, broken = dict[str, Any](), list[BadContent](), set[str]()
    for key, table in tables.items():
        wrong = [BadContent(file.name, plain(said)) for said in told(key, table, TABLES[name])]
        found += wrong
        if wrong:
            broken |= {key, str(table.get("tile", key)) if isinstance(table, dict) else key}  # and its other side
        else:
            sound[key] = msgspec.convert(table, TABLES[name])
    return sound, found, broken


def told(path: str, value: Any, kind: Any) -> Iterator[str]:
    """Say what is wrong with a value, as deep down as it can be named."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        below = [*inside(path, value, kind)]
        yield from below
        if not below:
            reason = str(error).partition(" - at ")[0]
            yield f"{path}: {reason}" if path else reason


def inside(path: str, value: Any, kind: Any) -> Iterator[str]:
    """Say what is wrong with the parts of a value."""
    origin, args = get_origin(kind), get_args(kind)
    if hasattr(kind, "__metadata__"):
        yield from inside(path, value, kind.__origin__)
    elif isinstance(kind, type) and issubclass(kind, Struct) and isinstance(value, dict):
        yield from of_struct(path, value, kind)
    elif origin is dict and isinstance(value, dict):
        for key, one in value.items():
            yield from told(dotted(path, key), one, args[1])
    elif origin is tuple and args[1:] == (...,) and isinstance(value, list):
        for number, one in enumerate(value, 1):
            yield from told(dotted(path, str(number)), one, args[0])
    elif origin in (Union, UnionType):
        yield from of_union(path, value, args)


def of_struct(path: str, value: dict[str, Any], kind: type[Struct]) -> Iterator[str]:
    """Look at every field of a table: unknown, missing or wrong."""
    hints, known = get_type_hints(kind, include_extras=True), {field.encode_name: field for field in fields(kind)}
    tag = kind.__struct_config__.tag_field
    for key, one in value.items():
        if key in known:
            yield from told(dotted(path, key), one, hints[known[key].name])
        elif key != tag:
            yield f"{path}: Object contains unknown field `{key}`" if path else f"unknown field `{key}`"
    for key, field in known.items():
        if key not in value and field.default is NODEFAULT and field.default_factory is NODEFAULT:
            yield f"{path}: Object missing required field `{key}`" if path else f"missing required field `{key}`"


def of_union(path: str, value: Any, kinds: tuple[Any, ...]) -> Iterator[str]:
    """Look into the one alternative that is meant, if it can be told: by its tag, or as the only table."""
    structs = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Struct)]
    if not isinstance(value, dict):
        return
    for kind in structs:
        config = kind.__struct_config__
        if len(structs) == 1 or (config.tag_field and value.get(config.tag_field) == config.tag):
            yield from of_struct(path, value, kind)


def dotted(path: str, key: str) -> str:
    """Join the steps to a value."""
    return f"{path}.{key}" if path else key
