"""Writes what server and scripts say to each other as TypeScript, from the server's own types: `./mousehole types`."""

import inspect
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec.inspect as known
from msgspec import Struct, defstruct

from mousehole.core import scene
from mousehole.core.words import Line
from mousehole.web import fetched_json
from mousehole.web.live import scenes, wire

FOLDER = Path(__file__).parents[2] / "src/mousehole/web/static/wire"
FILE, DEFAULTS = FOLDER / "wire.d.ts", FOLDER / "scene_defaults.js"
HEAD = "/** What server and scripts say to each other, written by `./mousehole types` from the server's types. */\n"
DEFAULTS_HEAD = "/** What the server leaves out of scenes, written by `./mousehole types` from the server's types. */\n"
FILLED_IN = {"SPOT": scene.Spot, "PIECE": scene.Piece, "SHADE": scene.Shade, "SCENE": scene.Scene}
PLAIN: dict[type[known.Type], str] = {
    known.AnyType: "unknown",
    known.BoolType: "boolean",
    known.FloatType: "number",
    known.IntType: "number",
    known.NoneType: "null",
    known.RawType: "unknown",
    known.StrType: "string",
}


def page() -> str:
    """Write every message, answer and scene."""
    asked, told = get_args(wire.Asked), wire.ToBrowser.__subclasses__()
    unions = {
        "FromBrowser": ("What a browser may send.", asked),
        "FromServer": ("What the server sends.", told),
    }
    sent, heard = found(asked), found((*told, *fetched_json.ANSWERS))
    structs = [*(written(kind, True) for kind in sent), *(written(kind, False) for kind in heard)]
    heads = [f"{note(words)}export type {name} =\n{choice(kinds)};\n" for name, (words, kinds) in unions.items()]
    return "\n".join([HEAD, *heads, *structs])


def defaults() -> str:
    """Write what scripts fill in where a thing leaves it out."""
    types = ", ".join(f"{kind.__name__}View" for kind in FILLED_IN.values())
    imports = f'/** @import {{ {types} }} from "./wire.d.ts" */\n'
    return "\n".join([DEFAULTS_HEAD + imports, *(default_fields(name, kind) for name, kind in FILLED_IN.items())])


def default_fields(name: str, kind: type[Struct]) -> str:
    """Write the fields of a thing that have a usual value."""
    sent = known.type_info(sent_type(kind))
    assert isinstance(sent, known.StructType)
    usual = {field.name: field.default for field in sent.fields if not field.required and field.default is not None}
    keys = "".join(f" *   | {literal(key)}\n" for key in usual)
    rows = "".join(f"  {key}: {json.dumps(value)},\n" for key, value in usual.items())
    return f"/**\n * @type {{Pick<Required<{spelled(sent)}>,\n{keys} * >}}\n */\nexport const {name} = {{\n{rows}}};\n"


@cache
def sent_type(kind: type[Struct]) -> type[Struct]:
    """The type of what is sent of a thing of `core/scene.py`, in which lines are strings."""
    fields: list[Any] = []
    for field in scenes.wire_fields(kind):
        hint = sent_hint(field.type)
        usual = "" if hint is str and field.usual is None else field.usual
        fields.append((field.name, hint) if usual is scenes.REQUIRED else (field.name, hint, usual))
    fields.sort(key=len)
    name = kind.__name__ + ("View" if kind.__module__ == scene.__name__ else "")
    return defstruct(name, fields, omit_defaults=True, namespace={"__doc__": kind.__doc__})


def sent_hint(hint: Any) -> Any:
    """The type of what is sent in a field."""
    if hint is Line:
        return str
    if isinstance(hint, type) and issubclass(hint, Struct):
        return sent_type(hint)
    parts = tuple(map(sent_hint, get_args(hint)))
    if get_origin(hint) in (Union, UnionType):
        return str if str in parts and Line in get_args(hint) else Union[parts]  # noqa: UP007
    return tuple[parts] if get_origin(hint) is tuple else hint


def found(kinds: Iterable[type]) -> list[known.StructType]:
    """Find all structs that these consist of, each once."""
    seen: dict[type, known.StructType] = {}

    def look(kind: known.Type) -> None:
        match kind:
            case known.StructType() if kind.cls not in seen:
                seen[kind.cls] = kind
                for field in kind.fields:
                    look(field.type)
            case known.Metadata():
                look(held(kind))
            case known.UnionType() | known.TupleType():
                for part in kind.types if isinstance(kind, known.UnionType) else kind.item_types:
                    look(part)
            case known.VarTupleType() | known.ListType():
                look(kind.item_type)
            case known.DictType():
                look(kind.value_type)

    for each in kinds:
        look(known.type_info(each))
    return list(seen.values())


def held(kind: known.Metadata) -> known.Type:
    """Look into a part that is written before the rest."""
    holds = (kind.extra or {}).get("holds")
    return known.type_info(sent_type(holds)) if holds else kind.type


def written(kind: known.StructType, asked: bool) -> str:
    """Write a struct as an interface."""
    config = kind.cls.__struct_config__
    tag = [f"  {kind.tag_field}: {literal(kind.tag)};"] if kind.tag_field else []
    fields = [field_row(field, asked, config.omit_defaults) for field in kind.fields]
    head = f"{note(inspect.getdoc(kind.cls))}export interface {kind.cls.__name__} {{"
    return "\n".join([head, *tag, *fields, "}\n"])


def field_row(field: known.Field, asked: bool, omitted: bool) -> str:
    """Write a field: optional where a browser may leave it out, or the server does so with what is usual."""
    optional = not field.required and (asked or omitted)
    kind = field.type
    if optional and not asked and field.default is None and isinstance(kind, known.UnionType):
        kind = known.UnionType(tuple(part for part in kind.types if not isinstance(part, known.NoneType)))
    return f"  {field.encode_name}{'?' if optional else ''}: {spelled(kind)};"


def spelled(kind: known.Type) -> str:
    """Spell a type in TypeScript."""
    match kind:
        case known.StructType():
            return kind.cls.__name__
        case known.Metadata():
            return spelled(held(kind))
        case known.UnionType():
            return " | ".join(map(spelled, kind.types))
        case known.LiteralType():
            return " | ".join(map(literal, kind.values))
        case known.TupleType():
            return f"[{', '.join(map(spelled, kind.item_types))}]"
        case known.VarTupleType() | known.ListType():
            item = spelled(kind.item_type)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case known.DictType():
            return f"Record<string, {spelled(kind.value_type)}>"
    return PLAIN[type(kind)]


def literal(value: object) -> str:
    """Spell a value."""
    return f'"{value}"' if isinstance(value, str) else str(value)


def choice(kinds: Iterable[type]) -> str:
    """Write one of several kinds, a line each."""
    return "\n".join(f"  | {kind.__name__}" for kind in kinds)


def note(words: str | None) -> str:
    """Write the first line of a docstring as a comment."""
    return f"/** {words.splitlines()[0]} */\n" if words else ""


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(page(), "utf-8")
    DEFAULTS.write_text(defaults(), "utf-8")
