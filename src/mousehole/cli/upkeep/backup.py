"""`mousehole backup FILE`."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from mousehole.cli.upkeep.stores import Reporter, address_of, at, secret_of, store_argument, there
from mousehole.core.words import Say, line, voice
from mousehole.store import Store
from mousehole.store.bundles.copying import Copied, back_up


def arguments(parser: ArgumentParser) -> None:
    """Take where to write it."""
    parser.add_argument("file", type=Path, help="the file to write; people may play on meanwhile")
    store_argument(parser)


def run(asked: Namespace, language: str) -> int:
    """Write everything to one file."""
    say = voice(language)
    address = address_of(asked)
    there(address)

    async def work(store: Store) -> Copied:
        return await back_up(store, asked.file, await secret_of(address, store), Reporter(say))

    done = at(address, work)
    size = f"{asked.file.stat().st_size / 1e6:.1f}"
    words = "{n} table in {file}, {size} MB"
    many = "{n} tables in {file}, {size} MB"
    print(say(line(words, plural=many, n=done.tables, file=str(asked.file), size=size)))
    return told(done, say)


def told(done: Copied, say: Say) -> int:
    """Name what could not be brought along; the number is the exit code."""
    for name in done.unreadable:
        print(say(line("Table {table} cannot be read: the file is damaged there.", table=name)))
    for name in done.refused:
        print(say(line("Table {table} is damaged, and cannot be kept there.", table=name)))
    return 1 if done.unreadable or done.refused else 0
