"""All mistakes of a pack at once, for its author: every key of every table, then what must hold across files."""

import re
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from mousehole.core.content import BadContent
from mousehole.core.reading.type_errors import misfits, strange
from mousehole.core.words import Line, line
from mousehole.games.mystics.content.pack import SHEETS, TABLES, Pack, laid_over, toml
from mousehole.games.mystics.packs import translations
from mousehole.games.mystics.packs.checks import mistakes
from mousehole.games.mystics.packs.error_recovery import mended
from mousehole.games.mystics.packs.library import own
from mousehole.games.mystics.packs.toml_rows import Path, row, rows

KINDS: dict[str, Any] = {**TABLES, **SHEETS}
NAME = re.compile(r"[\w-]+")


def faults(folder: Traversable) -> list[BadContent]:
    """List everything that is wrong with a folder of content, laid over the game's own, each with its line."""
    found, parts, broken = list[BadContent](strays(folder)), dict[str, Any](), set[str]()
    for name in KINDS:
        part, wrong, names = sheet(folder, name)
        parts[name] = laid_over(part, getattr(own(), name))
        found += wrong
        broken |= names
    across = [
        one for one in mistakes(Pack(name=None, **parts), own()) if not (follows(one, found) or mentions(one, broken))
    ]
    return located(folder, [*found, *across, *translations.mistakes(folder)])


def strays(folder: Traversable) -> Iterator[BadContent]:
    """Report files that nobody reads, and a folder without any."""
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    if not names:
        yield BadContent(folder.name, line("there is no content file"))
    for name in names:
        if name.removesuffix(".toml") not in KINDS:
            said = line("no kind of content is called so")
            yield BadContent(name, strange(said, name, [f"{kind}.toml" for kind in KINDS]))


def sheet(folder: Traversable, name: str) -> tuple[Any, list[BadContent], set[str]]:
    """Read one file: what is sound of it, its mistakes, and the names that may be meant by what is broken."""
    file = folder / f"{name}.toml"
    if not file.is_file():
        return None, [], set()
    try:
        tables = toml(file)
    except BadContent as error:
        return None, [error], set(NAME.findall(file.read_bytes().decode("utf-8", "replace")))
    if name in SHEETS:
        part, wrong = repaired(tables, SHEETS[name], file.name, ())
        return part, wrong, set(tables) if part is None else set()
    sound, found, broken = dict[str, Any](), list[BadContent](), set[str]()
    for key, table in tables.items():
        part, wrong = repaired(table, TABLES[name], file.name, (key,))
        found += wrong
        if part is not None:
            sound[key] = part
        elif key not in getattr(own(), name):
            broken |= {key, str(table.get("tile", key)) if isinstance(table, dict) else key}  # and its other side
    return sound, found, broken


def repaired(table: Any, kind: Any, file: str, path: Path) -> tuple[Any, list[BadContent]]:
    """Read one table, with something harmless in the place of every misfit, and tell them all."""
    wrong = list(misfits(path, table, kind))
    found = [BadContent(file, reason, ".".join(steps)) for steps, reason in wrong]
    if wrong:
        table = mended(table, kind, [steps[len(path) :] for steps, _ in wrong])
    try:
        return msgspec.convert(table, kind), found
    except msgspec.ValidationError:
        return None, found


def follows(mistake: BadContent, told: list[BadContent]) -> bool:
    """Whether a mistake stands where another one was found already: above it, below it or at the same key."""
    mine = f"{mistake.key}."
    theirs = [f"{one.key}." for one in told if one.file == mistake.file and one.key]
    return any(mine.startswith(key) or key.startswith(mine) for key in theirs)


def mentions(mistake: BadContent, broken: set[str]) -> bool:
    """Whether a mistake may come only from another one: it names something that could not be read."""
    return bool(broken & {name for text in values(mistake.reason) for name in NAME.findall(text)})


def values(said: Line) -> Iterator[str]:
    """List the names in a complaint; those it proposes do not count."""
    for key, value in said.values.items():
        if isinstance(value, Line):
            yield from values(value)
        elif isinstance(value, str) and key != "names" and "said" not in said.values:
            yield value


def located(folder: Traversable, found: list[BadContent]) -> list[BadContent]:
    """Add to every mistake the line of its file, and sort them as a reader meets them."""
    places = {name: lines_of(folder, name) for name in {one.file for one in found}}
    told = [(one, one.row or row(places[one.file], tuple(one.key.split(".")))) for one in found]
    told.sort(key=lambda pair: (pair[0].file, pair[1]))
    return [BadContent(one.file, one.reason, one.key, number) for one, number in told]


def lines_of(folder: Traversable, name: str) -> dict[Path, int]:
    """Find the line of every key of a file that can be read."""
    file = folder / name
    try:
        return rows(file.read_text("utf-8")) if name.endswith(".toml") and file.is_file() and toml(file) else {}
    except BadContent:
        return {}
