"""Backups, restoring and moving to another store: all of it, exactly, while people play."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.game import Chance, Over
from mousehole.host import Host
from mousehole.host.table_audit import Audit, audit_table
from mousehole.store import GrantRow, MemoryRow, Store, Taken
from mousehole.store.backup import BadBackup, Copied, Newer, NotEmpty, back_up, checked, each, move, restore, tables_in
from mousehole.store.bundle import Bundle
from mousehole.store.store import Snapshot
from mousehole.table import Chair, Play, ThrowDice
from tests.servers import Postgres
from tests.store.conftest import Open, postgres_at, sqlite_at
from tests.store.rows import Clock, result, table
from tests.store.test_damage import Hurt, hurt  # noqa: F401 (a fixture)

MMM = shelf.find("mmm")


def quiet(done: int, total: int) -> None:
    """Say nothing about how far it is."""


async def kept(store: Store) -> dict[str, Bundle]:
    async with store.snapshot() as now:
        return {bundle.table: bundle async for bundle in each(now, Copied(), quiet)}


async def filled(store: Store, clock: Clock) -> None:
    """Some of everything: logs, a result and a page of an album that outlived their tables, grants, puzzles, …"""
    for name in ("a", "b", "c"):
        await store.create(table(name), [f"{name}{n}".encode() for n in range(5)])
    await store.append("b", 5, [b"end"], result("b"))
    await store.create(table("old", touched=1.0), [b"0"])
    await store.grant([GrantRow("me", "a", "owner", 0, 3.0), GrantRow("you", "a", "seat-1", 2, 4.0, barred=True)])
    await store.remember([MemoryRow("me", name, "mmm", 6, 2.0, b"page") for name in ("b", "gone")])
    await store.keep_puzzle_progress("me", b"", b"solved")
    clock.now = 1e9
    await store.expire(2e8)
    clock.now = 1e9 + 40 * 24 * 3600
    await store.append("c", 5, [b"\x00\xff"])


@pytest.fixture(params=["sqlite", "postgres"])
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    """Another empty store; on the server it is another database."""
    if request.param == "sqlite":
        return sqlite_at(tmp_path / "other.db", Clock())
    server: Postgres = request.getfixturevalue("postgres")
    return postgres_at(server.another(), Clock())


async def test_a_backup_restored_is_the_same_table_by_table(
    store: Store, clock: Clock, other: Open, tmp_path: Path
) -> None:
    await filled(store, clock)
    done = await back_up(store, tmp_path / "backup", b"secret", quiet)
    heading, tables = checked(tmp_path / "backup")
    assert (heading.secret, tables, done.tables) == (b"secret", 6, 6)
    there = await other()
    back = await restore(tmp_path / "backup", there, quiet)
    assert back.settled and (back.tables, back.written) == (6, 6)
    assert await kept(there) == await kept(store)
    assert await there.log("c") == await store.log("c")
    assert await there.grants("a") == await store.grants("a")
    assert await there.tables() == await store.tables()
    await there.append("a", 5, [b"it goes on"])
    await there.close()


async def test_moving_both_ways_gives_the_same_table_by_table(store: Store, clock: Clock, other: Open) -> None:
    await filled(store, clock)
    before, there = await kept(store), await other()
    done = await move(store, there, quiet)
    assert done.settled and (done.tables, done.written, done.again) == (6, 6, 0)
    assert await kept(there) == before
    await there.append("a", 5, [b"played on at the new place"])
    back = await move(there, store, quiet)
    assert back.settled and back.written == 1
    assert await kept(store) == await kept(there)
    await there.close()


async def test_a_move_goes_on_where_it_stopped_and_brings_what_was_played_meanwhile(
    store: Store, clock: Clock, other: Open
) -> None:
    await filled(store, clock)
    there = await other()
    async with store.snapshot() as now:
        await there.put([await now.bundle("a")])
    await store.append("a", 5, [b"later"])
    done = await move(store, there, quiet)
    assert done.settled and done.written == 6
    assert await kept(there) == await kept(store)
    await there.close()


class PlayedOn:
    """A store where something happens before every look at it but the first two."""

    def __init__(self, store: Store, *happens: Callable[[], Awaitable[None]]) -> None:
        self.store, self.happens, self.looks = store, iter(happens), 0

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Snapshot]:
        self.looks += 1
        if self.looks > 2 and (happening := next(self.happens, None)):
            await happening()
        async with self.store.snapshot() as now:
            yield now


async def test_what_is_played_and_deleted_during_a_move_is_there_in_the_end(
    store: Store, clock: Clock, other: Open
) -> None:
    await filled(store, clock)
    there = await other()
    busy = PlayedOn(store, lambda: store.append("a", 5, [b"meanwhile"]), lambda: store.delete("b"))
    done = await move(busy, there, quiet)
    assert (done.settled, done.again) == (True, 2)
    assert await kept(there) == await kept(store)
    await there.close()


async def test_nothing_newer_and_nothing_of_others_is_ever_written_over(
    store: Store, clock: Clock, other: Open, tmp_path: Path
) -> None:
    await filled(store, clock)
    await back_up(store, tmp_path / "backup", b"", quiet)
    there = await other()
    await move(store, there, quiet)
    await there.append("a", 5, [b"newer"])
    before = await kept(there)
    with pytest.raises(Newer):
        await move(store, there, quiet)
    with pytest.raises(NotEmpty):
        await restore(tmp_path / "backup", there, quiet)
    await there.create(table("mine"), [b"0"])
    with pytest.raises(NotEmpty):
        await move(store, there, quiet)
    with pytest.raises(NotEmpty):
        await restore(tmp_path / "backup", there, quiet)
    await there.delete("mine")
    assert await kept(there) == before
    with pytest.raises(Taken):
        await there.put([before["a"]])
    assert await kept(there) == before
    await there.close()


async def test_a_restore_that_stopped_goes_on(store: Store, clock: Clock, other: Open, tmp_path: Path) -> None:
    await filled(store, clock)
    await back_up(store, tmp_path / "backup", b"", quiet)
    there = await other()
    await there.put([next(tables_in(tmp_path / "backup"))])
    done = await restore(tmp_path / "backup", there, quiet)
    assert done.settled and (done.tables, done.written) == (6, 5)
    await there.close()


async def test_a_damaged_backup_changes_nothing_wherever_it_is_damaged(
    store: Store, clock: Clock, other: Open, tmp_path: Path
) -> None:
    await filled(store, clock)
    await back_up(store, tmp_path / "backup", b"", quiet)
    whole, there = (tmp_path / "backup").read_bytes(), await other()
    for place in range(0, len(whole), max(1, len(whole) // 40)):
        flipped = bytearray(whole)
        flipped[place] ^= 0x10
        for name, content in (("flipped", bytes(flipped)), ("cut", whole[:place])):
            (tmp_path / name).write_bytes(content)
            try:
                assert checked(tmp_path / name) == checked(tmp_path / "backup")  # a flag of gzip that means nothing
            except BadBackup:
                with pytest.raises(BadBackup):
                    await restore(tmp_path / name, there, quiet)
    assert await kept(there) == {}
    await there.close()


async def test_a_backup_is_never_written_over_and_a_failed_one_leaves_nothing(store: Store, tmp_path: Path) -> None:
    (tmp_path / "backup").write_text("dear")
    with pytest.raises(BadBackup):
        await back_up(store, tmp_path / "backup", b"", quiet)
    assert (tmp_path / "backup").read_text() == "dear"
    assert not (tmp_path / "backup.part").exists()


async def test_damage_is_brought_along_and_told(hurt: Hurt, tmp_path: Path) -> None:  # noqa: F811
    await hurt.wound("UPDATE log SET line = 'x' WHERE \"table\" = 't' AND entry = 2")
    await back_up(hurt.store, tmp_path / "backup", b"", quiet)
    found = {bundle.table: audit_table(bundle).faults for bundle in tables_in(tmp_path / "backup")}
    assert [words.text for words in found["t"]] == ["damaged: {sound} of {n} entries are sound"]


async def test_a_backup_under_play_is_one_moment_and_all_that_was_acknowledged_before(
    store: Store, other: Open, tmp_path: Path
) -> None:
    host = Host(store)
    tables = [await host.open(MMM, MMM.setup(), (Chair("person", "Ana"),)) for _ in range(4)]
    acknowledged = dict.fromkeys((one.id for one in tables), 0)

    under_way = {one.id: asyncio.Event() for one in tables}

    async def play(name: str) -> None:
        while not isinstance((found := await host.table(name)).turn, Over):
            thrown = isinstance(found.turn, Chance)
            move = ThrowDice(0, found.entry, "") if thrown else Play(0, found.entry, 0, "")
            acknowledged[name] = (await host.move(name, move)).entry
            if acknowledged[name] > 5:
                under_way[name].set()

    playing = [asyncio.create_task(play(one.id)) for one in tables]
    await asyncio.gather(*(begun.wait() for begun in under_way.values()))
    before = dict(acknowledged)
    await back_up(store, tmp_path / "backup", b"", quiet)
    await asyncio.gather(*playing)
    there = await other()
    assert (await restore(tmp_path / "backup", there, quiet)).settled
    for name, bundle in (await kept(there)).items():
        assert audit_table(bundle).faults == ()
        assert before[name] <= bundle.entries <= acknowledged[name]
    await there.close()
    await host.stop_playing()


async def test_a_sound_table_is_audited_by_the_rules_and_the_seed(store: Store) -> None:
    host = Host(store)
    one = await host.open(MMM, MMM.setup(), (Chair("person", "Ana"),))
    while isinstance(one.turn, Chance):
        await host.move(one.id, ThrowDice(0, one.entry, ""))
    assert audit_table((await kept(store))[one.id]) == Audit()
    row = await store.table(one.id)
    assert row
    lines = await store.log(one.id)
    await store.create(replace(row, id="forged", seed=b"\1" * 16, group="forged"), lines)
    found = [words.text for words in audit_table((await kept(store))["forged"]).faults]
    assert found == ["move {ply}: {reason}"]
    await host.stop_playing()
