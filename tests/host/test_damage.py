"""A damaged table opens at its last sound entry, says so, and goes on as a copy."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from mousehole import shelf
from mousehole.core.words import UserError
from mousehole.host import Host
from mousehole.store import Damaged, SqliteStore
from mousehole.table import Chair, DrawLuck, Options, Play, Sit, Stopped

MMM = shelf.find("mmm")
CHAIRS = (Chair("person", "Ana"), Chair("bot", "Rob", "random"))


async def begun(path: Path) -> str:
    """Play a few moves of a new table, and close the host."""
    host = Host(await SqliteStore.open(path))
    table = await host.open(MMM, MMM.setup(players=2), CHAIRS, Options(auto_throw=True))
    for _ in range(3):
        await host.wait_until_idle(table.id)
        await host.move(table.id, Play(0, table.entry, 0, ""))
    await host.wait_until_idle(table.id)
    await host.close()
    return table.id


def wounded(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(statement)


async def test_a_damaged_table_opens_at_its_last_sound_entry_and_goes_on_as_a_copy(tmp_path: Path) -> None:
    name = await begun(tmp_path / "db")
    wounded(tmp_path / "db", "UPDATE log SET line = replace(line, 'p', 'q') WHERE entry = 6")
    host = Host(await SqliteStore.open(tmp_path / "db"))
    table = await host.table(name)
    assert (table.entry, table.ply) == (6, 4)
    assert table.stopped
    assert "damaged" in str(table.stopped)
    with pytest.raises(Stopped):
        await host.move(name, DrawLuck(table.entry))
    with pytest.raises(UserError):
        await host.move(name, Sit(0, Chair("bot", "Rob", "random")))
    copy = await host.fork(name, table.ply)
    assert copy.events[:4] == table.events
    assert not copy.stopped
    await host.close()


@pytest.mark.parametrize("column", ["setup", "seed", "game", "id"])
async def test_a_table_that_is_damaged_from_its_start_is_told(tmp_path: Path, column: str) -> None:
    name = await begun(tmp_path / "db")
    wounded(tmp_path / "db", f"UPDATE tables SET {column} = CAST(x'ff' AS TEXT)")
    host = Host(await SqliteStore.open(tmp_path / "db"))
    with pytest.raises(Damaged, match="cannot be opened"):
        await host.table(name)
    await host.close()


async def test_settings_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    name = await begun(tmp_path / "db")
    wounded(tmp_path / "db", "UPDATE tables SET options = x'ff7b'")
    host = Host(await SqliteStore.open(tmp_path / "db"))
    with pytest.raises(Damaged):
        await host.table(name)
    await host.close()
