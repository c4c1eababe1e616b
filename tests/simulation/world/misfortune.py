"""What goes wrong in the simulated world, drawn from the seed, until a moment when everything heals."""

import asyncio

SERVERS = ("kill", "kill", "kill in a call", "stop", "freeze", "clock jump")
KINDS = (*SERVERS, "store cut", "store slow", "news cut", "line cut", "line cut", "all lines cut")
CALLS = ("lease", "let go", "let go", "write", "read")


class Misfortune:
    """Does harm now and then."""

    def __init__(self, world, chance):
        self._world, self._chance = world, chance
        self._healed = False

    async def rage(self, seconds):
        """Do harm for some seconds, then let everything heal."""
        world, until = self._world, self._world.loop.now + seconds
        world.storage.trouble, world.broker.trouble = self._chance.choice(((0.0, 0.3), (0.03, 0.1), (0.08, 0.4)))
        while world.loop.now < until:
            await asyncio.sleep(self._chance.uniform(0.1, 1.5))
            self._strike(self._chance.choice(KINDS))
        self.heal()

    def heal(self):
        """End all that is wrong; clocks stay as they are."""
        world, self._healed = self._world, True
        world.storage.trouble = world.broker.trouble = 0.0
        world.storage.slow = False
        world.storage.cut.clear()
        world.broker.cut.clear()
        for n, place in enumerate(world.places):
            place.dooms.clear()
            if place.frozen:
                place.thaw()
            if place.dead:
                world.start(n)
        world.history.note("world", "healed")

    def _strike(self, kind):
        n = self._chance.randrange(len(self._world.places))
        place = self._world.places[n]
        if not place.dead and not place.frozen and getattr(self, "_" + kind.replace(" ", "_"))(n, place):
            self._world.history.fault(kind, place.name)

    def _later(self, low, high, do, *arguments):
        self._world.loop.call_later(self._chance.uniform(low, high), do, *arguments, context=self._world.context)

    def _kill(self, n, place):
        place.die()
        self._later(0.2, 4.0, self._revive, n, place)
        return True

    def _stop(self, n, place):
        place.run(place.stop())
        self._later(0.5, 4.0, self._revive, n, place)
        return True

    def _kill_in_a_call(self, n, place):
        """Kill a server while the store carries out what it asked for, which takes a while."""
        place.dooms[self._chance.choice(CALLS)] = lambda: self._kill_now(n, place)
        return True

    def _kill_now(self, n, place):
        if not place.dead and not self._healed:
            self._kill(n, place)

    def _revive(self, n, place):
        if self._world.places[n] is place:
            if not place.dead:
                place.die()
            self._world.start(n)

    def _freeze(self, n, place):
        place.frozen = True
        self._later(0.3, 9.0, self._thaw, place)
        return True

    def _thaw(self, place):
        if place.frozen:
            place.thaw()

    def _store_cut(self, n, place):
        self._world.storage.cut.add(place.name)
        self._later(0.3, 5.0, self._world.storage.cut.discard, place.name)
        return True

    def _news_cut(self, n, place):
        self._world.broker.cut.add(place.name)
        self._later(0.3, 6.0, self._world.broker.cut.discard, place.name)
        return True

    def _store_slow(self, n, place):
        self._world.storage.slow = True
        self._later(0.5, 4.0, setattr, self._world.storage, "slow", False)
        return True

    def _clock_jump(self, n, place):
        place.skew += self._chance.uniform(-4000.0, 4000.0)
        return True

    def _line_cut(self, n, place):
        lines = tuple(place.lines)
        if lines:
            self._chance.choice(lines).cut(silently=self._chance.random() < 0.5)
        return bool(lines)

    def _all_lines_cut(self, n, place):
        for line in tuple(place.lines):
            line.cut(silently=False)
        return True
