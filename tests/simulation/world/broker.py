"""News between the servers of the simulated world: late, doubled, out of order, or lost."""

from contextvars import copy_context

from mousehole.bus import MemoryBus

SOON, LATE = (0.0005, 0.01), (0.2, 3.0)  # seconds


class Broker:
    """Carries news from a server to all others."""

    def __init__(self, loop, chance, history):
        self.loop, self.chance, self.history = loop, chance, history
        self.ends = {}  # the bus of each server that runs
        self.trouble = 0.0  # how likely a piece of news goes wrong
        self.cut = set()  # servers that hear nothing
        self.here = copy_context()

    def carry(self, sender, deliver):
        """Bring something to every other server, each on a way of its own."""
        for name in sorted(self.ends):
            if name == sender or sender in self.cut or name in self.cut:
                continue
            for delay in self._ways(name):
                self.loop.call_later(delay, self._arrive, name, deliver, context=self.here)

    def later(self, delay, do, *arguments):
        """Let something happen after a while, whatever becomes of the server that asked for it."""
        self.loop.call_later(delay, do, *arguments, context=self.here)

    def fate(self, name, kinds=("lost", "answer lost", "late")):
        """What happens to something that travels between a server and Redis."""
        if name in self.cut:
            return "lost"
        if self.chance.random() >= self.trouble:
            return "fine"
        kind = self.chance.choice(kinds)
        self.history.fault(f"news {kind}", name)
        return kind

    def _ways(self, name):
        kind = self.fate(name, ("lost", "doubled", "late"))
        if kind == "fine":
            return [self.chance.uniform(*SOON)]
        ways = {"lost": (), "late": (LATE,), "doubled": (SOON, LATE)}[kind]
        return [self.chance.uniform(*way) for way in ways]

    def _arrive(self, name, deliver):
        end = self.ends.get(name)
        if end and not end.place.dead:
            deliver(end)


class OrderedBus(MemoryBus):
    """A bus that wakes listeners in the order in which they came."""

    def subscribe(self, table):
        self.listeners.setdefault(table, Ordered())
        return super().subscribe(table)


class SimBus(OrderedBus):
    """A server's end: its own viewers hear at once, others when the news arrives."""

    shared = True

    def __init__(self, broker, place):
        super().__init__()
        self._hearers = []
        self.place = place
        self._broker = broker
        broker.ends[place.name] = self

    async def publish(self, table, entry):
        if not self.place.dead:
            self.tell_own(table, entry)
            self._broker.carry(self.place.name, lambda end: end.tell_own(table, entry))

    def say(self, table, words):
        if not self.place.dead:
            self._broker.carry(self.place.name, lambda end: end.hear(table, words))

    def overhear(self, hear):
        self._hearers.append(hear)

    def hear(self, table, words):
        """Take in what another server says."""
        for hear in self._hearers:
            self.place.context.copy().run(hear, table, words)

    async def wake_here(self, table, entry):
        self.tell_own(table, entry)

    def tell_own(self, table, entry):
        """Wake the listeners of this server, in the order in which they came."""
        for listener in tuple(self.listeners.get(table, ())):
            listener.hear(entry)


class Ordered(dict):
    """A set that keeps its order, so that one seed always does the same."""

    def __init__(self, things=()):
        super().__init__(dict.fromkeys(things))

    def add(self, thing):
        self[thing] = None

    def discard(self, thing):
        self.pop(thing, None)
