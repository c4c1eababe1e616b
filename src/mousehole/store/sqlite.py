"""Saved games in one SQLite file, which several processes may share.

Seals protect single rows; the check on opening protects the structure of the file.
"""

import asyncio
import logging
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Iterable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, Self, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from mousehole.core.words import Line, line
from mousehole.store.bundle import Bundle, faults
from mousehole.store.migrations import SEALED, steps
from mousehole.store.salvage import FAILURES, PAGE, mend, salvaged_bundle, salvaged_names
from mousehole.store.seals import lost
from mousehole.store.store import FIND_LINES, Connection, Snapshot, Store, Work, seal_all
from mousehole.store.types import FAILING, Closed, Failing, Later, NoLocks, ReadOnly, StoreError, TableRow

T = TypeVar("T")
Writing: TypeAlias = Callable[[sqlite3.Connection], T]


class Job(Struct, eq=False):
    """A write, and the future of its caller."""

    work: Writing[Any]
    answer: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None


class Writer:
    """Group commit: one thread writes, and writes that arrive during a commit share the next one."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], thread: Executor | None = None) -> None:
        self.commits = 0
        self._connect = connect
        self._thread = thread or ThreadPoolExecutor(1, "store-writer")
        self._lock = Lock()
        self._pending: list[Job] = []
        self._db: sqlite3.Connection | None = None

    async def open(self) -> None:
        """Connect, in the thread that will write."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._open)

    async def write(self, work: Writing[T]) -> T:
        """Do some work in the next commit and wait for that; cancelling the caller does not undo it."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        with self._lock:
            self._pending.append(Job(work, answer))
            first = len(self._pending) == 1
        if first:
            self._thread.submit(self._flush)
        return await answer

    async def close(self) -> None:
        """Finish pending writes, then disconnect."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _open(self) -> None:
        self._db = self._connect()

    def _close(self) -> None:
        if self._db:
            self._db.close()

    def _flush(self) -> None:
        with self._lock:
            batch, self._pending = self._pending, []
        try:
            self._commit(batch)
        except BaseException as error:
            for job in batch:
                job.error = job.error or error
            raise
        finally:
            settle(batch)

    def _commit(self, batch: Iterable[Job]) -> None:
        assert self._db
        self._db.execute("BEGIN IMMEDIATE")
        try:
            for job in batch:
                attempt(self._db, job)
            self._db.execute("COMMIT")
            self.commits += 1
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise


def attempt(db: sqlite3.Connection, job: Job) -> None:
    """Run one job in a savepoint, so that its failure leaves the rest of the batch alone."""
    db.execute("SAVEPOINT job")
    try:
        job.result = job.work(db)
    except Exception as error:
        if not db.in_transaction:  # a full disk or the like: SQLite has dropped the whole batch
            raise
        job.error = error
        db.execute("ROLLBACK TO job")
    db.execute("RELEASE job")


def settle(batch: Iterable[Job]) -> None:
    """Answer the callers of a batch, with one wake-up per event loop."""
    loops: dict[asyncio.AbstractEventLoop, list[Job]] = {}
    for job in batch:
        loops.setdefault(job.answer.get_loop(), []).append(job)
    for loop, jobs in loops.items():
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_settle_all, jobs)


def _settle_all(jobs: Iterable[Job]) -> None:
    """Resolve the futures that are still awaited."""
    for job in jobs:
        if not job.answer.done():
            if job.error:
                job.answer.set_exception(job.error)
            else:
                job.answer.set_result(job.result)


log = logging.getLogger(__name__)
LOCK_TIMEOUT = 10.0  # seconds to wait while another process writes
SOUND, QUOTE = ["ok"], '"'
DAMAGED = "The saved games in {path} are damaged. Nothing was changed: keep the file, or move it away to start anew."


READ_ONLY = (
    "the saved games in %s are damaged and only read: `mousehole rescue` saves what is sound, "
    "`mousehole web --damaged` writes them all the same: %s"
)
WRITTEN = "the saved games in %s are damaged and written all the same; those that are hurt will say so: %s"


class SqliteStore(Store):
    """A store in one SQLite file: one thread writes, another reads, and the event loop never waits for the disk."""

    duplicate = sqlite3.IntegrityError
    now = "now()"
    file_size = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"

    def __init__(
        self,
        path: Path,
        clock: Callable[[], float] = time.time,
        synchronous: str = "FULL",
        journal: str = "WAL",
        thread: Executor | None = None,  # what replaces threads on a system without them
        damaged: bool = False,  # whether a damaged file is written to all the same
    ) -> None:
        super().__init__(clock)
        self.path = path
        self.closed = False
        self.read_only = False
        self._journal, self._damaged = journal, damaged
        self.writer = Writer(lambda: with_functions(self._checked(writing(path, synchronous, journal)), clock), thread)
        self._reader = thread or ThreadPoolExecutor(1, "store-reader")
        self._db: sqlite3.Connection | None = None

    @classmethod
    async def open(
        cls,
        path: Path,
        clock: Callable[[], float] = time.time,
        synchronous: str = "FULL",
        journal: str = "WAL",
        thread: Executor | None = None,
        damaged: bool = False,
    ) -> Self:
        """Open or make a file; one of an earlier version is brought up to date, a damaged one is only read."""
        store = cls(path, clock, synchronous, journal, thread, damaged)
        try:
            await store.writer.open()
            store._db = await store._in_reader(lambda: with_functions(reading(path), clock))
        except FAILURES as error:
            await store.close()
            raise unopened(error, path) from error
        except BaseException:
            await store.close()
            raise
        return store

    @classmethod
    async def open_damaged(cls, path: Path) -> "SqliteStore":
        """Open a copy of a damaged file, from which only snapshots are taken; steps it lacks are tried first."""
        store = cls(path)
        store.read_only = True  # as far as is known
        mend(path, first_page())
        with suppress(StoreError, *FAILURES), closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.text_factory = lenient
            drop_views(db)
            migrate(db)
            store.read_only = not reindex(db)
        store.closed = True
        return store

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Snapshot]:
        """Read on a connection of its own, or from a copy in memory where readers would block writers."""
        try:
            db = await asyncio.to_thread(begun if self._journal == "WAL" else copied, self.path)
        except FAILURES as error:
            raise explained(error, self.path) from error
        try:
            yield SqliteSnapshot(db)
        finally:
            db.close()

    async def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        await self.writer.close()
        if self._db:
            await self._in_reader(self._db.close)
        self._reader.shutdown()

    async def _write(self, work: Work[T], durable: bool = True) -> T:
        if self.closed:
            raise Closed
        if self.read_only:
            raise ReadOnly
        try:
            return await self.writer.write(lambda db: result(work(SqliteConnection(db))))
        except FAILURES as error:
            raise explained(error, self.path) from error

    async def _read(self, work: Work[T]) -> T:
        db = self._db
        if self.closed or db is None:
            raise Closed
        try:
            return await self._in_reader(lambda: at_once(db, work))
        except FAILURES as error:
            raise explained(error, self.path) from error

    def _checked(self, db: sqlite3.Connection) -> sqlite3.Connection:
        """Note whether the file is too damaged to be written; damage grows where pages overlap."""
        if found := damages(db):
            self.read_only = not self._damaged
            words = READ_ONLY if self.read_only else WRITTEN
            log.warning(words, self.path, "; ".join(found[:3]))
        return db

    def _in_reader(self, work: Callable[[], T]) -> Awaitable[T]:
        return asyncio.get_running_loop().run_in_executor(self._reader, work)

    async def _lines(self, db: Connection, table: str, first: int) -> list[Sequence[Any]]:
        """Read the lines of a log up to the first page that is damaged."""
        found = list[Sequence[Any]]()
        assert isinstance(db, SqliteConnection)
        try:
            found.extend(db.ask(FIND_LINES, (table, first)))
        except FAILURES:
            if not found:
                raise
        return found

    async def _listed(self, db: Connection, over: bool | None, limit: int) -> list[TableRow]:
        """List tables; where damage stops the listing they are found one by one."""
        try:
            return await super()._listed(db, over, limit)
        except FAILURES:
            names = [name for (name,) in await db.fetch("SELECT id FROM tables")]
            return await self._among(db, names, over, limit)

    async def _found(self, db: Connection, names: Collection[str]) -> list[TableRow]:
        """Find tables one by one: a damaged page takes only its own tables away."""
        found = [await self._readable(db, name) for name in dict.fromkeys(names)]
        return [row for row in found if row]

    async def _readable(self, db: Connection, name: str) -> TableRow | None:
        try:
            return await self._table(db, name)
        except FAILURES:
            return lost(name)


class SqliteConnection:
    """A SQLite connection with asyncpg's interface; its coroutines never suspend."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    async def fetch(self, query: str, *values: Any) -> list[Sequence[Any]]:
        return self.ask(query, values).fetchall()

    async def fetchrow(self, query: str, *values: Any) -> Sequence[Any] | None:
        row: Sequence[Any] | None = self.ask(query, values).fetchone()
        return row

    async def fetchval(self, query: str, *values: Any) -> Any:
        row = self.ask(query, values).fetchone()
        return row[0] if row else None

    async def execute(self, query: str, *values: Any) -> None:
        self.ask(query, values)

    async def executemany(self, query: str, rows: Iterable[Sequence[Any]]) -> None:
        self._db.executemany(translated(query)[0], rows)

    def ask(self, query: str, values: Sequence[Any]) -> sqlite3.Cursor:
        """Start a query; its rows are read one by one."""
        text, lists, places = translated(query)
        if lists:
            values = [_json(value) if place in lists else value for place, value in enumerate(values)]
        return self._db.execute(text, [values[place] for place in places] if places else values)


class SqliteSnapshot(Snapshot):
    """A transaction that only reads, in a thread; it works around damaged pages."""

    names_query = f'{Snapshot.names_query} UNION SELECT "table" FROM log'

    def __init__(self, db: sqlite3.Connection) -> None:
        super().__init__(SqliteConnection(db))
        self._file = db

    async def names(self) -> list[str]:
        try:
            return await super().names()
        except FAILURES:
            return await asyncio.to_thread(salvaged_names, self._file)

    async def bundle(self, table: str) -> Bundle:
        with suppress(*FAILURES):
            found = await super().bundle(table)
            if any(found.rows.values()) and not faults(found):
                return found
        found, whole = await asyncio.to_thread(salvaged_bundle, self._file, table)
        if not whole:
            self.incomplete.add(table)
        return found

    async def _read(self, work: Work[T]) -> T:
        return await asyncio.to_thread(lambda: result(work(self._db)))


_DIALECT = (
    (r' COLLATE "C"|::\w+(\[\])?| FOR (UPDATE|KEY SHARE)( SKIP LOCKED)?', ""),
    (r"= ANY \((\$\d+)\)", r"IN (SELECT value FROM json_each(\1))"),
    (r"unnest\((\$\d+)\) AS (\w+)", r"(SELECT value AS \2 FROM json_each(\1))"),
)


@cache
def translated(query: str) -> tuple[str, frozenset[int], tuple[int, ...]]:
    """A PostgreSQL query in the words of SQLite, and which of its values are lists.

    The last part says which value each question mark stands for, unless they are in order.
    """
    for pattern, words in _DIALECT:
        query = re.sub(pattern, words, query)
    lists = frozenset(int(number) - 1 for number in re.findall(r"json_each\(\$(\d+)\)", query))
    places = tuple(int(number) - 1 for number in re.findall(r"\$(\d+)", query))
    return re.sub(r"\$\d+", "?", query), lists, () if places == tuple(range(len(places))) else places


def _json(values: Any) -> str:
    return msgspec.json.encode(values).decode()


def result(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on a `SqliteConnection`, which never suspends."""
    try:
        work.send(None)
    except StopIteration as end:
        value: T = end.value
        return value
    raise AssertionError("a SQLite connection answers at once")


def at_once(db: sqlite3.Connection, work: Work[T]) -> T:
    """Run reads in one transaction."""
    db.execute("BEGIN")
    try:
        return result(work(SqliteConnection(db)))
    finally:
        db.execute("ROLLBACK")


def with_functions(db: sqlite3.Connection, clock: Callable[[], float]) -> sqlite3.Connection:
    """Add the functions that PostgreSQL has."""
    db.create_function("now", 0, clock)
    db.create_function("sha256", 1, hashed, deterministic=True)
    return db


def hashed(data: object) -> bytes | None:
    """SHA-256 of bytes; None for anything else, which must be damaged."""
    return sha256(data).digest() if isinstance(data, bytes) else None


def copied(path: Path) -> sqlite3.Connection:
    """A copy of a file, in memory."""
    copy = sqlite3.connect(":memory:", check_same_thread=False)
    with closing(reading(path, any_thread=True)) as db:
        db.backup(copy)
    return copy


def begun(path: Path) -> sqlite3.Connection:
    """A connection to a file as it is now."""
    db = reading(path, any_thread=True)
    db.execute("BEGIN")
    db.execute("SELECT count(*) FROM sqlite_master").fetchone()  # the first read fixes the moment
    return db


def damages(db: sqlite3.Connection) -> list[str]:
    """What is damaged; indexes are made anew if nothing else is: they only repeat the rows."""
    found = problems(db)
    if found == SOUND:
        return []
    with suppress(*FAILURES):
        if reindex(db):
            log.warning("the saved games were damaged; their indexes were made anew: %s", "; ".join(found[:3]))
            return []
    return found


def refuse_wrong_names(db: sqlite3.Connection, path: Path, scripts: tuple[str, ...]) -> None:
    """Refuse a file whose schema is not what the scripts made.

    SQLite takes a quoted name that it does not know for text: with one wrong letter, a query finds nothing.
    """
    if not descriptions(scripts) <= described(db):
        raise StoreError(Line(DAMAGED, {"path": str(path)}))


@cache
def descriptions(scripts: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    """The schema of a file made by the scripts."""
    with closing(sqlite3.connect(":memory:")) as db:
        for script in scripts:
            db.executescript(script)
        return described(db)


def described(db: sqlite3.Connection) -> frozenset[tuple[str, ...]]:
    """The schema of a file."""
    return frozenset(db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


def problems(db: sqlite3.Connection) -> list[str]:
    """List what SQLite finds wrong with the file."""
    try:
        return [row[0] for row in db.execute("PRAGMA integrity_check(10)")]
    except FAILURES as error:
        if locked(error):
            raise
        return [str(error)]


def reindex(db: sqlite3.Connection) -> bool:
    """Rebuild the indexes; roll back if that does not help."""
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute("REINDEX")
        helped = problems(db) == SOUND
        if helped:
            db.execute("COMMIT")
        return helped
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def writing(path: Path, synchronous: str = "FULL", journal: str = "WAL") -> sqlite3.Connection:
    """Open the connection that writes, on a database of the present version."""
    deadline = time.monotonic() + LOCK_TIMEOUT
    with suppress(OSError):  # SQLite explains why a file cannot be made
        path.touch(0o600, exist_ok=False)
    while True:
        db = sqlite3.connect(path, timeout=LOCK_TIMEOUT, isolation_level=None)
        try:
            prepare(db, path, synchronous, journal)
            return db
        except BaseException as error:
            db.close()
            # Two processes that make a new file at once can lock each other out without SQLite waiting.
            if not locked(error) or time.monotonic() > deadline:
                raise
        time.sleep(0.02)


def first_page() -> bytes:
    """The first page of a file that has just been made."""
    with TemporaryDirectory() as place:
        path = Path(place) / "fresh.db"
        writing(path).close()
        return path.read_bytes()[:PAGE]


def drop_views(db: sqlite3.Connection) -> None:
    """Drop what no file of saved games has: a view in place of a table could be read for ever."""
    for kind, name in db.execute("SELECT type, name FROM sqlite_master WHERE type IN ('view', 'trigger')").fetchall():
        db.execute(f'DROP {kind} "{name.replace(QUOTE, 2 * QUOTE)}"')


def reading(path: Path, any_thread: bool = False) -> sqlite3.Connection:
    """Open a connection that only reads, for this thread or for one thread at a time."""
    db = sqlite3.connect(path, timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=not any_thread)
    db.execute("PRAGMA query_only = ON")
    db.text_factory = lenient
    return db


def lenient(text: bytes) -> str:
    """Decode damaged text leniently: the seals report it, not a traceback."""
    return text.decode("utf-8", "surrogateescape")


def prepare(db: sqlite3.Connection, path: Path, synchronous: str, journal: str = "WAL") -> None:
    """Bring a database to the present version; one from a later version stays as it is."""
    refuse_later(db, path)
    refuse_other_journal(db, path, journal)
    db.text_factory = lenient
    db.execute(f"PRAGMA synchronous = {synchronous}")
    db.execute("PRAGMA fullfsync = ON")  # macOS: through the drive's cache as well
    db.execute("PRAGMA checkpoint_fullfsync = ON")
    db.execute("PRAGMA foreign_keys = ON")
    migrate(db)
    refuse_wrong_names(db, path, steps("sqlite"))


def refuse_later(db: sqlite3.Connection, path: Path) -> None:
    """Refuse a database written by a later version of the program."""
    known = len(steps("sqlite"))
    if version(db) > known:
        raise Later(str(path), version(db), known)


def refuse_other_journal(db: sqlite3.Connection, path: Path, journal: str) -> None:
    """Refuse a drive that cannot hold the journal, such as a network drive with a write-ahead log."""
    if db.execute(f"PRAGMA journal_mode = {journal}").fetchone() != (journal.lower(),):
        raise NoLocks(path)


def migrate(db: sqlite3.Connection) -> None:
    """Take the missing steps, all of them or none."""
    if version(db) == len(steps("sqlite")):
        return
    db.execute("BEGIN IMMEDIATE")
    with db:
        done = version(db)  # again: another process may have been faster
        for number, script in enumerate(steps("sqlite")[done:], done + 1):
            for statement in statements(script):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {number}")
        if done < SEALED:
            result(seal_all(SqliteConnection(db)))


def statements(script: str) -> list[str]:
    """Split a script into statements: `executescript` would commit half a step."""
    return [part for part in script.split(";") if part.strip()]


def version(db: sqlite3.Connection) -> int:
    """Read the version of a database; a new one has 0."""
    number: int = db.execute("PRAGMA user_version").fetchone()[0]
    return number


def locked(error: BaseException) -> bool:
    """Whether the database was locked by another process."""
    return _kind(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def unopened(error: Exception, path: Path) -> StoreError:
    """The error to show whoever starts the program: why a file cannot be opened."""
    wording = _WORDINGS.get(_kind(error))
    if wording is None:
        return StoreError(line("The saved games in {path}: {reason}.", path=str(path), reason=str(error)))
    return StoreError(Line(wording, {"path": str(path)}))


def explained(error: Exception, path: Path) -> StoreError:
    """The error to show to players; only the log names the file."""
    log.error("the saved games in %s: %s", path, error)
    return Failing(_TROUBLES.get(_kind(error), FAILING))


def _kind(error: BaseException) -> int:
    damaged = sqlite3.SQLITE_CORRUPT if isinstance(error, UnicodeError) else 0
    code: int = getattr(error, "sqlite_errorcode", damaged)
    return code & 0xFF  # without the details


_BLOCKED = "The saved games in {path} cannot be written: check the folder and its permissions."
_LOCKED = "Another program keeps the saved games in {path} locked. Close it and try again."
_WORDINGS = {
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_PERM: _BLOCKED,
    sqlite3.SQLITE_READONLY: _BLOCKED,
    sqlite3.SQLITE_CANTOPEN: _BLOCKED,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_FULL: "The disk with the saved games in {path} is full. What was saved before is safe.",
    sqlite3.SQLITE_IOERR: "The disk with the saved games in {path} reports an error.",
}
_BUSY = line("Another program keeps the saved games locked. Nothing was lost: try again in a moment.")
HURT = line("These saved games are damaged. Nothing was changed: a backup may still have them.")
_TROUBLES = {
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_FULL: line("The disk with the saved games is full. What was saved before is safe."),
    sqlite3.SQLITE_CORRUPT: HURT,
    sqlite3.SQLITE_NOTADB: HURT,
}
