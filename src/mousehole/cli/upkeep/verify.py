"""`mousehole verify`."""

import asyncio
from argparse import ArgumentParser, Namespace

from msgspec import Struct

from mousehole.cli.streams.output import as_json
from mousehole.cli.upkeep.stores import Reporter, address_of, at, store_argument, there
from mousehole.core.words import Line, line, voice
from mousehole.store import Store
from mousehole.store.bundles.copying import Copied, Progress, each


class Found(Struct):
    """What was found, table by table."""

    tables: int = 0
    entries: int = 0
    faults: list[tuple[str, Line]] = []
    notes: list[tuple[str, Line]] = []


def arguments(parser: ArgumentParser) -> None:
    """Take which games."""
    store_argument(parser)
    parser.add_argument("--json", action="store_true", help="write what was found as JSON")


def run(asked: Namespace, language: str) -> int:
    """Check every table: seals, rules, luck."""
    say = voice(language)
    address = address_of(asked)
    there(address)
    found = at(address, lambda store: verify(store, Reporter(say)))
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


async def verify(store: Store, progress: Progress) -> Found:
    """Check everything as of one moment."""
    from mousehole.host.upkeep.table_audit import audited

    found, read = Found(), Copied()
    async with store.moment() as now:
        async for bundle in each(now, read, progress):
            audit = await asyncio.to_thread(audited, bundle)
            found.entries += bundle.entries
            found.faults += [(bundle.table, words) for words in audit.faults]
            found.notes += [(bundle.table, words) for words in audit.notes]
    found.tables = read.tables
    found.faults += [(name, line("cannot be read: the file is damaged there")) for name in read.unreadable]
    return found
