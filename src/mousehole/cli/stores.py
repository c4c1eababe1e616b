"""`mousehole backup`, `restore`, `move-store`, `verify` and `rescue`: saved games as a whole."""

import asyncio
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, nullcontext
from pathlib import Path
from secrets import token_bytes
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import TypeVar

from msgspec import Struct

from mousehole.cli.options import settings_of
from mousehole.cli.streams import as_json
from mousehole.core.words import Line, Say, UserError, line, voice
from mousehole.store import Failing, FolderLock, SqliteStore, Store, folder, open_store
from mousehole.store.backup import Copied, Progress, back_up, checked, each, move, note_backup, rescue, restore
from mousehole.store.sqlite import HURT

T = TypeVar("T")
FILE = "mousehole.db"
SECRET = 32  # bytes
SCHEMES = ("postgresql://", "postgres://")
TERMINAL_INTERVAL, LOG_INTERVAL = 0.2, 10.0  # seconds between two words on how far it is: on a terminal, in a log


def store_argument(parser: ArgumentParser) -> None:
    """Take where the games are kept."""
    parser.add_argument("--store", metavar="URL", help="postgresql://... (default: a file on this machine)")
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file with settings, as a server takes it")


def address_of(asked: Namespace) -> str:
    """The address of the saved games that a command means; empty: the file on this machine."""
    return settings_of(asked).store


def with_store(address: str, work: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with the saved games at an address."""

    async def run() -> T:
        store = await open_at(address)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def open_at(address: str) -> Store:
    """Open the games of a server, of a file or of a folder."""
    if not address or address.startswith(SCHEMES):
        return await open_store(address)
    return await SqliteStore.open(file_of(address))


def file_of(address: str) -> Path:
    """The file that an address means."""
    if "://" in address:
        raise UserError(line("{address} is not an address for saved games.", address=address))
    path = Path(address) if address else folder()
    return path / FILE if path.is_dir() else path


def check_exists(address: str) -> None:
    """Stop where no games are kept yet."""
    path = None if address.startswith(SCHEMES) else file_of(address)
    if path is not None and not path.exists():
        raise UserError(line("{file}: there is no such file", file=str(path)))


async def secret_of(address: str, store: Store) -> bytes:
    """The secret from which the tokens of links are made: on a server it is kept with the games."""
    if address.startswith(SCHEMES):
        return await store.secret(token_bytes(SECRET))
    path = file_of(address).with_name("web.secret")
    return path.read_bytes() if path.exists() else b""


async def keep_secret(address: str, store: Store, secret: bytes) -> None:
    """Let the links of before work again, unless this house has a secret of its own."""
    if secret and address.startswith(SCHEMES):
        await store.secret(secret)
    elif secret and not (path := file_of(address).with_name("web.secret")).exists():
        path.touch(0o600)
        path.write_bytes(secret)


@contextmanager
def alone(address: str) -> Iterator[None]:
    """Let no server open on a folder of saved games meanwhile; one that is open stops the command."""
    local = not address.startswith(SCHEMES)
    with FolderLock(file_of(address).parent) if local else nullcontext():
        yield


class Reporter:
    """Says on standard error how far something is."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._terminal = sys.stderr.isatty()
        self._next = time.monotonic() + (0 if self._terminal else LOG_INTERVAL)

    def __call__(self, done: int, total: int) -> None:
        """Say it, but not all the time."""
        if time.monotonic() < self._next and not (self._terminal and done == total):
            return
        self._next = time.monotonic() + (TERMINAL_INTERVAL if self._terminal else LOG_INTERVAL)
        words = self._say(line("{done} of {total} tables", done=done, total=total))
        if self._terminal:
            print(f"\r{words}", end="" if done < total else "\n", file=sys.stderr, flush=True)
        else:
            print(words, file=sys.stderr, flush=True)


def backup_arguments(parser: ArgumentParser) -> None:
    """Take where to write it."""
    parser.add_argument("file", type=Path, help="the file to write; people may play on meanwhile")
    store_argument(parser)


def run_backup(asked: Namespace, language: str) -> int:
    """Write everything to one file."""
    say = voice(language)
    address = address_of(asked)
    check_exists(address)

    async def work(store: Store) -> Copied:
        return await back_up(store, asked.file, await secret_of(address, store), Reporter(say))

    done = with_store(address, work)
    note_backup(folder())
    size = f"{asked.file.stat().st_size / 1e6:.1f}"
    words = "{n} table in {file}, {size} MB"
    many = "{n} tables in {file}, {size} MB"
    print(say(line(words, plural=many, n=done.tables - done.alone, file=str(asked.file), size=size)))
    return report_damage(done, say)


def report_damage(done: Copied, say: Say) -> int:
    """Name what could not be brought along; the number is the exit code."""
    for name in done.unreadable:
        print(say(line("Table {table} cannot be read: the file is damaged there.", table=name)))
    for name in done.incomplete:
        print(say(line("Table {table} can be read in part only: the file is damaged there.", table=name)))
    for name in done.refused:
        print(say(line("Table {table} is damaged, and cannot be kept there.", table=name)))
    return 1 if done.unreadable or done.incomplete or done.refused else 0


def restore_arguments(parser: ArgumentParser) -> None:
    """Take the backup."""
    parser.add_argument("file", type=Path, help="what `mousehole backup` wrote")
    store_argument(parser)


def run_restore(asked: Namespace, language: str) -> int:
    """Bring a backup into an empty store."""
    say = voice(language)
    heading, _ = checked(asked.file)
    address = address_of(asked)

    async def work(store: Store) -> Copied:
        done = await restore(asked.file, store, Reporter(say))
        await keep_secret(address, store, heading.secret)
        return done

    with alone(address):
        done = with_store(address, work)
    print(say(line("{n} table restored", plural="{n} tables restored", n=done.tables - done.alone)))
    if not done.settled:
        print(say(line("the store is not the same as the backup: somebody writes there")))
    return report_damage(done, say) or int(not done.settled)


WHERE = "postgresql://..., or the file or folder of saved games"


def move_store_arguments(parser: ArgumentParser) -> None:
    """Take where from and where to."""
    parser.add_argument("source", metavar="FROM", help=WHERE)
    parser.add_argument("target", metavar="TO", help=WHERE)


def run_move_store(asked: Namespace, language: str) -> int:
    """Copy all games to another store; run again, it goes on where it stopped."""
    say = voice(language)
    check_exists(asked.source)
    with alone(asked.source), alone(asked.target):
        done = asyncio.run(copy_all(asked.source, asked.target, say))
    words = "{n} table is the same in both stores, {written} of them copied now"
    many = "{n} tables are the same in both stores, {written} of them copied now"
    if done.again:
        changed = line("{n} table changed meanwhile", plural="{n} tables changed meanwhile", n=done.again)
        print(say(changed))
    if not done.settled:
        print(say(line("people play on there: stop the servers, then run this again; it goes on where it stopped")))
        return 1
    print(say(line(words, plural=many, n=done.tables - done.alone - len(done.refused), written=done.written)))
    return report_damage(done, say)


async def copy_all(source: str, target: str, say: Say) -> Copied:
    """Open both and copy."""
    async with AsyncExitStack() as stack:
        stores: list[Store] = []
        for address in (source, target):
            stores.append(await open_at(address))
            stack.push_async_callback(stores[-1].close)
        done = await move(stores[0], stores[1], Reporter(say))
        await keep_secret(target, stores[1], await secret_of(source, stores[0]))
        return done


class Verification(Struct):
    """What was found, table by table."""

    tables: int = 0
    entries: int = 0
    faults: list[tuple[str, Line]] = []
    notes: list[tuple[str, Line]] = []


def verify_arguments(parser: ArgumentParser) -> None:
    """Take which games."""
    store_argument(parser)
    parser.add_argument("--json", action="store_true", help="write what was found as JSON")


def run_verify(asked: Namespace, language: str) -> int:
    """Check every table: seals, rules, luck."""
    say = voice(language)
    address = address_of(asked)
    check_exists(address)
    found = with_store(address, lambda store: verify(store, Reporter(say)))
    if asked.json:
        named = {"faults": found.faults, "notes": found.notes}
        lists = {key: [{"table": table, "words": say(words)} for table, words in rows] for key, rows in named.items()}
        print(as_json({"tables": found.tables, "entries": found.entries, **lists}))
        return int(bool(found.faults))
    for table, words in (*found.notes, *found.faults):
        print(f"{table}: {say(words)}")
    one, many = "{n} table with {entries} entries, all sound", "{n} tables with {entries} entries, all sound"
    sound = line(one, plural=many, n=found.tables, entries=found.entries)
    print(say(line("{n} fault", plural="{n} faults", n=len(found.faults)) if found.faults else sound))
    return int(bool(found.faults))


async def verify(store: Store, progress: Progress) -> Verification:
    """Check everything as of one moment."""
    from mousehole.host.table_audit import audit_table

    found, read = Verification(), Copied()
    async with store.snapshot() as now:
        async for bundle in each(now, read, progress):
            audit = await asyncio.to_thread(audit_table, bundle)
            found.entries += bundle.entries
            found.faults += [(bundle.table, words) for words in audit.faults]
            found.notes += [(bundle.table, words) for words in audit.notes]
    found.tables = read.tables
    found.faults += [(name, line("cannot be read: the file is damaged there")) for name in read.unreadable]
    told = {name for name, _ in found.faults}
    partly = line("can be read in part only: the file is damaged there")
    found.faults += [(name, partly) for name in read.incomplete if name not in told]
    return found


def rescue_arguments(parser: ArgumentParser) -> None:
    """Take the damaged file, and the name of the new one."""
    parser.add_argument("file", type=Path, help="the damaged file; it is never written to")
    parser.add_argument("--to", type=Path, metavar="NEW", help="the file to write (default: beside the damaged one)")


def run_rescue(asked: Namespace, language: str) -> int:
    """Save what is sound of a damaged file into a new one, and check every game there."""
    say = voice(language)
    source = file_of(str(asked.file))
    target = asked.to or source.with_name(f"{source.stem}.rescued{source.suffix}")
    check_exists(str(source))
    if target.exists():
        raise UserError(line("{file} is there already: choose another name", file=str(target)))
    with TemporaryDirectory() as spare, alone(str(source)):
        try:
            done, found = asyncio.run(rescue_file(copy_of(source, Path(spare)), target, say))
        except UserError:  # nothing was saved
            target.unlink(missing_ok=True)
            raise
    for table, words in found.faults:
        print(f"{table}: {say(words)}")
    code = report_damage(done, say)
    one, many = "{n} table in {file}, {faults} of them damaged", "{n} tables in {file}, {faults} of them damaged"
    hurt = len({table for table, _ in found.faults})
    print(say(line(one, plural=many, n=found.tables, file=str(target), faults=hurt)))
    return code or int(bool(found.faults))


def copy_of(file: Path, folder: Path) -> Path:
    """Copy a file of saved games with its journal, so that nothing touches the damaged one."""
    for ending in ("", "-wal", "-journal"):
        if (part := file.with_name(file.name + ending)).exists():
            copyfile(part, folder / f"{FILE}{ending}")
    return folder / FILE


async def rescue_file(source: Path, target: Path, say: Say) -> tuple[Copied, Verification]:
    """Write what can be read of a file into a new one, and verify that."""
    fresh = await SqliteStore.open(target)
    try:
        damaged = await SqliteStore.open_damaged(source)
        done = await rescue(damaged, fresh, Reporter(say))
        if damaged.read_only and not done.tables:
            raise Failing(HURT)
        return done, await verify(fresh, Reporter(say))
    finally:
        await fresh.close()
