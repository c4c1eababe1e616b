"""Closes a table to everybody, from outside any server: servers find out as they do of each other's changes."""

from functools import reduce

from mousehole import shelf
from mousehole.core.record import read_setup
from mousehole.host.table_settings import KeptSettings
from mousehole.store import Store, TableRow
from mousehole.web.rights.access import roles
from mousehole.web.rights.table_rules import raised, ruled


async def close(store: Store, row: TableRow) -> None:
    """End all links and all that they gave, the owner's too; the game is kept."""
    game = shelf.find(row.game)
    seats = len(game.seats(read_setup(game, row.setup)))
    await KeptSettings(row.id, row.options).change(store, ruled(lambda rules: reduce(raised, roles(seats), rules)))
