"""Writes what server and scripts say to each other as TypeScript, from the server's own types: `./mousehole types`."""

import inspect
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import msgspec.inspect as known

from mousehole.web import fetched_json, wire

FILE = Path(__file__).parents[2] / "src/mousehole/web/static/types/wire.d.ts"
HEAD = "/** What server and scripts say to each other, written by `./mousehole types` from the server's types. */\n"
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
    return known.type_info(holds) if holds else kind.type


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
