"""Names by which content refers to other content: marked in the types, found by one walk over the values."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeAlias, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

from mousehole.core.type_errors import is_struct


class Ref(NamedTuple):
    """Marks a name of a table in another file; `spaces` are those of the tile side in question."""

    kind: str


HeroName: TypeAlias = Annotated[str, Ref("heroes")]
MinionName: TypeAlias = Annotated[str, Ref("minions")]
ItemName: TypeAlias = Annotated[str, Ref("items")]
AbilityName: TypeAlias = Annotated[str, Ref("abilities")]
ConditionName: TypeAlias = Annotated[str, Ref("conditions")]
TerrainName: TypeAlias = Annotated[str, Ref("terrain")]
TokenName: TypeAlias = Annotated[str, Ref("tokens")]
SideName: TypeAlias = Annotated[str, Ref("tiles")]
EncounterName: TypeAlias = Annotated[str, Ref("encounters")]
ChapterName: TypeAlias = Annotated[str, Ref("chapters")]
SpeakerName: TypeAlias = Annotated[str, Ref("speakers")]
SpaceName: TypeAlias = Annotated[str, Ref("spaces")]
SpaceNames: TypeAlias = Annotated[tuple[str, ...], Ref("spaces")]  # a mistake is reported for the list as a whole


class ContentTable(NamedTuple):
    """A table inside content: the steps to it, and the tables around it, outermost first."""

    key: str
    table: Struct
    within: tuple[Struct, ...]


def parts_in(key: str, value: Any, within: tuple[Struct, ...] = ()) -> Iterator[ContentTable]:
    """List all tables in a value, at any depth; the items of a list count from 1."""
    if isinstance(value, Struct):
        yield ContentTable(key, value, within)
        for field in nested_fields(type(value)):
            yield from parts_in(joined(key, field), getattr(value, field), (*within, value))
    elif isinstance(value, tuple):
        for number, one in enumerate(value, 1):
            yield from parts_in(f"{key}.{number}", one, within)
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from parts_in(joined(key, name), one, within)


def mentions(part: ContentTable) -> Iterator[tuple[str, str, str]]:
    """List the names by which a table itself refers to others: the key of each, the kind of content, and the name."""
    for field, (hint, default) in reference_fields(type(part.table)).items():
        value = getattr(part.table, field)
        if value != default:
            yield from names_in(joined(part.key, field), value, hint)


def names_in(key: str, value: Any, hint: Any) -> Iterator[tuple[str, str, str]]:
    """List the names in a value of a type that marks them."""
    metadata = getattr(hint, "__metadata__", ())
    for ref in (one for one in metadata if isinstance(one, Ref)):
        yield from ((key, ref.kind, name) for name in ([value] if isinstance(value, str) else value))
        return
    inner = get_args(hint)[0]
    if metadata:
        yield from names_in(key, value, inner)
    elif isinstance(value, dict):
        by_name = any(isinstance(leaf, Ref) for leaf in leaves(inner))  # its keys are the names, else its values
        for step, one in value.items():
            yield from names_in(f"{key}.{step}", step if by_name else one, inner if by_name else get_args(hint)[1])
    else:
        for number, one in enumerate(value, 1):
            yield from names_in(f"{key}.{number}", one, inner)


@cache
def reference_fields(kind: type[Struct]) -> dict[str, tuple[Any, Any]]:
    """The fields of a type that mark references, each with its type and the value that stands for none."""
    hints = get_type_hints(kind, include_extras=True)
    marked = (one for one in fields(kind) if any(isinstance(leaf, Ref) for leaf in leaves(hints[one.name])))
    return {one.name: (hints[one.name], one.default) for one in marked}


@cache
def nested_fields(kind: type[Struct]) -> tuple[str, ...]:
    """The fields of a type that can hold tables."""
    hints = get_type_hints(kind)
    return tuple(name for name in kind.__struct_fields__ if any(map(is_struct, leaves(hints[name]))))


def leaves(hint: Any) -> Iterator[Any]:
    """The plain types and marks of which a type is made."""
    inner = get_args(hint)
    return (leaf for one in inner for leaf in leaves(one)) if inner and not isinstance(hint, Ref) else iter((hint,))


def joined(key: str, step: str) -> str:
    """Add a step to a key."""
    return f"{key}.{step}" if key else step
