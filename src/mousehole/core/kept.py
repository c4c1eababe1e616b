"""Keeps compiled functions on the disk: a file for each function and each kind of arguments, and no index.

numba's own index names the types of every game that ever used a function: one game that is gone would stop all others,
and two processes that compile at once may write into one file.
"""

import pickle
from contextlib import suppress
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import uuid4


class Kept:
    """The files of one function, in place of numba's own."""

    def __init__(self, own: Any) -> None:
        self.stem = Path(own._index_path).with_suffix("")
        self.stamp = (own._version, own._source_stamp)

    def load(self, key: Any) -> Any:
        """Give what was compiled for a key, if that can be read."""
        with suppress(Exception):  # absent, torn, of a package that is gone: it is compiled again
            *found, made = pickle.loads(self.file(key).read_bytes())
            return made if found == [self.stamp, key] else None

    def save(self, key: Any, made: Any) -> None:
        """Keep it; a full disk costs time at the next start, nothing else."""
        dumps = import_module("numba.core.serialize").dumps
        file = self.file(key)
        fresh = file.with_suffix(f".{uuid4().hex[:8]}")
        with suppress(OSError):
            fresh.write_bytes(dumps((self.stamp, key, made)))
            fresh.replace(file)

    def file(self, key: Any) -> Path:
        """Name the file of a key by what its arguments are, and for which processor it is."""
        kinds, *rest = key
        mark = blake2b(repr(([described(kind) for kind in kinds], rest)).encode(), digest_size=8)
        return self.stem.with_name(f"{self.stem.name}.{mark.hexdigest()}.kept")


def described(kind: Any) -> str:
    """Tell one type of an argument from all others: games like to call theirs alike."""
    home = getattr(getattr(kind, "instance_class", None), "__module__", "")
    return f"{home} {kind}" + "".join(described(part) for part in getattr(kind, "types", ()))


def keep(function: Any) -> Any:
    """Let a function of numba keep what it compiles here; a numba that works otherwise keeps its own way."""
    cache: Any = getattr(function, "_cache", None)
    if own := getattr(cache, "_cache_file", None):
        cache._cache_file = Kept(own)
    return function
