"""Games that an earlier version kept in a browser, opened by this one."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from mousehole.core.game import Chance, Over
from mousehole.table import Play, ThrowDice
from tests.offline.house import OpenHouse

KEPT = Path(__file__).with_name("older_games.sql")
FEW = 6  # moves of a person


async def test_games_that_an_older_version_kept_are_listed_opened_and_played_on(tmp_path):
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path)) as games:
        games.executescript(KEPT.read_text("utf-8"))
        lengths = dict(games.execute('SELECT "table", count(*) FROM log GROUP BY "table"'))
    opened = await OpenHouse("").open(path)
    listed = re.findall(r'href="/table/(\w+)"', (await opened.get("/"))[2].decode())
    assert {*listed} == {*lengths} and len(lengths) == 4
    for name, length in lengths.items():
        assert (await opened.get(f"/table/{name}"))[0] == 200
        assert await played_on(opened.house.server.host, name) >= length + FEW
    await opened.house.close()


async def played_on(host, name):
    """Make a few moves; how many entries the table has then comes back."""
    table = await host.table(name)
    for _ in range(FEW):
        await host.wait_until_idle(name)
        turn = table.turn
        if isinstance(turn, Over):
            break
        move = (
            ThrowDice(turn.thrower, table.entry, "")
            if isinstance(turn, Chance)
            else Play(turn.seat, table.entry, 0, "")
        )
        await host.move(name, move)
    return table.entry
