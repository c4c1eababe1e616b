"""Forgets what nobody touched for long, on a PostgreSQL server: the twin of `forgetting`."""

from msgspec.structs import replace

from mousehole.store import postgres_rows as rows
from mousehole.store.postgres_rows import Connection
from mousehole.store.seals import sealed
from mousehole.store.store import DAY, GRACE, Damaged, Forgotten, most_a_day


async def expire(db: Connection, keep: float, now: float) -> Forgotten:
    """Hide what was untouched for so long, and delete what has been hidden for long."""
    await db.execute("LOCK TABLE forgotten IN EXCLUSIVE MODE")  # several servers may have the same idea
    later = 'SELECT id FROM tables WHERE id = "table" AND touched > since'
    await db.execute(f'DELETE FROM forgotten WHERE since > $1 OR "table" IN ({later})', now + DAY)  # a clock was wrong
    most = most_a_day(await db.fetchval("SELECT count(*) FROM tables"), keep)
    gone = await delete(db, most, now)
    return Forgotten(await hide(db, now - keep, most, now), gone)


async def hide(db: Connection, before: float, most: int, now: float) -> int:
    """Take tables off the lists, the longest untouched first; today's number is not exceeded."""
    today: int = await db.fetchval("SELECT count(*) FROM forgotten WHERE since > $1", now - DAY)
    query = """
        SELECT id FROM tables WHERE touched < $1 AND id NOT IN (SELECT "table" FROM forgotten)
        ORDER BY touched, id COLLATE "C" LIMIT $2"""
    names = [name for (name,) in await db.fetch(query, before, max(0, most - today))]
    chosen = [name for name in names if (row := await rows.table(db, name)) and row.sound]
    marks = [(name, now, sealed(name, now)) for name in chosen]
    await db.executemany("INSERT INTO forgotten VALUES ($1, $2, $3)", marks)
    return len(chosen)


async def delete(db: Connection, most: int, now: float) -> int:
    """Delete for good, with results that no group needs any more."""
    query = 'SELECT "table", since, seal FROM forgotten WHERE since < $1 ORDER BY since, "table" COLLATE "C" LIMIT $2'
    old = await db.fetch(query, now - GRACE, most)
    sound = [(name,) for name, since, seal in old if seal == sealed(name, since)]
    await db.executemany('DELETE FROM forgotten WHERE "table" = $1', [(name,) for name, _, _ in old])
    await db.executemany("DELETE FROM tables WHERE id = $1", sound)
    await db.execute('DELETE FROM results WHERE "group" NOT IN (SELECT "group" FROM tables)')
    return len(sound)


async def bring_back(db: Connection, now: float) -> int:
    """Take everything that is only hidden back to the lists, as if it had just been touched."""
    names = [name for (name,) in await db.fetch('DELETE FROM forgotten RETURNING "table"')]
    for name in names:
        try:
            await rows.update(db, replace(await rows.standing(db, name), touched=now))
        except Damaged:
            continue
    return len(names)
