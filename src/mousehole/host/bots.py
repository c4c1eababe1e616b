"""Bots choose in other processes, so that a thinking bot never holds up a person."""

from mousehole.core.game import Seat
from mousehole.host.jobs.job import Jobs
from mousehole.host.jobs.positions import where_of
from mousehole.host.jobs.thinking import MOVE
from mousehole.table import Table


class Bots:
    """Asks for the moves of bots."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    async def choose(self, table: Table, seat: Seat) -> int:
        """The number of the action a bot chooses."""
        level, luck = table.chairs[seat].level, f"{table.id}/{table.entry}/{seat}"
        return await self._jobs.do(MOVE, where_of(table), seat, level, luck, table.people, table=table.id)
