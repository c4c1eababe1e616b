"""An event loop without threads or waiting: a seed says what runs next, and the clock jumps to the next timer."""

import asyncio
import heapq
from contextvars import ContextVar

START = 1_000.0
PILE = 256  # callbacks before asyncio may look whether it should stop
PLACE = ContextVar("place", default=None)  # the server whose memory a callback belongs to


class Deadlock(Exception):
    """Nothing is ready and no timer is set: everybody waits for somebody else."""


class VirtualLoop(asyncio.BaseEventLoop):
    """What is ready runs in an order drawn by chance; a server that is frozen runs nothing until it thaws."""

    def __init__(self, chance):
        super().__init__()
        self.now, self.steps, self.chance = START, 0, chance
        self.errors = []
        self._ready = []
        self._set = 0  # timers so far: of two for the same moment the older one comes first
        self.set_exception_handler(lambda _, context: self.errors.append(context))

    def time(self):
        return self.now

    def call_soon(self, callback, *args, context=None):
        handle = asyncio.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def call_later(self, delay, callback, *args, context=None):
        return self.call_at(self.now + delay, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        self._set += 1
        heapq.heappush(self._scheduled, (when, self._set, handle))
        return handle

    def _run_once(self):
        """Run some of the callbacks that are ready, as chance will have it."""
        ready, chance = self._ready, self.chance.random
        for _ in range(PILE):
            if self._stopping:
                return
            if not ready:
                self._jump()
            n = int(chance() * len(ready))
            ready[n], ready[-1] = ready[-1], ready[n]
            handle = ready.pop()
            place = handle._context.get(PLACE)
            if place is not None and place.frozen:
                place.held.append(handle)
            elif not handle._cancelled:
                self.steps += 1
                handle._run()

    def _jump(self):
        """Move the clock on to the next timer."""
        timers = self._scheduled
        while timers and timers[0][2]._cancelled:
            heapq.heappop(timers)
        if not timers:
            raise Deadlock
        self.now = now = max(self.now, timers[0][0])
        while timers and timers[0][0] <= now:
            self._ready.append(heapq.heappop(timers)[2])

    def thaw(self, place):
        """Let a frozen server run on where it stopped."""
        held, place.held = place.held, []
        self._ready.extend(held)

    def run_in_executor(self, executor, work, *arguments):
        """Do the work of a thread a little later, all at once."""
        answer = self.create_future()
        self.call_later(self.chance.uniform(0.0, 0.02), _settle, answer, work, arguments)
        return answer

    def call_soon_threadsafe(self, callback, *args, context=None):
        return self.call_soon(callback, *args, context=context)

    def _process_events(self, event_list):
        raise AssertionError("there is nothing real to wait for")

    def _write_to_self(self):
        pass


def _settle(answer, work, arguments):
    if answer.cancelled():
        return
    try:
        answer.set_result(work(*arguments))
    except Exception as error:  # noqa: BLE001 (whoever waits hears of it)
        answer.set_exception(error)
