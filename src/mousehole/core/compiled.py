"""Compiled functions: numba where it is installed; what it made is kept in a folder named by a hash of the sources."""

import os
import shutil
import sys
import time
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from mousehole.core.kept import keep
from mousehole.core.words import Line, Trouble, line

HOME = Path(__file__).resolve().parents[1]
MARK = "mousehole.core.compiled"
LONG = 30 * 86_400.0  # seconds
PLAIN = {"nogil": True, "cache": True, "error_model": "numpy"}


class NotFast(Trouble):
    """Something that needs compiled functions was asked for where numba is missing."""

    def __init__(self) -> None:
        super().__init__(needed())


def needed() -> Line:
    """Say what is missing where nothing can be compiled."""
    return line("this needs numba, which is not installed: it comes with mousehole[fast]")


def slower() -> Line:
    """Say what it means that nothing can be compiled."""
    return line("numba is not installed, so players think more slowly: it comes with mousehole[fast]")


def fast() -> bool:
    """Tell whether functions can be compiled here."""
    return find_spec("numba") is not None


def compiled(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function when it is first called; it runs beside other threads."""
    if not fast():
        raise NotFast
    numba = import_module("numba")
    numba.config.CACHE_DIR = str(folder())
    wished = PLAIN | options

    def made(function: Callable[..., Any]) -> Any:
        try:
            return keep(numba.njit(**wished)(function))
        except RuntimeError:  # there is no folder that may be written
            return numba.njit(**(wished | {"cache": False}))(function)

    return made


@cache
def folder() -> Path:
    """Name the folder of compiled functions: a change of any source beside a compiled one gives a new folder."""
    kernels = {file.parent for file in HOME.rglob("*.py") if MARK in file.read_text("utf-8")}
    mark = blake2b(digest_size=8)
    for file in sorted(file for parent in kernels for file in parent.rglob("*.py")):
        mark.update(file.relative_to(HOME).as_posix().encode() + b"\0" + file.read_bytes())
    return shelf() / f"compiled-{mark.hexdigest()}"


def sweep() -> None:
    """Remove what was compiled for other versions that nobody used for long."""
    for other in shelf().glob("compiled-*"):
        used = max(file.stat().st_mtime for file in (other, other / "warm") if file.exists())
        if other != folder() and time.time() - used > LONG:
            shutil.rmtree(other, ignore_errors=True)


def shelf() -> Path:
    """Find where this system keeps what can be made again."""
    if own := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(own)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "mousehole"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "mousehole"
    own = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(own) if Path(own).is_absolute() else Path.home() / ".cache") / "mousehole"
