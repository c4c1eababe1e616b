"""A store of saved games: every query to its database, written once for SQLite and PostgreSQL.

Statements are PostgreSQL's; `sqlite` translates the few words that SQLite spells differently.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

from msgspec.structs import astuple, replace

from mousehole.core.words import line
from mousehole.store.bundle import (
    ALBUMS,
    LOG,
    MEMORIES,
    PUZZLES,
    RELATIONS,
    RESULTS,
    TABLES,
    WORKSHOPS,
    Bundle,
    Relation,
    bundled,
)
from mousehole.store.seals import (
    COLUMNS,
    HEAD,
    TableHead,
    begun,
    card,
    grown,
    lost,
    optioned,
    read_head,
    read_log,
    read_table,
    row_of,
    sealed,
    sound,
    table_row,
    with_seal,
)
from mousehole.store.types import (
    DAY,
    GRACE,
    AlbumRow,
    AlbumSize,
    AnswerRow,
    Damaged,
    Forgotten,
    GrantRow,
    MemoryRow,
    Missing,
    OtherOptions,
    PuzzleRow,
    ResultRow,
    StoreError,
    TableMark,
    TableRow,
    Taken,
    WorkshopNote,
    WorkshopRow,
    most_a_day,
)

T = TypeVar("T")
LARGEST_ANSWER = 4 << 20  # bytes; anything larger belongs in a file
PUZZLES_KEPT = 366 * DAY  # a browser's key lasts a year from its last visit
ALBUMS_NOTED = 10_000  # a day, of those without a note of when they were opened
SWEPT = 4  # expired rows that each new row removes

FIND_TABLES = f"SELECT {COLUMNS} FROM tables"
LIST_TABLES = f"""{FIND_TABLES}
    WHERE ($1::boolean IS NULL OR over = $1)
    AND id NOT IN (SELECT "table" FROM forgotten WHERE since >= touched)
    ORDER BY touched DESC, id COLLATE "C" LIMIT $2"""
ADD_TABLE = f"INSERT INTO tables ({COLUMNS}) VALUES ({', '.join(f'${n}' for n in range(1, 16))})"
SET_HEAD = "UPDATE tables SET touched = $1, over = $2, entries = $3, tip = $4, seal = $5 WHERE id = $6"
FIND_LINES = 'SELECT entry, line, seal FROM log WHERE "table" = $1 AND entry >= $2 ORDER BY entry'
FIND_RESULTS = f'SELECT {RESULTS.listed} FROM results WHERE "group" = $1 ORDER BY ended, "table" COLLATE "C"'
GRANT = """
    INSERT INTO grants (browser, "table", role, epoch, since, barred, listed, seal)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (browser, "table", role) DO UPDATE SET
    epoch = excluded.epoch, since = excluded.since, barred = excluded.barred, listed = excluded.listed,
    seal = excluded.seal WHERE excluded.epoch >= grants.epoch"""  # a late one does not undo what came after it
FIND_GRANTS = 'SELECT browser, "table", role, epoch, since, barred, listed, seal FROM grants'
TABLES_OF = """
    SELECT id FROM tables WHERE id IN (SELECT "table" FROM grants WHERE browser = $1 AND listed AND NOT barred)
    ORDER BY over, touched DESC, id LIMIT $2 OFFSET $3"""
DROP = """DELETE FROM grants WHERE browser = $1 AND ($2 = '' OR "table" = $2) AND ($3 = '' OR role = $3)"""
REMEMBER = """
    INSERT INTO memories (browser, "table", game, entries, ended, page, seal) VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (browser, "table") DO UPDATE SET
    game = excluded.game, entries = excluded.entries, ended = excluded.ended, page = excluded.page,
    seal = excluded.seal"""
REMEMBER_AS_KNOWN = f"{REMEMBER} WHERE memories.seal = $8"
FIND_MEMORIES = """
    SELECT browser, "table", game, entries, ended, page, seal FROM memories m
    WHERE browser = $1 AND ($2 = '' OR "table" = $2)
    AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.id = m."table" AND NOT t.over)"""
UNREMEMBERED = """
    SELECT DISTINCT t.id, r.ended FROM grants g
    JOIN tables t ON t.id = g."table"
    JOIN results r ON r."table" = t.id
    LEFT JOIN memories m ON m.browser = g.browser AND m."table" = t.id
    WHERE g.browser = $1 AND NOT g.barred AND substr(g.role, 1, 5) = 'seat-' AND t.over
    AND (m.entries IS NULL OR (m.entries <> t.entries AND length(m.page) > 0))
    ORDER BY r.ended, t.id LIMIT $2"""
MARK_ALBUM = """
    SELECT count(*), coalesce(sum(length(page)), 0)::bigint, coalesce(sum(entries), 0)::bigint, max(ended)
    FROM memories m WHERE browser = $1
    AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.id = m."table" AND NOT t.over)"""
NOTE_ALBUM = """
    INSERT INTO albums (browser, opened, seal) VALUES ($1, $2, $3)
    ON CONFLICT (browser) DO UPDATE SET opened = excluded.opened, seal = excluded.seal"""
SIZE_ALBUMS = """
    SELECT m.browser, count(*), sum(length(m.page))::bigint, coalesce(max(a.opened), 0.0) FROM memories m
    LEFT JOIN albums a ON a.browser = m.browser GROUP BY m.browser
    ORDER BY sum(length(m.page)) DESC, m.browser COLLATE "C" LIMIT $1"""
OLD_ALBUMS = """
    SELECT browser, opened, seal FROM albums WHERE opened < $1 ORDER BY opened, browser COLLATE "C" LIMIT $2"""
NEW_ALBUMS = """
    SELECT DISTINCT browser FROM memories WHERE browser NOT IN (SELECT browser FROM albums) LIMIT $1"""
FIND_PUZZLES = "SELECT browser, value, touched, seal FROM puzzles WHERE browser = $1"
KEEP_PUZZLES = """
    INSERT INTO puzzles (browser, value, touched, seal) VALUES ($1, $2, $3, $4)
    ON CONFLICT (browser) DO UPDATE SET value = excluded.value, touched = excluded.touched, seal = excluded.seal"""
SWEEP_PUZZLES = f"""
    DELETE FROM puzzles WHERE browser IN (
        SELECT browser FROM puzzles WHERE touched < $1 ORDER BY touched LIMIT {SWEPT} FOR UPDATE SKIP LOCKED)"""
FIND_WORKSHOP = f"SELECT {WORKSHOPS.listed} FROM workshops WHERE id = $1"
WORKSHOPS_OF = """
    SELECT id, title, length(value), touched FROM workshops WHERE browser = $1
    ORDER BY touched DESC, id COLLATE "C" LIMIT $2"""
KEEP_WORKSHOP = f"""
    {WORKSHOPS.insert} ON CONFLICT (id) DO UPDATE SET
    browser = excluded.browser, title = excluded.title, revision = excluded.revision, value = excluded.value,
    touched = excluded.touched, seal = excluded.seal"""
KEEP_ANSWER = """
    INSERT INTO answers (key, kind, value, expires, seal) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (key) DO UPDATE SET
    kind = excluded.kind, value = excluded.value, expires = excluded.expires, seal = excluded.seal"""
FIND_ANSWER = "SELECT key, kind, value, expires, seal FROM answers WHERE key = $1 AND expires >= $2"
SWEEP_ANSWERS = f"""
    DELETE FROM answers WHERE key IN (
        SELECT key FROM answers WHERE expires < $1 ORDER BY expires LIMIT {SWEPT} FOR UPDATE SKIP LOCKED)"""


class Connection(Protocol):
    """An open transaction: on a connection of asyncpg, or on a SQLite file with the same interface."""

    async def fetch(self, query: str, *values: Any) -> list[Sequence[Any]]: ...
    async def fetchrow(self, query: str, *values: Any) -> Sequence[Any] | None: ...
    async def fetchval(self, query: str, *values: Any) -> Any: ...
    async def execute(self, query: str, *values: Any) -> Any: ...
    async def executemany(self, query: str, rows: Iterable[Sequence[Any]]) -> Any: ...


Work: TypeAlias = Callable[[Connection], Coroutine[Any, Any, T]]


class Store(ABC):
    """Every method that writes returns only when its change would survive a power cut; leases and answers need not."""

    shared = False  # whether several servers may write to it
    duplicate: type[Exception]  # what the database raises when a row is there already
    now: ClassVar[str]  # the store's own clock
    file_size: ClassVar[str]  # the query for the bytes on disk

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock

    async def create(self, table: TableRow, entries: Sequence[bytes] = ()) -> None:
        """Add a new table and the log it starts with; Taken when its id is in use."""

        async def work(db: Connection) -> None:
            head, seals = begun(table, entries)
            try:
                await db.execute(ADD_TABLE, *astuple(table)[:9], *head.values, card(table))
            except self.duplicate:
                raise Taken(table.id) from None
            await self._add_lines(db, table.id, 0, entries, seals)

        await self._write(work)

    async def append(
        self,
        table: str,
        entry: int,
        lines: Sequence[bytes],
        result: ResultRow | None = None,
        reopen: bool = False,
        options: bytes | None = None,
    ) -> None:
        """Extend the log from `entry` on, with all lines or none: Taken, LogGap, Missing or Damaged.

        A result ends the table; `reopen` takes an earlier ending back. A caller that passes the table's `options`
        gets OtherOptions when they have changed, so that nobody acts on a right that was revoked.
        """
        now, over = self._clock(), result is not None if result or reopen else None

        async def work(db: Connection) -> TableHead:
            head = await self._append(db, table, entry, lines, now, over, options)
            if over is not None:
                await self._conclude(db, table, result)
            return head

        self._note_append(await self._write(work))

    async def table(self, table: str) -> TableRow | None:
        """Find one table; a damaged one says so."""
        if "\0" in table:  # PostgreSQL refuses to look for it
            return None
        return await self._read(lambda db: self._table(db, table))

    async def tables(
        self, ids: Sequence[str] | None = None, over: bool | None = None, limit: int = 100
    ) -> list[TableRow]:
        """List tables, the last touched first; damaged ones are among them and say so."""
        if ids is not None:
            return await self._read(lambda db: self._among(db, ids, over, limit))
        return await self._read(lambda db: self._listed(db, over, limit))

    async def log(self, table: str, since: int = 0) -> list[bytes]:
        """Read the lines from entry `since` on; Missing when there is no such table, Damaged with the sound lines."""

        async def work(db: Connection) -> list[bytes]:
            row = await self._row(db, table, COLUMNS)
            return read_log(table, row, since, await self._lines(db, table, since - 1))

        return await self._read(work)

    async def marks(self, tables: Sequence[str]) -> dict[str, TableMark]:
        """How far these tables have come; deleted ones are left out."""
        query = "SELECT id, entries, sha256(options) FROM tables WHERE id = ANY ($1)"
        found = await self._read(lambda db: db.fetch(query, list(tables)))
        return {name: TableMark(entries, options) for name, entries, options in found}

    async def set_options(self, table: str, known: bytes, options: bytes) -> None:
        """Replace the options kept beside the log, if `known` is what is there; otherwise Taken."""
        now = self._clock()

        async def work(db: Connection) -> None:
            row = await self._row(db, table, COLUMNS, "FOR UPDATE")
            head, seal = optioned(table, row, known, options, now)
            await db.execute("UPDATE tables SET options = $1, card = $2 WHERE id = $3", options, seal, table)
            await db.execute(SET_HEAD, *head.values, table)

        await self._write(work)

    async def results(self, group: str) -> list[ResultRow]:
        """List how the tables of a group ended, in that order; damaged results are left out and logged."""
        found = await self._read(lambda db: db.fetch(FIND_RESULTS, group))
        return sound(ResultRow, found, "the result of table {row.table!a}")

    async def delete(self, table: str) -> None:
        """Delete a table with its log and its result; one that is gone already is no error."""

        async def work(db: Connection) -> None:
            await db.execute("DELETE FROM tables WHERE id = $1", table)
            await db.execute('DELETE FROM results WHERE "table" = $1', table)

        await self._write(work)

    async def grant(self, rows: Sequence[GrantRow]) -> None:
        """Grant roles at tables to browsers, replacing earlier grants of the same roles; raises `Missing`."""

        async def work(db: Connection) -> None:
            for row in rows:
                if not await db.fetchval("SELECT 1 FROM tables WHERE id = $1 FOR KEY SHARE", row.table):
                    raise Missing(row.table)
                await db.execute(GRANT, *with_seal(row))

        await self._write(work)

    async def grants(self, table: str, browser: str = "") -> list[GrantRow]:
        """List the grants at a table, of one browser or of all; damaged ones are left out and logged."""
        which, values = ("AND browser = $2", (table, browser)) if browser else ("", (table,))
        query = f'{FIND_GRANTS} WHERE "table" = $1 {which} ORDER BY browser, role'
        return self._sound_grants(await self._read(lambda db: db.fetch(query, *values)))

    async def grants_of(self, browser: str, tables: Sequence[str] | None = None) -> list[GrantRow]:
        """List the grants of a browser, the oldest first: all of them, or those at some tables."""
        which, values = ("", (browser,)) if tables is None else ('AND "table" = ANY ($2)', (browser, list(tables)))
        query = f'{FIND_GRANTS} WHERE browser = $1 {which} ORDER BY since, "table", role'
        return self._sound_grants(await self._read(lambda db: db.fetch(query, *values)))

    async def tables_of(self, browser: str, limit: int = 100, skip: int = 0) -> list[TableRow]:
        """List the tables of a browser: unfinished ones first, and of these the last touched first."""

        async def work(db: Connection) -> list[TableRow]:
            names = [name for (name,) in await db.fetch(TABLES_OF, browser, limit, skip)]
            found = {row.id: row for row in await self._among(db, names, None, len(names))}
            return [found[name] for name in names if name in found]

        return await self._read(work)

    async def drop(self, browser: str, table: str = "", role: str = "") -> None:
        """Delete grants of a browser: a role at a table, all at a table, or all."""
        await self._write(lambda db: db.execute(DROP, browser, table, role))

    async def remember(self, rows: Sequence[MemoryRow], known: Sequence[MemoryRow] | None = None) -> None:
        """Write pages of albums, in place of earlier ones about the same games.

        With the pages that were `known`, one that has changed since stays as it is.
        """
        pages = [with_seal(row) for row in rows]
        if known is None:
            return await self._write(lambda db: db.executemany(REMEMBER, pages))
        seals = {(row.browser, row.table): with_seal(row)[-1] for row in known}
        judged = [(*page, seals.get((row.browser, row.table), b"")) for page, row in zip(pages, rows, strict=True)]
        return await self._write(lambda db: db.executemany(REMEMBER_AS_KNOWN, judged))

    async def memories(self, browser: str, table: str = "") -> list[MemoryRow]:
        """List the pages of a browser, or the one about a table, in the order the games ended; also empty ones.

        A reopened game is left out until it ends again; damaged pages are left out and logged.
        """
        found = await self._read(lambda db: db.fetch(FIND_MEMORIES, browser, table))
        pages = sound(MemoryRow, found, "a page of an album about table {row.table!a}")
        return sorted(pages, key=lambda row: (row.ended, row.table))

    async def unremembered(self, browser: str, limit: int = 100) -> list[str]:
        """List finished tables where this browser had a seat and for which it has no page, or an outdated one."""
        found = await self._read(lambda db: db.fetch(UNREMEMBERED, browser, limit))
        return [name for name, _ in found]

    async def forget_memories(self, browser: str) -> None:
        """Delete every page of a browser."""
        await self._write(lambda db: self._forget_album(db, browser))

    async def album_mark(self, browser: str) -> tuple[Any, ...]:
        """What changes whenever an album does: cheaper to ask for than its pages."""
        return tuple((await self._read(lambda db: db.fetch(MARK_ALBUM, browser)))[0])

    async def note_album(self, browser: str) -> None:
        """Note that an album was opened."""
        row = AlbumRow(browser, self._clock())
        await self._write(lambda db: db.execute(NOTE_ALBUM, *with_seal(row)), durable=False)

    async def albums(self, limit: int = 100) -> list[AlbumSize]:
        """How large the albums are, the largest first."""
        return [AlbumSize(*row) for row in await self._read(lambda db: db.fetch(SIZE_ALBUMS, limit))]

    async def albums_size(self) -> int:
        """The bytes of all pages of all albums."""
        query = "SELECT coalesce(sum(length(page)), 0)::bigint FROM memories"
        return int(await self._read(lambda db: db.fetchval(query)))

    async def expire_albums(self, keep: float) -> int:
        """Delete albums that nobody has opened for `keep` seconds, a few a day; returns how many.

        An album without a note of when it was opened counts as opened now.
        """
        now = self._clock()

        async def work(db: Connection) -> int:
            await self._lock(db, "albums")
            fresh = [with_seal(AlbumRow(name, now)) for (name,) in await db.fetch(NEW_ALBUMS, ALBUMS_NOTED)]
            await db.executemany(NOTE_ALBUM, fresh)
            most = most_a_day(await db.fetchval("SELECT count(*) FROM albums"), keep)
            old = sound(AlbumRow, await db.fetch(OLD_ALBUMS, now - keep, most), "the note when an album was opened")
            for row in old:
                await self._forget_album(db, row.browser)
            return len(old)

        return await self._write(work)

    async def puzzle_progress(self, browser: str) -> bytes:
        """The puzzle progress of a browser; empty where there is none, or it is damaged."""
        return _progress(await self._read(lambda db: db.fetch(FIND_PUZZLES, browser)))

    async def keep_puzzle_progress(self, browser: str, known: bytes, value: bytes) -> bool:
        """Replace the puzzle progress of a browser, if `known` is what is there; otherwise False."""
        now = self._clock()

        async def work(db: Connection) -> bool:
            await self._lock(db, f"puzzles/{browser}")
            if _progress(await db.fetch(FIND_PUZZLES, browser)) != known:
                return False
            await db.execute(KEEP_PUZZLES, *with_seal(PuzzleRow(browser, value, now)))
            await db.execute(SWEEP_PUZZLES, now - PUZZLES_KEPT)
            return True

        return await self._write(work)

    async def forget_puzzles(self, browser: str) -> None:
        """Delete the puzzle progress of a browser."""
        await self._write(lambda db: db.execute("DELETE FROM puzzles WHERE browser = $1", browser))

    async def workshop(self, name: str) -> WorkshopRow | None:
        """Find an adventure that somebody draws, or one that lies on tables; a damaged one is left out and logged."""
        if "\0" in name:
            return None
        found = await self._read(lambda db: db.fetch(FIND_WORKSHOP, name))
        return next(iter(sound(WorkshopRow, found, "the adventure {row.id!a}")), None)

    async def workshops_of(self, browser: str, limit: int = 100) -> list[WorkshopNote]:
        """List the adventures that a browser draws, the last touched first."""
        return [WorkshopNote(*row) for row in await self._read(lambda db: db.fetch(WORKSHOPS_OF, browser, limit))]

    async def workshops_size(self) -> int:
        """The bytes of all adventures."""
        query = "SELECT coalesce(sum(length(value)), 0)::bigint FROM workshops"
        return int(await self._read(lambda db: db.fetchval(query)))

    async def keep_workshop(self, row: WorkshopRow, known: int | None = None) -> bool:
        """Keep an adventure in place of its revision `known`; False where that is not what is there."""

        async def work(db: Connection) -> bool:
            await self._lock(db, f"workshop/{row.id}")
            there = await db.fetchval("SELECT revision FROM workshops WHERE id = $1", row.id)
            if there != known:
                return False
            await db.execute(KEEP_WORKSHOP, *with_seal(row))
            return True

        return await self._write(work)

    async def touch_workshop(self, row: WorkshopRow) -> None:
        """Note that an adventure is in use."""
        await self.keep_workshop(replace(row, touched=self._clock()), row.revision)

    async def delete_workshop(self, name: str) -> None:
        """Delete an adventure."""
        await self._write(lambda db: db.execute("DELETE FROM workshops WHERE id = $1", name))

    async def forget_workshops(self, browser: str) -> None:
        """Delete every adventure that a browser draws; what lies on tables stays."""
        await self._write(lambda db: db.execute("DELETE FROM workshops WHERE browser = $1", browser))

    async def expire_workshops(self, keep: float) -> int:
        """Delete adventures that nobody has touched for `keep` seconds, a few a day; returns how many.

        One that lies on tables stays a while longer than the last table that it was played at.
        """
        now = self._clock()

        async def work(db: Connection) -> int:
            await self._lock(db, "workshops")
            most = most_a_day(await db.fetchval("SELECT count(*) FROM workshops"), keep)
            query = """
                SELECT id FROM workshops WHERE touched < CASE WHEN browser = '' THEN $1::float8 ELSE $2::float8 END
                ORDER BY touched, id COLLATE "C" LIMIT $3"""
            old = await db.fetch(query, now - keep - 2 * GRACE, now - keep, most)
            await db.executemany("DELETE FROM workshops WHERE id = $1", [(name,) for (name,) in old])
            return len(old)

        return await self._write(work)

    async def keep_answer(self, key: str, kind: str, value: bytes, seconds: float) -> None:
        """Keep an answer for a while, in place of an earlier one; it may be lost in a power cut."""
        if len(value) > LARGEST_ANSWER:
            raise StoreError(line("This answer is too long to be kept."))
        now = self._clock()

        async def work(db: Connection) -> None:
            await db.execute(KEEP_ANSWER, *with_seal(AnswerRow(key, kind, value, now + seconds)))
            await db.execute(SWEEP_ANSWERS, now)

        await self._write(work, durable=False)

    async def answer(self, key: str) -> AnswerRow | None:
        """Find an answer that has not expired; a damaged one is left out and logged."""
        now = self._clock()
        found = await self._read(lambda db: db.fetch(FIND_ANSWER, key, now))
        return next(iter(sound(AnswerRow, found, "an answer of the kind {row.kind!a}")), None)

    async def expire(self, keep: float) -> Forgotten:
        """Hide tables untouched for `keep` seconds, a few a day, and delete tables that have been hidden for long.

        Lists leave hidden tables out unless they are asked for by id; touching a table brings it back.
        """
        now = self._clock()

        async def work(db: Connection) -> Forgotten:
            await self._lock(db, "forgotten")
            touched = 'SELECT id FROM tables WHERE id = "table" AND touched > since'
            await db.execute(  # a time in the future comes from a wrong clock
                f'DELETE FROM forgotten WHERE since > $1 OR "table" IN ({touched})', now + DAY
            )
            most = most_a_day(await db.fetchval("SELECT count(*) FROM tables"), keep)
            gone = await self._delete_hidden(db, most, now)
            return Forgotten(await self._hide(db, now - keep, most, now), gone)

        return await self._write(work)

    async def bring_back(self) -> int:
        """Return all hidden tables to the lists, as if they had just been touched; returns how many."""
        now = self._clock()

        async def work(db: Connection) -> int:
            await self._lock(db, "forgotten")
            names = [name for (name,) in await db.fetch('SELECT "table" FROM forgotten')]
            for name in names:
                try:
                    head = read_head(name, await self._row(db, name, HEAD, "FOR UPDATE"))
                except Damaged:
                    continue
                await db.execute(SET_HEAD, *replace(head, touched=now).values, name)
            await db.execute("DELETE FROM forgotten")
            return len(names)

        return await self._write(work)

    async def secret(self, made: bytes) -> bytes:
        """The secret that all servers on this store share: the first one ever `made`."""

        async def work(db: Connection) -> bytes:
            await db.execute("INSERT INTO house VALUES ('secret', $1) ON CONFLICT DO NOTHING", made)
            return bytes(await db.fetchval("SELECT value FROM house WHERE name = 'secret'"))

        return await self._write(work)

    async def size(self) -> int:
        """The disk space in use, in bytes."""
        return int(await self._read(lambda db: db.fetchval(self.file_size)))

    @abstractmethod
    def snapshot(self) -> "AbstractAsyncContextManager[Snapshot]":
        """Read everything as of the present moment; writers never wait for it."""

    async def put(self, bundles: Sequence[Bundle], replace: bool = False) -> None:
        """Write tables brought from elsewhere, all or none; Taken if one exists here, unless it is to be replaced."""

        async def work(db: Connection) -> None:
            for bundle in bundles:
                if replace:
                    for relation in (TABLES, RESULTS, MEMORIES, PUZZLES, ALBUMS, WORKSHOPS):
                        await db.execute(f'DELETE FROM {relation.name} WHERE "{relation.owner}" = $1', bundle.table)
                try:
                    for relation in RELATIONS:
                        await db.executemany(relation.insert, bundle.rows.get(relation.name, []))
                except self.duplicate:
                    raise Taken(bundle.table) from None

        await self._write(work)

    async def lease(self, server: str, tables: Sequence[str], seconds: float) -> set[str]:
        """Take or renew leases on tables, by the store's own clock; which of them this server has now.

        A server with the lease on a table plays its luck and bots. All are taken in one order, so that no two
        servers wait for each other.
        """
        if not self.shared:
            return set(tables)
        query = f"""
            INSERT INTO leases SELECT wished, $1, {self.now} + $3 FROM unnest($2::text[]) AS wished
            WHERE true ORDER BY wished
            ON CONFLICT ("table") DO UPDATE SET server = excluded.server, until = excluded.until
            WHERE leases.server = excluded.server OR leases.until < {self.now} RETURNING "table\""""
        wished = sorted(set(tables))
        found = await self._write(lambda db: db.fetch(query, server, wished, seconds), durable=False)
        return {name for (name,) in found}

    async def let_go(self, server: str, tables: Sequence[str], done: bool) -> None:
        """End leases of a server: because nothing is left to do (`done`), or for another server to go on at once."""
        if self.shared:
            end = "DELETE FROM leases" if done else "UPDATE leases SET until = 0"
            query = f'{end} WHERE server = $1 AND "table" = ANY ($2)'
            await self._write(lambda db: db.execute(query, server, list(tables)), durable=False)

    async def lapsed(self, limit: int = 50) -> list[str]:
        """List tables whose lease expired or was handed on, the longest ago first: something may be left to do."""
        if not self.shared:
            return []
        query = f'SELECT "table" FROM leases WHERE until < {self.now} ORDER BY until, "table" LIMIT $1'
        return [name for (name,) in await self._read(lambda db: db.fetch(query, limit))]

    @abstractmethod
    async def close(self) -> None:
        """Finish pending writes and disconnect."""

    @abstractmethod
    async def _write(self, work: Work[T], durable: bool = True) -> T:
        """Do some work in one transaction, on the disk when this returns if it is to be durable."""

    @abstractmethod
    async def _read(self, work: Work[T]) -> T:
        """Read everything as of one moment."""

    async def _lock(self, db: Connection, name: str) -> None:
        """Wait for other transactions that hold the lock of this name."""
        return  # whoever writes to a file is alone

    def _note_append(self, head: TableHead) -> None:
        """Called with the head of a table after an append."""
        return

    async def _append(
        self,
        db: Connection,
        table: str,
        entry: int,
        lines: Sequence[bytes],
        now: float,
        over: bool | None,
        options: bytes | None,
    ) -> TableHead:
        *head, found = await self._row(db, table, f"{HEAD}, options", "FOR UPDATE")
        if options is not None and options != found:
            raise OtherOptions(table)
        new, seals = grown(read_head(table, head), entry, lines, now, over)
        await self._add_lines(db, table, entry, lines, seals)
        await db.execute(SET_HEAD, *new.values, table)
        return new

    async def _add_lines(
        self, db: Connection, table: str, entry: int, lines: Sequence[bytes], seals: Sequence[bytes]
    ) -> None:
        rows = [(table, n, text, seal) for n, (text, seal) in enumerate(zip(lines, seals, strict=True), entry)]
        try:
            await db.executemany("INSERT INTO log VALUES ($1, $2, $3, $4)", rows)
        except self.duplicate:  # the constraint of the schema settles who was first
            raise Taken(table, entry) from None

    async def _conclude(self, db: Connection, table: str, result: ResultRow | None) -> None:
        """Replace the result of a table; None leaves it without one."""
        await db.execute('DELETE FROM results WHERE "table" = $1', table)
        if result:
            await db.execute(RESULTS.insert, *with_seal(result))

    async def _row(self, db: Connection, table: str, columns: str, lock: str = "") -> Sequence[Any]:
        row = await db.fetchrow(f"SELECT {columns} FROM tables WHERE id = $1 {lock}", table)
        if row:
            return row
        raise Damaged(table) if await self._table(db, table) else Missing(table)

    async def _lines(self, db: Connection, table: str, first: int) -> list[Sequence[Any]]:
        return await db.fetch(FIND_LINES, table, first)

    async def _table(self, db: Connection, table: str) -> TableRow | None:
        """Find a table; one with only a log left is damaged."""
        if row := await db.fetchrow(f"{FIND_TABLES} WHERE id = $1", table):
            return read_table(table, row)
        return lost(table) if await db.fetchval('SELECT 1 FROM log WHERE "table" = $1', table) else None

    async def _listed(self, db: Connection, over: bool | None, limit: int) -> list[TableRow]:
        return [read_table(row[0], row) for row in await db.fetch(LIST_TABLES, over, limit)]

    async def _among(self, db: Connection, names: Collection[str], over: bool | None, limit: int) -> list[TableRow]:
        """List those of some tables that exist, the last touched first."""
        found = [row for row in await self._found(db, names) if over in (None, row.over)]
        return sorted(found, key=lambda row: (-row.touched, row.id))[:limit]

    async def _found(self, db: Connection, names: Collection[str]) -> list[TableRow]:
        """Find some tables, including those with only a log left."""
        rows = await db.fetch(f"{FIND_TABLES} WHERE id = ANY ($1)", list(names))
        found = [read_table(row[0], row) for row in rows]
        missing = sorted(set(names) - {row.id for row in found})
        logs = await db.fetch('SELECT DISTINCT "table" FROM log WHERE "table" = ANY ($1)', missing)
        return [*found, *(lost(name) for (name,) in logs)]

    def _sound_grants(self, found: Iterable[Sequence[Any]]) -> list[GrantRow]:
        return sound(GrantRow, found, "a grant at table {row.table!a}")

    async def _forget_album(self, db: Connection, browser: str) -> None:
        await db.execute("DELETE FROM memories WHERE browser = $1", browser)
        await db.execute("DELETE FROM albums WHERE browser = $1", browser)

    async def _hide(self, db: Connection, before: float, most: int, now: float) -> int:
        """Take tables off the lists, the longest untouched first, up to a number a day."""
        today: int = await db.fetchval("SELECT count(*) FROM forgotten WHERE since > $1", now - DAY)
        query = """
            SELECT id FROM tables WHERE touched < $1 AND id NOT IN (SELECT "table" FROM forgotten)
            ORDER BY touched, id COLLATE "C" LIMIT $2"""
        names = [name for (name,) in await db.fetch(query, before, max(0, most - today))]
        chosen = [name for name in names if (row := await self._table(db, name)) and row.sound]
        await db.executemany(
            "INSERT INTO forgotten VALUES ($1, $2, $3)", [(name, now, sealed(name, now)) for name in chosen]
        )
        return len(chosen)

    async def _delete_hidden(self, db: Connection, most: int, now: float) -> int:
        """Delete tables that have been hidden for long, with results that no group needs any more."""
        query = (
            'SELECT "table", since, seal FROM forgotten WHERE since < $1 ORDER BY since, "table" COLLATE "C" LIMIT $2'
        )
        old = await db.fetch(query, now - GRACE, most)
        sound = [(name,) for name, since, seal in old if seal == sealed(name, since)]
        await db.executemany('DELETE FROM forgotten WHERE "table" = $1', [(name,) for name, _, _ in old])
        await db.executemany("DELETE FROM tables WHERE id = $1", sound)
        await db.execute('DELETE FROM results WHERE "group" NOT IN (SELECT "group" FROM tables)')
        return len(sound)


class Snapshot:
    """Everything as of one moment, whatever is written meanwhile."""

    names_query = """
        SELECT id FROM tables UNION SELECT "table" FROM results UNION SELECT "table" FROM memories
        UNION SELECT browser FROM puzzles UNION SELECT browser FROM albums UNION SELECT id FROM workshops"""

    def __init__(self, db: Connection) -> None:
        self._db = db
        self.incomplete: set[str] = set()  # tables that were read in part: the file is damaged

    async def names(self) -> list[str]:
        """List every table, hidden ones too, results that outlived theirs, and browsers that solve puzzles."""
        found = await self._read(lambda db: db.fetch(self.names_query))
        return sorted(name for (name,) in found if isinstance(name, str))  # damage can make it anything

    async def bundle(self, table: str) -> Bundle:
        """Read the rows of one table, as far as damage allows; Unreadable where nothing is left."""
        return await self._read(lambda db: _bundle(db, table))

    async def _read(self, work: Work[T]) -> T:
        return await work(self._db)


async def seal_all(db: Connection) -> None:
    """Seal everything that was written before there were seals."""
    for (name,) in await db.fetch("SELECT id FROM tables"):
        values = await db.fetchrow(f"{FIND_TABLES} WHERE id = $1", name)
        assert values
        row = table_row(values)
        found = await db.fetch('SELECT line FROM log WHERE "table" = $1 ORDER BY entry', name)
        head, seals = begun(row, [text for (text,) in found])
        places = [(seal, name, entry) for entry, seal in enumerate(seals)]
        await db.executemany('UPDATE log SET seal = $1 WHERE "table" = $2 AND entry = $3', places)
        await db.execute("UPDATE tables SET card = $1 WHERE id = $2", card(row), name)
        await db.execute(SET_HEAD, *head.values, name)
    for values in await db.fetch(f"SELECT {RESULTS.listed} FROM results"):
        result = row_of(ResultRow, values)
        await db.execute('UPDATE results SET seal = $1 WHERE "table" = $2', with_seal(result)[-1], result.table)


async def _bundle(db: Connection, table: str) -> Bundle:
    return bundled(table, [(relation, await _rows(db, relation, table)) for relation in RELATIONS])


async def _rows(db: Connection, relation: Relation, table: str) -> list[tuple[Any, ...]]:
    order = " ORDER BY entry" if relation is LOG else ""
    found = [relation.read(row) for row in await db.fetch(f"{relation.select}$1{order}", table)]
    return found if order else sorted(found, key=repr)


def _progress(found: Iterable[Sequence[Any]]) -> bytes:
    return next((row.value for row in sound(PuzzleRow, found, "somebody's puzzle progress")), b"")
