"""Spreads work over a Ray cluster: results come in the order of the work, as they do from processes.

RAY_ADDRESS names the cluster, whose machines need the same mousehole; without it, one is started here for as long as
the work takes.
"""

import os
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any, TypeVar

from mousehole.core.words import Line, UserError, line

Work = TypeVar("Work")
Result = TypeVar("Result")
LOCAL = "local"
CONNECT_TIMEOUT = 5.0  # seconds
QUIET = {"include_dashboard": False, "logging_level": "ERROR", "log_to_driver": False}


class NoCluster(UserError):
    """Ray is not installed, or its cluster cannot do the work."""


def spread(do: Callable[[Work], Result], work: Iterable[Work]) -> Iterator[Result]:
    """Do every piece of work on the cluster; its errors are raised here as if it had been done here."""
    if find_spec("ray") is None:
        raise NoCluster(line("this needs Ray, which is not installed: it comes with mousehole[ray]"))
    ray = import_module("ray")
    with _connected(ray):
        try:
            yield from _results(ray, do, iter(work))
        except ray.exceptions.RayError as error:
            reason = _first(getattr(error, "cause", None) or error)
            raise NoCluster(line("the Ray cluster could not do the work: {reason}", reason=reason)) from None


@contextmanager
def _connected(ray: Any) -> Iterator[None]:
    """Join the cluster and leave it again, unless the calling program has already joined one."""
    if ray.is_initialized():
        yield
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no usage statistics
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # avoids a deprecation warning
    address = os.environ.get("RAY_ADDRESS") or LOCAL
    try:
        _knock(address)
        ray.init(address, **QUIET)
    except (OSError, RuntimeError, ValueError) as error:
        said = line("no Ray cluster at {address}: {reason}", address=address, reason=_first(error))
        raise NoCluster(said) from None
    try:
        yield
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Fail at once where nobody listens: Ray itself would try for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if port.isdigit():
        socket.create_connection((host, int(port)), CONNECT_TIMEOUT).close()


def _results(ray: Any, do: Callable[[Work], Result], work: Iterator[Work]) -> Iterator[Result]:
    """Keep a little work waiting, so that no core is idle and no list grows long."""
    ahead = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    there = ray.remote(_done)
    waiting = deque(there.remote(do, piece) for piece in islice(work, ahead))
    while waiting:
        result, trouble = ray.get(waiting.popleft())
        if trouble:
            raise UserError(trouble)
        yield result
        waiting.extend(there.remote(do, piece) for piece in islice(work, 1))


def _done(do: Callable[[Work], Result], piece: Work) -> tuple[Result | None, Line | None]:
    """Do one piece on the cluster; an error travels as its line, which can be said in every language."""
    try:
        return do(piece), None
    except UserError as error:
        return None, error.line


def _first(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
