"""Boards and adventures of one's own, opened from a file and kept in this browser."""

from hashlib import sha256
from urllib.parse import urlencode

import msgspec

from mousehole import shelf
from mousehole.core.game import Adventure, AnyGame, Solvable
from mousehole.core.memory_folder import MemoryFolder
from mousehole.core.words import UserError, line
from mousehole.store import DAY, Store
from mousehole.web.workshop.archive import folder_name, opened

KEPT = "packs of this browser"
EVER = 36_500 * DAY


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
    folder = MemoryFolder(folder_name(data), opened(data))
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


def _name(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]
