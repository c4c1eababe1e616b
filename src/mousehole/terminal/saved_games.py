"""The games that are saved on this machine, and records in files."""

from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from mousehole import shelf
from mousehole.core.record import MAX_BYTES, read_setup
from mousehole.core.words import Line, Trouble, line, plain
from mousehole.host import Host
from mousehole.host.table_settings import settings_of
from mousehole.store import Damaged, StoreError, TableRow
from mousehole.terminal.typed_setup import changed

SHOWN = 50


class SavedGame(Struct, frozen=True):
    """A saved game in a few words."""

    id: str
    game: str
    title: Line
    details: tuple[Line, ...]
    touched: float
    over: bool


async def saved(host: Host) -> list[SavedGame]:
    """List the games on this machine, the last touched first.

    Left out are games that are no longer on the shelf, and tables whose seats belong to people elsewhere.
    """
    rows = await host.store.tables(limit=SHOWN)
    return [game for row in rows if not _elsewhere(row) and (game := _saved_game(row))]


def read_record(path: str) -> bytes:
    """Read the record of a game from a file; size and content are checked by who opens it."""
    try:
        with Path(path).expanduser().open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise StoreError(line("{path} cannot be read: {reason}", path=path, reason=str(error.strerror))) from None


def write_record(path: str, data: bytes) -> None:
    """Write the record of a game to a new file."""
    try:
        with Path(path).expanduser().open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise StoreError(line("{path} already exists; choose another name.", path=path)) from None
    except OSError as error:
        raise StoreError(line("{path} cannot be written: {reason}", path=path, reason=str(error.strerror))) from None


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


def _elsewhere(row: TableRow) -> bool:
    return row.sound and settings_of(row).options.shared


def _saved_game(row: TableRow) -> SavedGame | None:
    try:
        game = shelf.find(row.game)
        details = changed(game, read_setup(game, row.setup)) if row.sound else (Damaged(row.id).line,)
    except shelf.NoSuchGame:
        return None
    except Trouble as trouble:
        details = (trouble.line,)
    return SavedGame(row.id, row.game, game.title, details, row.touched, row.over)
