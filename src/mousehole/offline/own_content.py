"""Boards and adventures of one's own, opened from a file and kept in this browser."""

import io
import tempfile
import zipfile
from hashlib import sha256
from pathlib import Path, PurePosixPath
from urllib.parse import urlencode

import msgspec

from mousehole import shelf
from mousehole.core.game import Adventure, AnyGame, Solvable
from mousehole.core.words import UserError, line
from mousehole.store import DAY, Store

PACK = b"PK\x03\x04"  # what an archive begins with
KEPT = "packs of this browser"
EVER = 36_500 * DAY
LARGEST = 4_000_000  # bytes of a pack, unpacked
FILES = 500


class OwnPacks:
    """The adventures that were opened here: each is an archive, kept under its name beside the saved games."""

    def __init__(self, store: Store) -> None:
        self._store, self.kept = store, dict[str, bytes]()

    async def open(self) -> None:
        """Take in what was kept; what a newer version cannot read any more is left alone."""
        row = await self._store.answer(KEPT)
        self.kept = msgspec.json.decode(row.value, type=dict[str, bytes]) if row else {}
        taken_in(self.kept)

    async def add(self, data: bytes) -> str:
        """Take in an archive that somebody opened, and keep it; the page of a new table with it comes back."""
        game, name = added(data)
        self.kept[_name(data)] = data
        await self._store.keep_answer(KEPT, "packs", self.as_text(), EVER)
        return f"/new/{game.name}?{urlencode({'pack': name})}"

    def as_text(self) -> bytes:
        """Write all of them down, for the store and for whoever thinks elsewhere."""
        return msgspec.json.encode(self.kept)


def taken_in(kept: dict[str, bytes]) -> None:
    """Know adventures that were sound when they were opened."""
    for data in kept.values():
        try:
            added(data)
        except UserError:
            continue


def added(data: bytes) -> tuple[AnyGame, str]:
    """Give an archive to the game that takes packs; which one that was, and how its set-up calls the pack."""
    folder = _unpacked(data)
    for game in shelf.every():
        if Adventure.add_pack in game.parts.adventure and (add := game.parts.adventure.add_pack):
            return game, msgspec.json.encode(add(folder)).decode()
    raise UserError(line("no game here takes such a file"))


def board_page(text: str) -> str | None:
    """The page of a new table with a board, where a text is one; a mistake in it is told."""
    for game in shelf.every():
        if Solvable.board in game.parts.solvable and (read := game.parts.solvable.board) and "=" in text:
            read(text, "board.toml")
            return f"/new/{game.name}?{urlencode({'board': text})}"
    return None


def _unpacked(data: bytes) -> Path:
    place = Path(tempfile.gettempdir()) / "packs" / _name(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = [member for member in archive.infolist() if not member.is_dir()]
            if len(files) > FILES or sum(member.file_size for member in files) > LARGEST:
                raise UserError(line("that is too large for an adventure"))
            for member in files:
                archive.extract(member, place)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise UserError(line("that file cannot be unpacked")) from error
    return place / _inner([member.filename for member in files])


def _inner(names: list[str]) -> PurePosixPath:
    """The folder with the content: an archive may hold the folder itself or what lies in it."""
    found = sorted((path.parent for name in names if (path := PurePosixPath(name)).suffix == ".toml"), key=_depth)
    if not found:
        raise UserError(line("there is no adventure in that file"))
    return found[0]


def _depth(folder: PurePosixPath) -> int:
    return len(folder.parts)


def _name(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]
