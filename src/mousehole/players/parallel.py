"""Spreads work over processes or a cluster: results come in the order of the work, and Ctrl-C ends it cleanly."""

import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, current_process, get_context
from multiprocessing.process import BaseProcess
from typing import Any, Literal, TypeAlias, TypeVar

from mousehole.core.words import Line, UserError, line

Work = TypeVar("Work")
Result = TypeVar("Result")
CTRL_C_INTERVAL = 0.1  # seconds between checks for Ctrl-C
EXIT_CHECKS = 20  # looks at how a worker ended
UNGUARDED_EXIT = 77  # exit status of a worker whose script would start workers of its own on import
Processes: TypeAlias = int | Literal["ray"]  # that many on this machine, or a whole Ray cluster


class WorkerDied(UserError):
    """A worker process ended before its work was done."""

    def __init__(self, reason: Line | None = None) -> None:
        super().__init__(reason or line("a worker process died; fewer processes would leave each one more memory"))


class Unguarded(WorkerDied):
    """A script asked for several processes as soon as it was read, and each of them reads it anew."""

    def __init__(self) -> None:
        words = "a script asks for several processes under {guard}, since each of them reads it anew"
        super().__init__(line(words, guard='if __name__ == "__main__":'))


def spread(do: Callable[[Work], Result], work: Iterable[Work], processes: Processes) -> Iterator[Result]:
    """Do every piece of work, in this process or in several others."""
    if processes == "ray":
        from mousehole.players import ray_cluster

        yield from ray_cluster.spread(do, work)
        return
    if processes <= 1:
        yield from map(do, work)
        return
    if getattr(current_process(), "_inheriting", False):  # this is a worker importing a script without the guard
        raise SystemExit(UNGUARDED_EXIT)  # in silence: the process that began it tells
    others, workers, begun = set(active_children()), min(processes, most_processes()), set[BaseProcess]()
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=ignore_ctrl_c)
    try:
        yield from _results(pool, do, iter(work), 2 * workers, begun)
    except BrokenProcessPool:
        raise (Unguarded() if UNGUARDED_EXIT in map(_ended, begun - others) else WorkerDied()) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(active_children()) - others:
            worker.terminate()


def most_processes(system: str = sys.platform) -> int:
    """How many processes can be waited for at once: Windows has 64 handles, and Python needs three of them."""
    return 61 if system == "win32" else sys.maxsize


def ignore_ctrl_c() -> None:
    """Let only the caller handle Ctrl-C; workers ignore it, also where they do not inherit that, as on Windows."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _results(
    pool: ProcessPoolExecutor, do: Callable[[Work], Result], work: Iterator[Work], ahead: int, begun: set[BaseProcess]
) -> Iterator[Result]:
    """Keep a little work queued, so that no worker is idle and no list grows long; note the first that begin."""
    with _heard(signal.SIG_IGN):  # workers ignore Ctrl-C: only the caller hears it, and ends them
        waiting = deque(pool.submit(do, piece) for piece in islice(work, ahead))
    begun.update(active_children())
    stop = threading.Event()
    with _heard(lambda *_: stop.set()):
        while waiting:
            while not stop.is_set() and not wait([waiting[0]], CTRL_C_INTERVAL).done:
                pass
            if stop.is_set():
                raise KeyboardInterrupt  # at this point no lock of the pool is held
            yield waiting.popleft().result()
            waiting.extend(pool.submit(do, piece) for piece in islice(work, 1))


def _ended(worker: BaseProcess) -> int | None:
    """How a worker of a broken pool ended; the pool waits for it too, and whoever comes second learns it later."""
    for _ in range(EXIT_CHECKS):
        if worker.exitcode is not None:
            break
        time.sleep(CTRL_C_INTERVAL)
    return worker.exitcode


@contextmanager
def _heard(what: Any) -> Iterator[None]:
    """Handle Ctrl-C differently for a while, where it arrives at all."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, what)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
