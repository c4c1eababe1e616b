"""The queue of jobs that workers take: procrastinate, in the database of the saved games.

It was chosen by what happens when a worker is killed: workers show signs of life in the database, so what a dead one
had in hand is known within seconds, however long its kind of job may take. Queues that only acknowledge (Redis streams)
or wait for a time-out cannot tell a dead worker from a long job. It also has priorities, one job a table at a time,
and jobs that are stopped when nobody waits for them.
"""

import logging
from hashlib import blake2b
from typing import Any

from procrastinate import App, PsycopgConnector
from procrastinate.schema import SchemaManager
from psycopg import AsyncConnection, Error, sql

from mousehole.core.words import line, without_password
from mousehole.store import StoreError

SHORT, LONG = "short", "long"  # queues: thinking that takes seconds at most, and boards being solved
TASK = "think"
BEAT = 1.0  # seconds between two signs of life
SILENT = 5.0  # seconds without one after which a worker counts as dead
PATIENCE = 3.0  # seconds for a connection
_PREPARING = 0x6D6F757366  # the key of the lock under which the queue is made


def schema() -> str:
    """Name the part of the database that holds the queue, another one for each way procrastinate makes its tables.

    So nothing needs to be moved after an update: jobs are short-lived, and whoever waits for one asks again.
    """
    return f"mousehole_jobs_{blake2b(SchemaManager.get_schema().encode(), digest_size=4).hexdigest()}"


def queue_name(name: str) -> str:
    """Name a queue; news of queues reach every part of a database."""
    return f"{schema()}/{name}"


def connected(address: str, connections: int = 4) -> App:
    """Reach the queue in a database, "postgresql://..."; what is lost in a power cut is asked for again."""
    logging.getLogger("procrastinate").setLevel(logging.CRITICAL)  # it would log every question; we say what matters
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)
    options = f"-c search_path={schema()} -c synchronous_commit=off"
    reaching: dict[str, Any] = {"options": options, "connect_timeout": int(PATIENCE)}
    return App(
        connector=PsycopgConnector(
            conninfo=address, kwargs=reaching, min_size=1, max_size=connections, timeout=PATIENCE, reconnect_timeout=0
        )
    )


async def prepare(address: str) -> None:
    """Make the queue, unless it is there."""
    name = sql.Identifier(schema())
    try:
        reached = await AsyncConnection.connect(address, connect_timeout=int(PATIENCE))
    except Error as error:
        words = "The server with the saved games ({where}) cannot do it: {reason}."
        raise StoreError(line(words, where=without_password(address), reason=str(error))) from error
    async with reached as db:
        await db.execute("SELECT pg_advisory_xact_lock(%s)", (_PREPARING,))
        found = await db.execute("SELECT to_regclass(%s)", (f"{schema()}.procrastinate_jobs",))
        if await found.fetchone() == (None,):
            await db.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(name))
            await db.execute(sql.SQL("SET LOCAL search_path TO {}").format(name))
            await db.execute(SchemaManager.get_schema())
