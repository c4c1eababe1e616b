"""Bots choose in worker processes, so that a thinking bot never holds up a person."""

from random import Random

from mousehole.core.game import Decide, Seat
from mousehole.host.pool import Pool, Where, reached, where_of
from mousehole.players.player import find
from mousehole.table import Table


class Bots:
    """Asks workers of their own: hints and reviews never hold up a bot."""

    def __init__(self) -> None:
        self._pool = Pool()

    async def choose(self, table: Table, seat: Seat) -> int:
        """The number of the action a bot chooses."""
        people = tuple(number for number, chair in enumerate(table.chairs) if chair.kind == "person")
        luck = f"{table.id}/{table.entry}/{seat}"
        return await self._pool.ask(choice, where_of(table), table.chairs[seat].level, luck, people)

    def close(self) -> None:
        """Let the workers go."""
        self._pool.close()


def choice(where: Where, level: str, luck: str, people: tuple[Seat, ...]) -> int:
    """Choose in a worker: reach the position, ask the player, answer with the number of its action."""
    game, state = reached(where)
    turn = game.turn(state)
    if not isinstance(turn, Decide):
        raise AssertionError("a bot is asked only when it has to decide")
    player = find(game, level).beside(people)
    return turn.actions.index(player.choose(game, state, turn, Random(luck)))
