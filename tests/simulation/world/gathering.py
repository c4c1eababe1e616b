"""`asyncio.gather`, with the same steps in every version of Python: newer ones spare themselves some of them."""

import asyncio


class Gathered(asyncio.Future):
    """What several awaitables came to, in their order, once the last of them has ended."""

    def __init__(self, tasks, forgiving, loop):
        super().__init__(loop=loop)
        self._tasks, self._forgiving, self._left = tasks, forgiving, len(tasks)
        self._given_up = False
        for task in tasks:
            task.add_done_callback(self._hear)
        if not tasks:
            self.set_result([])

    def cancel(self, msg=None):
        """Cancel all that still runs; whoever waits hears of it when they have ended."""
        cancelled = [] if self.done() else [task.cancel(msg) for task in self._tasks]
        self._given_up |= any(cancelled)
        return any(cancelled)

    def _hear(self, task):
        self._left -= 1
        failure = _failure(task)
        if self.done():
            return
        if failure and not self._forgiving:
            self.set_exception(failure)
        elif not self._left and self._given_up:
            self.set_exception(asyncio.CancelledError())
        elif not self._left:
            self.set_result([_failure(each) or each.result() for each in self._tasks])


def _failure(task):
    return asyncio.CancelledError() if task.cancelled() else task.exception()


def gather(*works, return_exceptions=False):
    """Wait for several awaitables at once."""
    loop = asyncio.get_running_loop()
    return Gathered([asyncio.ensure_future(work, loop=loop) for work in works], return_exceptions, loop)
