"""The PostgreSQL server: durability, versions, and failures in words."""

import asyncio
import re
import signal
import sys
from contextlib import suppress

import pytest

from mousehole.core.words import languages, voice
from mousehole.store import Later, Store, StoreError, open_store
from mousehole.store.migrations import oldest, steps
from tests.servers import Postgres
from tests.store.rows import table


async def scalar(address: str, query: str) -> object:
    import asyncpg

    db = await asyncpg.connect(address)
    try:
        return await db.fetchval(query)
    finally:
        await db.close()


async def test_a_commit_waits_for_the_disk_whatever_the_server_says(postgres: Postgres) -> None:
    address = postgres.fresh()
    await scalar(address, "ALTER ROLE mouse SET synchronous_commit = off")
    assert await scalar(address, "SHOW synchronous_commit") == "off"
    store = await open_store(address)
    assert await store._read(lambda db: db.fetchval("SHOW synchronous_commit")) == "on"
    await store.close()
    await scalar(address, "ALTER ROLE mouse RESET synchronous_commit")


async def test_a_server_that_does_not_wait_for_its_disk_is_refused(postgres: Postgres) -> None:
    await configured(postgres, "fsync = off")
    with pytest.raises(StoreError, match="fsync is off") as refusal:
        await open_store(postgres.fresh())
    await configured(postgres, "fsync = on")
    assert all(voice(language).knows(refusal.value.line) for language in languages()[1:])


async def configured(postgres: Postgres, setting: str) -> None:
    """Change a setting of the server and wait until it holds."""
    with (postgres.folder / "data" / "postgresql.auto.conf").open("a") as file:
        file.write(f"{setting}\n")
    address, (name, value) = postgres.fresh(), setting.split(" = ")
    await scalar(address, "SELECT pg_reload_conf()")
    while await scalar(address, f"SHOW {name}") != value:
        pass


async def test_the_schema_itself_settles_races(postgres: Postgres) -> None:
    import asyncpg

    address = postgres.fresh()
    store = await open_store(address)
    await store.create(table("t"), [b"0"])
    with pytest.raises(asyncpg.UniqueViolationError):
        await scalar(address, "INSERT INTO mousehole.log VALUES ('t', 0, 'other', 'seal')")
    with pytest.raises(asyncpg.ForeignKeyViolationError):
        await scalar(address, "INSERT INTO mousehole.log VALUES ('nobody', 0, 'line', 'seal')")
    await store.close()


async def test_acknowledged_moves_outlive_a_crash_of_the_server(postgres: Postgres) -> None:
    store = await open_store(postgres.fresh())
    counts = {f"t{n}": 0 for n in range(8)}
    await asyncio.gather(*(store.create(table(name)) for name in counts))
    for _ in range(2):
        playing = asyncio.gather(*(play_on(store, counts, name) for name in counts))
        await moved(counts)
        await asyncio.to_thread(postgres.server.stop, signal.SIGQUIT)
        await asyncio.gather(playing, return_exceptions=True)
        await asyncio.to_thread(postgres.server.start)  # whatever became of the players: other tests need it
        await playing
        for name, count in counts.items():
            log = await store.log(name)
            assert count <= len(log) <= count + 1  # the last one was written or not: nobody was told
            assert log == [b"%d" % n for n in range(len(log))]
            counts[name] = len(log)
    await store.close()


async def moved(counts: dict[str, int]) -> None:
    """Wait until every table was played on."""
    before = dict(counts)
    for _ in range(3_000):
        if all(counts[name] >= before[name] + 2 for name in counts):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("nobody plays")


async def play_on(store: Store, counts: dict[str, int], name: str) -> None:
    """Append until the server is gone; count the acknowledged entries."""
    with suppress(StoreError):
        while True:
            await store.append(name, counts[name], [b"%d" % counts[name]])
            counts[name] += 1


async def test_a_database_of_a_later_version_is_left_as_it_is(postgres: Postgres) -> None:
    address, known = postgres.fresh(), len(steps("postgres"))
    await (await open_store(address)).close()
    await scalar(address, f"INSERT INTO mousehole.version VALUES ({known + 6}, {known + 6})")
    with pytest.raises(Later, match=f"version {known + 6}; this program knows versions up to {known}"):
        await open_store(address)


async def test_a_database_to_which_a_later_version_only_added_is_served_all_the_same(postgres: Postgres) -> None:
    address, known = postgres.fresh(), len(steps("postgres"))
    await (await open_store(address)).close()
    await scalar(address, f"INSERT INTO mousehole.version VALUES ({known + 1}, 0)")
    store = await open_store(address)
    await store.create(table("t"), [b"0"])
    assert await store.log("t") == [b"0"]
    await store.close()


def test_a_step_that_says_nothing_else_only_adds() -> None:
    for number, script in enumerate(steps("postgres"), 1):
        if not oldest(number, script):
            assert not re.search(r"\b(DROP|RENAME|TRUNCATE|ALTER COLUMN|DELETE FROM|UPDATE [a-z]+ SET)\b", script), (
                number
            )
            added = re.findall(r"ADD COLUMN [^;]+", script)
            assert all("NOT NULL" not in column or "DEFAULT" in column for column in added), number
    assert oldest(7, "-- Breaks: the log has other columns\n...") == 7


async def test_a_new_database_opened_by_many_at_once_is_made_once(postgres: Postgres) -> None:
    address = postgres.fresh()
    stores = await asyncio.gather(*(open_store(address) for _ in range(6)))
    await asyncio.gather(*(store.create(table(f"t{n}")) for n, store in enumerate(stores)))
    assert len(await stores[0].tables()) == 6
    await asyncio.gather(*(store.close() for store in stores))


async def test_a_server_out_of_reach_is_explained_without_the_password() -> None:
    pytest.importorskip("asyncpg")
    with pytest.raises(StoreError, match="localhost/saves") as refusal:
        await open_store("postgresql://mouse:secret@localhost:1/saves")
    assert "secret" not in str(refusal.value)
    assert all(voice(language).knows(refusal.value.line) for language in languages()[1:])


async def test_an_address_of_nothing_known_is_explained() -> None:
    with pytest.raises(StoreError, match="is not an address for saved games") as refusal:
        await open_store("ftp://somewhere")
    assert all(voice(language).knows(refusal.value.line) for language in languages()[1:])


async def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "mousehole.store.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError, match="need the package asyncpg, which is not installed") as refusal:
        await open_store("postgresql://localhost/saves")
    assert all(voice(language).knows(refusal.value.line) for language in languages()[1:])
