"""The schemas of content files as forms need them: every key in words, every name with what it may name."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any, get_args, get_type_hints

from msgspec import Struct

from mousehole.core.content import raw
from mousehole.core.type_errors import is_struct
from mousehole.core.words import Voice, line
from mousehole.games.mystics.content.pack import PACKAGE, SHEETS, TABLES
from mousehole.games.mystics.content.references import Ref, leaves
from mousehole.games.mystics.tools.authoring import schemas

TOLD = {  # names that no type marks: they are checked together with their chapter or campaign
    ("SideSetup", "side"): "tiles",
    ("StartSpaces", "side"): "tiles",
    ("Goal", "side"): "tiles",
    ("Journey", "to"): "tiles",
    ("LeafLanding", "side"): "tiles",
    ("Post", "at"): "spaces",
    ("TokenPlacement", "at"): "spaces",
    ("Tell", "moment"): "moments",
    ("SideSetup", "story"): "moments",
    ("Chapter", "voices"): "moments",
    ("Ask", "question"): "questions",
    ("Award", "token"): "story_tokens",
    ("When", "earned"): "story_tokens",
    ("Chapter", "gifts"): "story_tokens",
}
LOOKS = {"TileSide": "tiles", "TokenKind": "tokens"}  # tables that are called otherwise than their file


def form_schemas(kinds: tuple[str, ...], say: Voice) -> dict[str, dict[str, Any]]:
    """The schema of every kind of file, in the words of a language."""
    labels, types = raw(PACKAGE, "labels.toml"), {one.__name__: one for one in tables()}
    found = {}
    for kind in kinds:
        page = deepcopy(schemas()[f"{kind}.toml"])
        for name, table in page["$defs"].items():
            explained(name, table, labels, say)
            if name in types:
                with_choices(types[name], table, kind)
        found[kind] = page
    return found


def explained(name: str, table: dict[str, Any], labels: Mapping[str, Mapping[str, str]], say: Voice) -> None:
    """Say what a table, its keys and their fixed words are called."""
    properties = table.get("properties", {})
    verb = next(iter(properties.get("verb", {}).get("enum", ())), "")
    table["description"] = said(labels["verbs"].get(verb, ""), say)
    for key, part in properties.items():
        part["description"] = said(labels["keys"].get(f"{name}.{key}") or labels["keys"].get(key, ""), say)
        for fixed in enums(part):
            called = {
                one: labels["values"].get(f"{name}.{one}") or labels["values"].get(one, one) for one in fixed["enum"]
            }
            fixed["names"] = {one: said(words, say) for one, words in called.items()}


def said(words: str, say: Voice) -> str:
    """A label in the language of the reader."""
    return say(line(words)) if words else ""


def enums(part: Any) -> Iterator[dict[str, Any]]:
    """List everything in a part of a schema that has fixed words."""
    if isinstance(part, dict):
        if "enum" in part:
            yield part
        for inner in list(part.values()):
            yield from enums(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from enums(inner)


def with_choices(kind: type[Struct], table: dict[str, Any], file: str) -> None:
    """Write beside every name which things it may name."""
    hints = get_type_hints(kind, include_extras=True)
    for key, part in table.get("properties", {}).items():
        told = TOLD.get((kind.__name__, key))
        choice = told or next((leaf.kind for leaf in leaves(hints.get(key)) if isinstance(leaf, Ref)), None)
        if key == "looks":
            choice = LOOKS.get(kind.__name__, file)
        if choice and part.get("type") == "object" and not told and not named_by_key(hints[key]):
            part["additionalProperties"]["choice"] = choice
        elif choice:
            part["choice"] = choice


def named_by_key(hint: Any) -> bool:
    """Whether the keys of a table are names of things, such as minions with how many of each."""
    return any(isinstance(leaf, Ref) for leaf in leaves(get_args(hint)[0]))


def tables() -> set[type[Struct]]:
    """All types of tables of content files."""
    found, waiting = set[type[Struct]](), [*TABLES.values(), *SHEETS.values()]
    while waiting:
        kind = waiting.pop()
        if kind in found:
            continue
        found.add(kind)
        hints = get_type_hints(kind).values()
        waiting += [leaf for hint in hints for leaf in (*leaves(hint), hint) if is_struct(leaf)]
    return found
