"""Caches compiled functions on disk: a file for each function and each kind of arguments, and no index.

numba's own index names the types of every game that ever used a function: one game that is gone would stop all others,
and two processes that compile at once might write to the same file.
"""

import pickle
import shutil
import time
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import uuid4

from mousehole.compiled.reached_sources import outside_mark
from mousehole.folders import cache_folder

HOME = Path(__file__).resolve().parents[1]
MARK = "mousehole.compiled.compiler"
LONG = 30 * 86_400.0  # seconds


@cache
def folder() -> Path:
    """Name the folder of compiled functions: a change of any source beside a compiled one gives a new folder."""
    kernels = {file.parent for file in HOME.rglob("*.py") if MARK in file.read_text("utf-8")}
    mark = blake2b(digest_size=8)
    for file in sorted(file for parent in kernels for file in parent.rglob("*.py")):
        mark.update(file.relative_to(HOME).as_posix().encode() + b"\0" + file.read_bytes())
    return cache_folder() / f"compiled-{mark.hexdigest()}"


def sweep() -> None:
    """Remove what was compiled for other versions and not used for a long time."""
    for other in cache_folder().glob("compiled-*"):
        used = max(file.stat().st_mtime for file in (other, other / "warm") if file.exists())
        if other != folder() and time.time() - used > LONG:
            shutil.rmtree(other, ignore_errors=True)


class CacheFiles:
    """The files of one function, in place of numba's own."""

    def __init__(self, own: Any, function: Any) -> None:
        self.stem = Path(own._index_path).with_suffix("")
        self.version = (own._version, own._source_stamp)
        self.function = function

    def stamp(self, key: Any) -> tuple[Any, ...]:
        """What a compiled function is made from, beside the sources of the house."""
        return (*self.version, outside_mark(self.function, key[0]))

    def load(self, key: Any) -> Any:
        """What was compiled for a key, if it can be read."""
        with suppress(Exception):  # absent, damaged or from a package that is gone: compile it again
            *found, made = pickle.loads(self.file(key).read_bytes())
            return made if found == [self.stamp(key), key] else None

    def save(self, key: Any, made: Any) -> None:
        """Save it; a full disk costs only time at the next start."""
        dumps = import_module("numba.core.serialize").dumps
        file = self.file(key)
        fresh = file.with_suffix(f".{uuid4().hex[:8]}")
        with suppress(OSError):
            fresh.write_bytes(dumps((self.stamp(key), key, made)))
            fresh.replace(file)

    def file(self, key: Any) -> Path:
        """Name the file of a key by what its arguments are, and for which processor it is."""
        kinds, *rest = key
        mark = blake2b(repr(([described(kind) for kind in kinds], rest)).encode(), digest_size=8)
        return self.stem.with_name(f"{self.stem.name}.{mark.hexdigest()}.kept")


def described(kind: Any) -> str:
    """Describe the type of an argument uniquely: games give theirs the same names."""
    home = getattr(getattr(kind, "instance_class", None), "__module__", "")
    return f"{home} {kind}" + "".join(described(part) for part in getattr(kind, "types", ()))


def keep(function: Any) -> Any:
    """Let a numba function cache what it compiles here; an incompatible numba keeps its own cache."""
    known: Any = getattr(function, "_cache", None)
    if own := getattr(known, "_cache_file", None):
        known._cache_file = CacheFiles(own, function)
    return function
