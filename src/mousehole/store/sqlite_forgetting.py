"""Forgets what nobody touched for long, in a SQLite file: a few tables a day, hidden first and gone a month later."""

from sqlite3 import Connection

from msgspec.structs import replace

from mousehole.store import sqlite_rows as rows
from mousehole.store.seals import sealed
from mousehole.store.store import DAY, GRACE, Damaged, Forgotten, most_a_day


def expire(db: Connection, keep: float, now: float) -> Forgotten:
    """Hide what was untouched for so long, and delete what has been hidden for long."""
    later = 'SELECT id FROM tables WHERE id = "table" AND touched > since'
    db.execute(f'DELETE FROM forgotten WHERE since > ? OR "table" IN ({later})', (now + DAY,))  # a clock was wrong
    most = most_a_day(db.execute("SELECT count(*) FROM tables").fetchone()[0], keep)
    gone = delete(db, most, now)
    return Forgotten(hide(db, now - keep, most, now), gone)


def hide(db: Connection, before: float, most: int, now: float) -> int:
    """Take tables off the lists, the longest untouched first; today's number is not exceeded."""
    today: int = db.execute("SELECT count(*) FROM forgotten WHERE since > ?", (now - DAY,)).fetchone()[0]
    query = 'SELECT id FROM tables WHERE touched < ? AND id NOT IN (SELECT "table" FROM forgotten) ORDER BY touched, id'
    names = [name for (name,) in db.execute(f"{query} LIMIT ?", (before, max(0, most - today)))]
    chosen = [name for name in names if (row := rows.table(db, name)) and row.sound]
    db.executemany("INSERT INTO forgotten VALUES (?, ?, ?)", [(name, now, sealed(name, now)) for name in chosen])
    return len(chosen)


def delete(db: Connection, most: int, now: float) -> int:
    """Delete for good, with results that no group needs any more."""
    query = 'SELECT "table", since, seal FROM forgotten WHERE since < ? ORDER BY since, "table" LIMIT ?'
    old = db.execute(query, (now - GRACE, most)).fetchall()
    sound = [(name,) for name, since, seal in old if seal == sealed(name, since)]
    db.executemany('DELETE FROM forgotten WHERE "table" = ?', [(name,) for name, _, _ in old])
    db.executemany("DELETE FROM tables WHERE id = ?", sound)
    db.execute('DELETE FROM results WHERE "group" NOT IN (SELECT "group" FROM tables)')
    return len(sound)


def bring_back(db: Connection, now: float) -> int:
    """Take everything that is only hidden back to the lists, as if it had just been touched."""
    names = [name for (name,) in db.execute('SELECT "table" FROM forgotten')]
    for name in names:
        try:
            rows.update(db, replace(rows.standing(db, name), touched=now))
        except Damaged:
            continue
    db.execute("DELETE FROM forgotten")
    return len(names)
