"""Which modules of a game are compiled together, and the file that holds them once they are."""

from functools import cached_property
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

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
