"""JSON Schemas of the content files, so that an editor can check them while they are written."""

from typing import Any

import msgspec

from mousehole.games.mystics.pack import SHEETS, TABLES
from mousehole.games.mystics.scenario import ScenarioFile


def schemas() -> dict[str, dict[str, Any]]:
    """Give the schema of every kind of file by its name."""
    found: dict[str, Any] = {f"{name}.toml": dict[str, kind] for name, kind in TABLES.items()}  # type: ignore[valid-type]
    found |= {f"{name}.toml": kind for name, kind in SHEETS.items()}
    found["scenario.toml"] = ScenarioFile
    return {name: msgspec.json.schema(kind) for name, kind in found.items()}
