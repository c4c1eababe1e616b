"""What people do beside playing: they solve puzzles, and keep, empty, fill or leave behind their albums."""

import asyncio

import msgspec

from mousehole.core.game import Over
from mousehole.web.album.memory import Memory, Sitter, written_file
from tests.simulation.world.lines import Cut, request

FINE = (200, 303)
GONE = 403  # whoever has left a table may not leave it again
ROUNDS = 4  # puzzles for each tab
GAME = "mmm"  # whose puzzles are solved
DEEDS = ("look", "look", "bring", "empty", "leave")


class Pastime:
    """Something that somebody does now and then, and insists on until it is acknowledged."""

    def __init__(self, world, name, key):
        self.world, self.name, self.key = world, name, key
        self.idle = False

    async def insist(self, path, method="POST", raw=b"", fine=FINE, **form):
        """Ask any server until one has done it; what it says."""
        while not self.world.ended:
            try:
                place = self.world.chance.choice(self.world.places)
                status, _, body = await request(self.world, place, self, path, method, raw, **form)
            except Cut:
                status = 0
            if status in fine:
                return body
            await asyncio.sleep(self.world.chance.uniform(0.1, 0.8))
        raise asyncio.CancelledError

    def note(self, what, **facts):
        """Write down what was done."""
        self.world.history.note(self.name, what, key=self.key, **facts)


class Puzzler(Pastime):
    """Answers puzzles in a tab of a browser, which may have others."""

    async def run(self):
        """Answer one puzzle after the other."""
        for _ in range(ROUNDS):
            await asyncio.sleep(self.world.chance.uniform(0.0, 2.0))
            puzzle = msgspec.json.decode(await self.insist(f"/puzzles/{GAME}/next.json", "GET"))["name"]
            await self.insist(f"/puzzles/{GAME}/{puzzle}/answer", action=str(choice(puzzle)))
            self.note("answered", puzzle=puzzle)
        self.idle = True


def choice(puzzle):
    """How everybody here answers a puzzle: one sent twice is the same answer."""
    return sum(map(ord, puzzle)) % 2


class Keeper(Pastime):
    """Looks after the album of somebody who plays."""

    def __init__(self, world, person, deeds):
        super().__init__(world, person.name, person.key)
        self._person, self._deeds, self.idle = person, deeds, True

    async def run(self):
        """Do one thing after the other, some of it once the game is over."""
        for number, deed in enumerate(self._deeds):
            await asyncio.sleep(self.world.chance.uniform(0.0, 6.0))
            while not self._may(deed):
                if self.world.at_rest:
                    return
                await asyncio.sleep(0.5)
            if self.world.at_rest or (self._person.gone and deed == "leave"):
                return
            self.idle = False
            await getattr(self, f"_{deed}")(number)
            self.idle = True

    def _may(self, deed):
        """Whether it is time: tables are left, and albums emptied, once the game is over."""
        frame = self._person.frame
        return deed not in ("leave", "empty") or (frame is not None and frame["turn"]["kind"] == "over")

    async def _look(self, number):
        await self.insist("/album/album.json", "GET")

    async def _bring(self, number):
        name = f"{self.name}brought{number}"
        await self.insist("/album/import", raw=written_file([page_about(name)]))
        self.note("brought", page=name)

    async def _empty(self, number):
        await self.insist("/album/delete")
        self.note("emptied")

    async def _leave(self, number):
        self.note("leaves", table=self._person.table)
        await self.insist(f"/table/{self._person.table}/leave", fine=(*FINE, GONE))
        self.note("left", table=self._person.table)


def page_about(table):
    """A page of an album about a table of another house."""
    return Memory(
        table=table,
        group=table,
        game=GAME,
        edition=1,
        setup=msgspec.Raw(b"{}"),
        over=Over((0,), "gathered", 6, "win-6"),
        clean=True,
        title="",
        ended=1.0,
        plies=3,
        sitters=(Sitter("person", "us", mine=True),),
    )
