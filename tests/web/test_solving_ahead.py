"""Boards that come with a game are solved as soon as somebody plays on them, before anybody asks."""

import asyncio

from mousehole.games.mmm import GAME
from mousehole.host import Host
from mousehole.host.solving import worth_solving
from mousehole.store import SqliteStore
from mousehole.table import Chair, Options
from mousehole.web.rights.access import Keys
from mousehole.web.server.settings import no_limits
from mousehole.web.server_state import ServerState


async def test_the_board_of_a_table_is_solved_before_anybody_asks_where_that_is_wished(tmp_path, monkeypatch):
    begun, told = [], asyncio.Event()
    monkeypatch.setattr("mousehole.web.server_state.worth_solving", lambda game, setup: True)
    host = Host(await SqliteStore.open(tmp_path / "tables.db"))
    monkeypatch.setattr(host.solving, "start", lambda game, setup: (begun.append(setup), told.set()))
    for players, ahead in ((1, False), (2, True)):
        server = ServerState(host, Keys(b"k" * 32), no_limits())
        server.solves_ahead = ahead
        table = await host.open(GAME, GAME.setup(players=players), (Chair("person"),) * players, Options())
        room = await server.room(table.id)
        if ahead:
            await told.wait()
        server.leave(room)
    assert begun == [GAME.setup(players=2)]
    await host.close()


def test_only_boards_that_come_with_a_game_and_are_not_solved_yet_are_worth_it(monkeypatch):
    monkeypatch.setattr("mousehole.host.solving.possible", lambda game, setup: None)
    monkeypatch.setattr("mousehole.host.solving.is_solved", lambda game, setup: setup.players == 6)
    told = [{}, {"side": "two_paws", "players": 3}, {"steps": 20}, {"in_line": True}, {"players": 6}]
    assert [worth_solving(GAME, GAME.setup(**fields)) for fields in told] == [True, True, False, False, False]
