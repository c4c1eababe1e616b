"""Files in memory that are read like those of a folder."""

from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from io import BytesIO, TextIOWrapper
from typing import IO, Any


class MemoryFolder(Traversable):
    """A folder, or a file in it; folders exist where a file lies below them."""

    def __init__(self, name: str, files: Mapping[str, bytes], path: str = "") -> None:
        self._name, self._files, self._path = name, files, path

    @property
    def name(self) -> str:
        """What it is called."""
        return self._path.rpartition("/")[2] or self._name

    def iterdir(self) -> Iterator["MemoryFolder"]:
        """List what lies in it."""
        before = f"{self._path}/" if self._path else ""
        below = [path[len(before) :].partition("/")[0] for path in self._files if path.startswith(before)]
        return (self.joinpath(name) for name in dict.fromkeys(below))

    def joinpath(self, *steps: Any) -> "MemoryFolder":
        """Go down."""
        return MemoryFolder(self._name, self._files, "/".join(filter(None, (self._path, *map(str, steps)))))

    def __truediv__(self, step: Any) -> "MemoryFolder":
        return self.joinpath(step)

    def is_dir(self) -> bool:
        """Whether something lies below it."""
        return not self._path or any(path.startswith(f"{self._path}/") for path in self._files)

    def is_file(self) -> bool:
        """Whether it is a file."""
        return self._path in self._files

    def read_bytes(self) -> bytes:
        """What a file holds."""
        return self._files[self._path]

    def read_text(self, encoding: str | None = None, errors: str | None = None) -> str:
        """The text of a file."""
        return self.read_bytes().decode(encoding or "utf-8", errors or "strict")

    def open(self, mode: str = "r", *args: Any, **more: Any) -> IO[Any]:
        """Read a file bit by bit."""
        raw = BytesIO(self.read_bytes())
        return raw if "b" in mode else TextIOWrapper(raw, *args, **more)
