"""Compiled functions: numba where it is installed; what it made is kept for the next start, see `compile_cache`."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from mousehole.compiled.compile_cache import folder, keep
from mousehole.core.words import Line, Trouble, line

PLAIN = {"nogil": True, "cache": True, "error_model": "numpy"}


class NotFast(Trouble):
    """Something needs compiled functions, and numba is missing."""

    def __init__(self) -> None:
        super().__init__(needed())


def needed() -> Line:
    """Say what is missing where nothing can be compiled."""
    return line("this needs numba, which is not installed: it comes with mousehole[fast]")


def slower() -> Line:
    """Say what it means that nothing can be compiled."""
    return line("numba is not installed, so players think more slowly: it comes with mousehole[fast]")


def fast() -> bool:
    """Whether functions can be compiled here."""
    return find_spec("numba") is not None


def compiled(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function when it is first called; it releases the lock for other threads."""
    if not fast():
        raise NotFast
    numba = import_module("numba")
    numba.config.CACHE_DIR = str(folder())
    wished = PLAIN | options

    def made(function: Callable[..., Any]) -> Any:
        try:
            return keep(numba.njit(**wished)(function))
        except RuntimeError:  # there is no writable folder
            return numba.njit(**(wished | {"cache": False}))(function)

    return made
