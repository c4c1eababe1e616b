"""People at one screen can always go on."""

import pytest

from mousehole import shelf
from mousehole.core.game import Chance
from mousehole.host import Host
from mousehole.store import SqliteStore
from mousehole.table import Chair, Options
from mousehole.terminal.sitting import Sitting


@pytest.fixture
async def host(tmp_path):
    host = Host(await SqliteStore.open(tmp_path / "tables.db"))
    yield host
    await host.close()


async def test_who_rolls_real_dice_also_says_what_else_luck_brings(host):
    """Tiles that are turned over have no thrower; somebody has to say what they show."""
    game = shelf.find("chopchop")
    chairs = (Chair("person"),) * len(game.seats(game.setup()))
    sitting = Sitting(host, await host.open(game, game.setup(), chairs, Options(real_dice=True)), "en")
    seen = set()
    while None not in seen or len(seen) < 2:
        turn, choices = sitting.table.turn, sitting.choices()
        assert choices, turn
        if isinstance(turn, Chance):
            seen.add(turn.thrower)
            assert len(choices) == len(turn.odds)
        await sitting.choose(choices[0])
