"""Readable rules compiled as they stand, by mypyc and a C compiler: when somebody asks for it, and never needed."""

import os
import sys
from collections.abc import Sequence
from functools import cached_property
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from mousehole.folders import cache_folder

HOME = Path(__file__).resolve().parents[2]


class RuleRooms:
    """The rooms of a game that are compiled, and those they stand on: a change in any of them asks for a new file."""

    def __init__(self, package: str, rooms: tuple[str, ...], below: tuple[str, ...]) -> None:
        self.package, self.rooms, self.below = package, rooms, below
        self.game = package.rpartition(".")[2]
        self.group = f"{self.game}_rules"
        self.folder = HOME.joinpath(*package.split(".")[1:])

    @cached_property
    def modules(self) -> dict[str, Path]:
        """What is compiled: modules by their names, and their sources; the signs at the doors stay as they are."""
        files = (file for room in self.rooms for file in sorted((self.folder / room).rglob("*.py")))
        named = {".".join(file.relative_to(HOME.parent).with_suffix("").parts): file for file in files}
        return {name: file for name, file in named.items() if file.stem != "__init__"}

    def library(self) -> Path:
        """The file for these very sources, on this kind of machine."""
        from hashlib import blake2b  # few have compiled rules

        mark = blake2b(digest_size=8)
        for file in sorted(self.sources()):
            mark.update(file.relative_to(HOME).as_posix().encode() + b"\0" + file.read_bytes())
        return shelf() / f"{self.game}-{mark.hexdigest()}{EXTENSION_SUFFIXES[0]}"

    def libraries(self) -> list[Path]:
        """Every file that was made for this game, also from other sources."""
        return list(shelf().glob(f"{self.game}-*"))

    def sources(self) -> set[Path]:
        """All that compiled modules are made from, and all whose types they rely on."""
        rooms = [
            HOME / "core",
            HOME / "compiled" / "native",
            *(self.folder / room for room in (*self.rooms, *self.below)),
        ]
        found = {file for room in rooms for ending in ("*.py", "*.h") for file in room.rglob(ending)}
        return found | set(self.folder.glob("*.py"))


def shelf() -> Path:
    """The folder of compiled rules."""
    return cache_folder() / "rules"


SWITCH = "MOUSEHOLE_RULES"  # "plain" plays by the sources even where they have been compiled


class RulesFinder:
    """Stands before Python's own finders, and knows the modules of one game."""

    def __init__(self, rooms: RuleRooms) -> None:
        self.rooms = rooms

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The compiled module of this name, if there is one."""
        if name.startswith(self.rooms.package) and self.library and name in self.rooms.modules:
            return within(self.library, name)
        return None

    @cached_property
    def library(self) -> Path | None:
        """The file with the compiled rules, looked for once: made from these sources, and one that can be loaded."""
        if os.environ.get(SWITCH) == "plain" or not self.rooms.libraries():
            return None
        file = self.rooms.library()
        try:
            opened(file, f"{self.rooms.group}__mypyc")
        except ImportError:  # made from other sources, damaged, or for another machine
            return None
        return file


def within(library: Path, name: str) -> ModuleSpec | None:
    """Where a module is in a library that holds many."""
    return spec_from_file_location(name, library, loader=ExtensionFileLoader(name, str(library)))


def opened(library: Path, name: str) -> None:
    """Load what all modules of a library share."""
    spec = within(library, name)
    assert spec and spec.loader
    sys.modules[name] = shared = module_from_spec(spec)
    spec.loader.exec_module(shared)


def serve(*games: RuleRooms) -> None:
    """Let the rules of these games be found compiled from now on."""
    sys.meta_path[:0] = [RulesFinder(rooms) for rooms in games]
