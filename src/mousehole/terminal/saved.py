"""What this machine remembers: the saved games to go on with, and what the person at it likes."""

import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from mousehole import shelf
from mousehole.core.record import MAX_BYTES, read_setup
from mousehole.core.words import PSEUDO, Line, Trouble, languages, line, plain
from mousehole.host import Host
from mousehole.store import StoreError, TableRow, folder
from mousehole.terminal.form import changed

SHOWN = 50
LIKES = "terminal.json"


class Saved(Struct, frozen=True):
    """A saved game in a few words."""

    id: str
    game: str
    title: Line
    details: tuple[Line, ...]
    touched: float
    over: bool


class Likes(Struct):
    """What a person chose last time."""

    language: str = ""
    name: str = ""


async def saved(host: Host) -> list[Saved]:
    """List the games on this machine, the last touched first; those of games that are no longer here are left out."""
    rows = await host.store.tables(limit=SHOWN)
    return [told for row in rows if (told := _told(row))]


def read_record(path: str) -> bytes:
    """Read the record of a game from a file; size and content are checked by who opens it."""
    try:
        with Path(path).expanduser().open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise StoreError(line("{path} can not be read: {reason}", path=path, reason=str(error.strerror))) from None


def write_record(path: str, data: bytes) -> None:
    """Write the record of a game to a new file."""
    try:
        with Path(path).expanduser().open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise StoreError(line("{path} exists already; choose another name.", path=path)) from None
    except OSError as error:
        raise StoreError(line("{path} can not be written: {reason}", path=path, reason=str(error.strerror))) from None


def ago(touched: float, now: float) -> Line:
    """Say how long ago something was."""
    minutes = int(max(0, now - touched) // 60)
    if minutes < 1:
        return line("just now")
    if minutes < 60:
        return line("{n} minute ago", plural="{n} minutes ago", n=minutes)
    if minutes < 24 * 60:
        return line("{n} hour ago", plural="{n} hours ago", n=minutes // 60)
    if minutes < 14 * 24 * 60:
        return line("{n} day ago", plural="{n} days ago", n=minutes // (24 * 60))
    return plain(datetime.fromtimestamp(touched, UTC).strftime("%Y-%m-%d"))


def likes() -> Likes:
    """Read what was liked last time; a file that can not be read counts for nothing."""
    with suppress(OSError, msgspec.MsgspecError, Trouble):
        return msgspec.json.decode((folder() / LIKES).read_bytes(), type=Likes)
    return Likes()


def like(**changes: Any) -> None:
    """Remember what was chosen; where that is impossible, only the memory is lost."""
    with suppress(OSError, Trouble):
        (folder() / LIKES).write_bytes(msgspec.json.encode(msgspec.structs.replace(likes(), **changes)))


def language(asked: str = "") -> str:
    """Choose the language: the asked one, the last one chosen, the system's, English."""
    system = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    for wish in (asked, likes().language, *system):
        short = wish.replace("-", "_").split("_")[0].split(".")[0].casefold()
        if short in (*languages(), PSEUDO):
            return short
    return languages()[0]


def _told(row: TableRow) -> Saved | None:
    try:
        game = shelf.find(row.game)
        details = changed(game, read_setup(game, row.setup))
    except shelf.NoSuchGame:
        return None
    except Trouble as trouble:
        details = (trouble.line,)
    return Saved(row.id, row.game, game.title, details, row.touched, row.over)
