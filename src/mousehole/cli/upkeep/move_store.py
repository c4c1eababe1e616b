"""`mousehole move-store FROM TO`."""

import asyncio
from argparse import ArgumentParser, Namespace
from contextlib import AsyncExitStack

from mousehole.cli.upkeep.backup import told
from mousehole.cli.upkeep.stores import Reporter, alone, keep_secret, opened, secret_of, there
from mousehole.core.words import Say, line, voice
from mousehole.store import Store
from mousehole.store.bundles.copying import Copied, move

WHERE = "postgresql://..., or the file or folder of saved games"


def arguments(parser: ArgumentParser) -> None:
    """Take where from and where to."""
    parser.add_argument("source", metavar="FROM", help=WHERE)
    parser.add_argument("target", metavar="TO", help=WHERE)


def run(asked: Namespace, language: str) -> int:
    """Copy all games to another store; run again, it goes on where it stopped."""
    say = voice(language)
    there(asked.source)
    with alone(asked.source), alone(asked.target):
        done = asyncio.run(moved(asked.source, asked.target, say))
    words = "{n} table is the same in both stores, {written} of them copied now"
    many = "{n} tables are the same in both stores, {written} of them copied now"
    if done.again:
        changed = line("{n} table changed meanwhile", plural="{n} tables changed meanwhile", n=done.again)
        print(say(changed))
    if not done.settled:
        print(say(line("people play on there: stop the servers, then run this again; it goes on where it stopped")))
        return 1
    print(say(line(words, plural=many, n=done.tables - len(done.refused), written=done.written)))
    return told(done, say)


async def moved(source: str, target: str, say: Say) -> Copied:
    """Open both and copy."""
    async with AsyncExitStack() as stack:
        stores: list[Store] = []
        for address in (source, target):
            stores.append(await opened(address))
            stack.push_async_callback(stores[-1].close)
        done = await move(stores[0], stores[1], Reporter(say))
        await keep_secret(target, stores[1], await secret_of(source, stores[0]))
        return done
