"""Numbered steps from an empty database to the present one, a folder per kind of database."""

from functools import cache
from importlib.resources import files

SEALED = 2  # the first version in which everything is sealed; older rows are sealed on the way
BREAKS = "-- Breaks"  # begins a step after which servers of earlier versions must not go on


@cache
def steps(kind: str) -> tuple[str, ...]:
    """Read the steps in order; step n leads to version n."""
    scripts = sorted((f for f in (files(__name__) / kind).iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    return tuple(script.read_text("utf-8") for script in scripts)


def oldest(number: int, script: str) -> int:
    """The oldest version that can serve a database beyond a step: 0, any, unless the step says that it breaks."""
    return number if script.startswith(BREAKS) else 0
