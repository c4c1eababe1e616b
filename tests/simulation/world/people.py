"""People of the simulated world: they play by what they see, and send a move until they know what became of it."""

import asyncio
import math

from tests.simulation.world.lines import Cut, Line, request
from tests.web.frame_stream import whole

SEE_OTHER = 303
OUTSIDE = "never came in"
WAIT = 2.5  # seconds until somebody who hears nothing tries another server
FINAL = {
    "not_your_turn",
    "no_such_action",
    "no_undo",
    "not_allowed",
    "too_much",
}  # refusals that say what became of a move


class Person:
    """Somebody at a table, with seats or as a spectator."""

    def __init__(self, world, name, key, table, seats=()):
        self.world, self.name, self.key, self.table, self.seats = world, name, key, table, seats
        self.frame, self.entry = None, -1
        self.pending = None  # the move whose fate is not known yet
        self.due = 0.0  # when it is sent again
        self.gone = ""
        self.sights = []  # when which entry was seen
        self.sittings = []  # from when till when there was a line
        self.album = None  # as a fresh server shows it at last
        self.epochs = {}  # of roles, as the page knows them
        self.line = None
        self._tickets = 0
        self._asleep = False  # whether nothing was heard since the last ping
        self._asked_again = False

    @property
    def idle(self):
        """Whether nothing is left to do here."""
        busy = self.frame is None or self.pending or self._may_move() or self._wants_more()
        return bool(self.gone) or not busy

    async def run(self):
        """Look at the table and play, from one line to the next."""
        while not self.gone and not self.world.ended:
            try:
                await self._sit(self.world.chance.choice(self.world.places))
            except Cut:
                await asyncio.sleep(self.world.chance.uniform(0.02, 0.5))

    async def _sit(self, place):
        """Stay at one server until the line breaks."""
        if place.dead:
            raise Cut
        self.line = Line(self.world, place, self, self.table)
        self.due, self._asleep = 0.0, False
        try:
            self.line.say(type="hello", version=2, known=self.entry if self.entry >= 0 else None)
            await self._welcomed()
            self.sittings.append((self.world.loop.now, math.inf))
            while not self.gone and not self.world.ended:
                await self._go_on()
        except Cut:
            self.sittings = [(since, min(until, self.world.loop.now)) for since, until in self.sittings]
            raise
        finally:
            self.line.hang_up()

    async def _welcomed(self):
        """Wait for the welcome; whoever waits too long goes elsewhere."""
        until = self.world.loop.now + WAIT
        while self.world.loop.now < until:
            message = await self.line.hear(WAIT)
            if message and message["type"] in ("welcome", "gone"):
                self._take(message)
                return
        raise Cut

    async def _go_on(self):
        """Hear what comes, and move when it is time to."""
        now = self.world.loop.now
        message = await self.line.hear(max(0.0, self.due - now) if self.pending else self._leisure())
        if message:
            self._asleep = False
            self._take(message)
        elif self.pending and self.pending["tries"] % 3 == 0 and self.due:
            self.pending["tries"] += 1
            raise Cut  # no answer here: the next server may know
        elif not self.gone:
            self._act()

    def _leisure(self):
        soon = self._may_move() or self._wants_more()
        return self.world.chance.uniform(0.05, 0.4) if soon else self.world.chance.uniform(1.5, 3.0)

    def _act(self):
        if self.pending is None and self._may_move():
            self.pending = self._move()
            self._note("calls", **self.pending["message"])
        if self.pending:
            self.pending["tries"] += 1
            self.due = self.world.loop.now + self.world.chance.uniform(0.8, 1.6)
            self.line.say(**self.pending["message"])
        elif self._asleep:
            raise Cut  # not even a ping is answered
        else:
            self._asleep = True
            self.line.say(type="again" if self._wants_more() else "ping")

    def _may_move(self):
        turn = self.frame["turn"] if self.frame else {}
        return bool(turn.get("mine") and turn.get("seat") in self.seats and not self.world.full(self.table))

    def _wants_more(self):
        """Whether this player still wants to play again."""
        over = self.frame is not None and self.frame["turn"]["kind"] == "over"
        return over and bool(self.seats) and not self._asked_again

    def tempt(self):
        """Try to move although the right has ended, also by guessing what comes next."""
        for ahead in range(4):
            for kind in ("throw", "play"):
                self._tickets += 1
                message = {"type": kind, "seat": self.seats[0], "ticket": f"{self.name}-{self._tickets}"}
                message |= {"entry": self.entry + ahead} | ({"action": 0} if kind == "play" else {})
                self._note("calls", **message)
                self.line.say(**message)

    def _move(self):
        """Choose a move by what is seen."""
        self._tickets += 1
        turn, chance = self.frame["turn"], self.world.chance
        common = {"seat": turn["seat"], "entry": self.entry, "ticket": f"{self.name}-{self._tickets}"}
        if self.frame.get("undo") is not None and chance.random() < self.world.second_thoughts:
            message = {"type": "undo", "to": self.frame["undo"], **common}
        elif turn["kind"] == "chance":
            message = {"type": "throw", **common}
        else:
            actions = [offer["action"] for offer in self.frame["scene"]["offers"]]
            message = {"type": "play", "action": chance.choice(actions), **common}
        return {"message": message, "tries": 0}

    def _take(self, message):
        """Take in what the server says."""
        match message["type"]:
            case "welcome":
                self.epochs = message["table"]["options"]["epochs"]
                self._enter(message)
            case "changed":
                self.epochs = message["options"]["epochs"]
            case "frames":
                for frame in message["frames"]:
                    self._see(frame)
            case "ack" | "refused" if self.pending and message.get("ticket") == self.pending["message"]["ticket"]:
                self._hear_back(message)
            case "next":
                self._asked_again = True
            case "gone":
                self.gone = message["reason"]
                self.pending = None
                self._note("gone", why=self.gone)

    def _enter(self, message):
        frame, known = message["frame"], self.entry
        if frame["entry"] < known:
            self._note("shown an older table", known=known, shown=frame["entry"])
        comes = 0 <= known < frame["entry"] and not message["story"]
        self.frame, self.entry = frame, known if comes else frame["entry"]
        self.sights.append((self.world.loop.now, self.entry))

    def _see(self, frame):
        if "change" in frame and frame["entry"] != self.entry + 1:
            self._note("cannot follow", known=self.entry, shown=frame["entry"])
            return
        if frame["entry"] <= self.entry:
            self._note("shown again", known=self.entry, shown=frame["entry"])
        self.frame, self.entry = whole(frame, self.frame), frame["entry"]
        self.sights.append((self.world.loop.now, self.entry))

    def _hear_back(self, message):
        move, ticket = self.pending["message"], message["ticket"]
        if message["type"] == "ack":
            self._note("acked", ticket=ticket, entry=message["entry"], ply=message["ply"])
        elif message["reason"] in FINAL or (message["reason"] == "stale" and message["entry"] > move["entry"]):
            self._note("refused", ticket=ticket, reason=message["reason"])
        elif message["reason"] == "not_your_seat":
            self._note("not allowed", ticket=ticket)
        else:
            return  # nobody knows what became of it: ask again
        self.pending = None

    def _note(self, what, **facts):
        self.world.history.note(self.name, what, table=self.table, **facts)


class Owner(Person):
    """Opened the table: removes people, renews links, lets bots take over, and does so until it is acknowledged."""

    async def rule(self):
        """Do some of what owners do, at any time."""
        for deed in self.world.deeds(self):
            await asyncio.sleep(self.world.chance.choice((0.0, self.world.chance.uniform(0.2, 4.0))))
            self.world.begin(self._do(deed))

    async def _do(self, deed):
        if deed["do"] != "sit":
            await self._insist(deed)
        elif self.line:
            self._note_deed("sits", deed)
            chair = {"kind": deed["kind"], "name": "", "level": "random" if deed["kind"] == "bot" else ""}
            self.line.say(type="sit", seat=1, chair=chair)

    async def _insist(self, deed):
        sent = deed | self._epoch_meant(deed)
        self._note_deed("asks", sent)
        self.world.before(self, sent)
        while not self.world.ended and not self.gone:
            try:
                path = f"/table/{self.table}/owner"
                status, *_ = await request(self.world, self.world.chance.choice(self.world.places), self, path, **sent)
            except Cut:
                status = 0
            if status == SEE_OTHER:
                self._note_deed("done", sent)
                self.world.after(self, deed)
                return
            await asyncio.sleep(self.world.chance.uniform(0.1, 0.8))

    def _epoch_meant(self, deed):
        """Say which epoch of a seat or a link ends, as the page does: what is done late or twice ends no later one."""
        role = deed.get("role", f"seat-{deed.get('seat')}")
        return {"epoch": self.epochs.get(role, 0)} if deed["do"] in ("remove", "renew") else {}

    def _note_deed(self, what, deed):
        return self.world.history.note(self.name, what, table=self.table, **deed)


class Guest(Person):
    """Comes by a link to a role that was given to nobody before."""

    def __init__(self, world, name, key, table, role):
        super().__init__(world, name, key, table, (int(role[5:]),) if role.startswith("seat-") else ())
        self._role, self.gone = role, OUTSIDE

    async def _join(self, epoch):
        """Use the link of an epoch at any server; the status of the answer, 0 where none came."""
        self._note("joins", role=self._role, epoch=epoch)
        path = self.world.link(self.table, self._role, epoch)
        try:
            status, *_ = await request(self.world, self.world.chance.choice(self.world.places), self, path)
        except Cut:
            return 0
        if status == SEE_OTHER:
            self.gone = ""
            self._note("joined", role=self._role, epoch=epoch)
        return status


class Stranger(Guest):
    """Has a link from before the owner renewed it, which opens nothing any more."""

    def __init__(self, world, name, key, table):
        super().__init__(world, name, key, table, "seat-1")
        self._epoch = world.epoch(table, "seat-1") - 1

    async def run(self):
        """Try the old link at any server."""
        for _ in range(3):
            await asyncio.sleep(self.world.chance.uniform(0.0, 0.5))
            if await self._join(self._epoch) == SEE_OTHER:
                self._note("let in by an old link")
                return


class Latecomer(Guest):
    """Uses a link just when its owner renews it: either of them may be faster."""

    def __init__(self, world, name, key, table, role, epoch):
        super().__init__(world, name, key, table, role)
        self._epoch = epoch

    async def run(self):
        """Join, if the link still counts, and stay for as long as it did."""
        await asyncio.sleep(self.world.chance.uniform(0.0, 0.3))
        if await self._join(self._epoch) == SEE_OTHER:
            await super().run()


class Newcomer(Guest):
    """Takes a seat that became free, by the link of today."""

    def __init__(self, world, name, key, table, seats):
        super().__init__(world, name, key, table, f"seat-{seats[0]}")

    @property
    def idle(self):
        """Whether nothing is left to do: a seat waits for somebody, unless the log has no room left."""
        return self.world.full(self.table) or (self.gone != OUTSIDE and super().idle)

    async def run(self):
        """Join by the link until it is acknowledged, then play."""
        while not self.world.ended:
            if await self._join(self.world.epoch(self.table, self._role)) == SEE_OTHER:
                return await super().run()
            await asyncio.sleep(self.world.chance.uniform(0.1, 0.8))
        return None
