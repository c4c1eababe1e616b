"""JSON Schemas of the content files, so that an editor can check and explain them while they are written."""

from collections.abc import Iterator
from typing import Any

import msgspec

from mousehole.core.content import raw
from mousehole.games.mystics.content.pack import PACKAGE, SHEETS, TABLES
from mousehole.games.mystics.tools.scenario import ScenarioFile

ANY = "any"  # keys that mean the same wherever they stand


def schemas() -> dict[str, dict[str, Any]]:
    """The schema of every kind of file by its name, each key with what it means."""
    found: dict[str, Any] = {f"{name}.toml": dict[str, kind] for name, kind in TABLES.items()}  # type: ignore[valid-type]
    found |= {f"{name}.toml": kind for name, kind in SHEETS.items()}
    pages = {name: explained(msgspec.json.schema(kind)) for name, kind in found.items()}
    return {**pages, "scenario.toml": msgspec.json.schema(ScenarioFile)}


def explained(page: dict[str, Any]) -> dict[str, Any]:
    """Write beside every key what it means."""
    meanings = raw(PACKAGE, "keys.toml")
    for kind, key, part in keys(page):
        words = meanings.get(kind, {}).get(key) or meanings[ANY].get(key)
        if words:
            part["description"] = words
    return page


def keys(page: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """List the keys of every kind of table in a schema: the table, the key, and what the schema says of it."""
    for kind, table in page["$defs"].items():
        for key, part in table.get("properties", {}).items():
            if key != "verb":
                yield kind, key, part
