"""Puts something harmless where a value does not fit, so that the rest of a table can be checked at the same time."""

from typing import Any

from mousehole.core.reading.type_errors import misfits
from mousehole.games.mystics.packs.toml_rows import Path

LEFT_OUT = object()
NOTHING: dict[str, Any] = {"verb": "sure"}  # a verb that names nobody
STAND_INS: tuple[Any, ...] = (LEFT_OUT, "", 0, 1, 2, 0.0, [], {}, NOTHING)


def mended(table: Any, kind: Any, wrong: list[Path]) -> Any:
    """Copy a table with stand-ins for its misfits, as far as some are found."""
    for path in wrong:
        where = path[:-1] if path[-1:] == ("verb",) else path
        left = len(list(misfits((), table, kind)))
        tried = (changed(table, where, one) for one in STAND_INS)
        table = next((one for one in tried if len(list(misfits((), one, kind))) < left), table)
    return table


def changed(value: Any, path: Path, new: Any) -> Any:
    """Copy a value with another one at a path; a list keeps its length, so that its items keep their numbers."""
    if not path:
        return new
    if isinstance(value, list):
        return [changed(one, path[1:], new) if str(n) == path[0] else one for n, one in enumerate(value, 1)]
    if not isinstance(value, dict):
        return value
    rest = {key: one for key, one in value.items() if key != path[0]}
    if len(path) == 1 and new is LEFT_OUT:
        return rest
    return {**rest, path[0]: changed(value.get(path[0]), path[1:], new)}
