"""`mousehole restore FILE`."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from mousehole.cli.upkeep.backup import told
from mousehole.cli.upkeep.stores import Reporter, address_of, alone, at, keep_secret, store_argument
from mousehole.core.words import line, voice
from mousehole.store import Store
from mousehole.store.bundles.backup_file import checked
from mousehole.store.bundles.copying import Copied, restore


def arguments(parser: ArgumentParser) -> None:
    """Take the backup."""
    parser.add_argument("file", type=Path, help="what `mousehole backup` wrote")
    store_argument(parser)


def run(asked: Namespace, language: str) -> int:
    """Bring a backup into an empty store."""
    say = voice(language)
    heading, _ = checked(asked.file)
    address = address_of(asked)

    async def work(store: Store) -> Copied:
        done = await restore(asked.file, store, Reporter(say))
        await keep_secret(address, store, heading.secret)
        return done

    with alone(address):
        done = at(address, work)
    print(say(line("{n} table restored", plural="{n} tables restored", n=done.tables)))
    if not done.settled:
        print(say(line("the store is not the same as the backup: somebody writes there")))
    return told(done, say) or int(not done.settled)
