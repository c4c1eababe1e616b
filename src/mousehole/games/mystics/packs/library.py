"""Packs read from folders: every mistake at once, with its line, or the pack added to the shelf."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeAlias

import msgspec

from mousehole.core.content import BadContent
from mousehole.core.type_errors import misfits, strange
from mousehole.core.words import Line, UserError, line, teach
from mousehole.games.mystics.content.pack import (
    PACKAGE,
    SHEETS,
    TABLES,
    Pack,
    assembled,
    catalogues,
    find,
    keep,
    laid_over,
    look_elsewhere,
    toml,
    with_tables,
)
from mousehole.games.mystics.moves import PackName
from mousehole.games.mystics.packs import words
from mousehole.games.mystics.packs.checks import mistakes
from mousehole.games.mystics.packs.toml_rows import Path, row, rows


@cache
def own() -> Pack:
    """Read the content that comes with the game."""
    return keep(read(files(PACKAGE) / "content"))


@cache
def campaigns() -> tuple[Pack, ...]:
    """Take in the campaigns that come with the game, each a pack of its own; an edition may leave them out."""
    home = files(PACKAGE) / "campaigns"
    folders = sorted(home.iterdir(), key=lambda folder: folder.name) if home.is_dir() else []
    return tuple(find(add(folder)) for folder in folders if folder.is_dir() and folder.name[0] not in "._")


def read(folder: Traversable, base: Pack | None = None) -> Pack:
    """Read a folder of content and check it; the first mistake is told with file, key and reason."""
    pack = assembled(folder, base)
    for mistake in mistakes(pack, base or pack):
        raise mistake
    return with_tables(pack)


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
    return located(folder, [*found, *across, *words.catalogue_mistakes(folder)])


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


def add(folder: Traversable) -> PackName:
    """Take a folder of content, laid over the game's own, and keep it at hand."""
    try:
        pack = read(folder, own())
    except BadContent as error:
        raise summed_up(folder, error) from None
    assert pack.name is not None
    keep(pack)
    for language, catalogue in catalogues(folder).items():
        teach(PACKAGE, language, pack.name.name, catalogue)
    return pack.name


KNOWN = 32  # packs from elsewhere that a process remembers
_known: dict[str, Pack] = {}


def at_hand(folder: Traversable) -> PackName:
    """Have a pack at hand for a while, without offering it to everybody."""
    try:
        pack = read(folder, own())
    except BadContent as error:
        raise summed_up(folder, error) from None
    assert pack.name is not None
    for language, catalogue in catalogues(folder).items():
        teach(PACKAGE, language, pack.name.sha256, catalogue)
    _known[pack.name.sha256] = pack
    for sha256 in [*_known][:-KNOWN]:
        _known.pop(sha256, None)
    look_elsewhere(seek)
    return pack.name


Lies: TypeAlias = Callable[[str], Traversable | None]  # where the files of a hash are
_lies: list[Lies] = []


def look_in(lies: Lies) -> None:
    """Say where packs lie that nobody has added."""
    _lies[:] = [lies]
    look_elsewhere(seek)


def seek(sha256: str) -> Pack | None:
    """Find a pack by the hash of its files, and remember it."""
    if sha256 not in _known:
        folder = next((found for lies in _lies if (found := lies(sha256))), None)
        with suppress(UserError):  # what an earlier version wrote
            return _known.get(at_hand(folder).sha256) if folder else None
    return _known.get(sha256)


def summed_up(folder: Traversable, error: BadContent) -> UserError:
    """Tell the first mistake of a folder, and how many more there are."""
    first, *others = faults(folder) or [error]
    if not others:
        return first
    more = line("{n} more mistake", plural="{n} more mistakes", n=len(others))
    said = line("{first} ({more}: mousehole pack check {folder})", first=first.line, more=more, folder=folder.name)
    return UserError(said)
