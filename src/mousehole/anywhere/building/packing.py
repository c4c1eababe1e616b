"""What Python in a browser is filled with: a small part of its library at once, the rest with the house."""

import io
import lzma
import os
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import msgspec

from mousehole.anywhere.building import left_out
from mousehole.anywhere.building.fetching import done, program
from mousehole.core.words import line
from mousehole.web.static_files import static_list

HERE = Path(str(files("mousehole.anywhere") / "building"))
MOMENT = (1980, 1, 1, 0, 0, 0)  # the same archive whenever it is written
BEST = {"preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "pb": 0}  # bytes say more about the next one than where they lie
PACKER = {"id": lzma.FILTER_LZMA2, **BEST, "dict_size": 2**24}  # whoever unpacks needs that much memory


def archives(python: Path, wheels: Iterable[Path], kept: Path) -> dict[str, bytes]:
    """Both archives, compiled; the same parts are compiled and packed once."""
    library = _members(_compiled(python, _stored(_standard(python / "python_stdlib.zip")), kept))
    packages = _members(_compiled(python, _stored((*_packages(wheels), *_house())), kept))
    early = [(name, data) for name, data in library if left_out.at_once(name)]
    late = [(name, data) for name, data in library if not left_out.at_once(name)]
    rest = _stored([*late, *packages])
    return {"standard.zip": _stored(early), "house.zip.xz": _packed(rest, kept)}


def _compiled(python: Path, data: bytes, kept: Path) -> bytes:
    how = b"".join((HERE / name).read_bytes() for name in ("compiled_modules.py", "compile.mjs"))

    def compile_there(rough: Path) -> None:
        rough.write_bytes(data)
        node = program("node", line("Python for browsers needs Node.js, which is not here"))
        done([node, str(HERE / "compile.mjs"), str(python), str(HERE / "compiled_modules.py"), str(rough)], "node")

    return _made_once(kept / f"compiled-{_mark(data + how)}.zip", compile_there)


def _packed(data: bytes, kept: Path) -> bytes:
    file = kept / f"packed-{_mark(data + repr(PACKER).encode())}.xz"
    return _made_once(file, lambda rough: rough.write_bytes(lzma.compress(data, filters=[PACKER])))


def _mark(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]


def _made_once(file: Path, make: Callable[[Path], object]) -> bytes:
    """What a file holds, which is made where nobody looks if it is not there; its time says when it was last of use."""
    with suppress(FileNotFoundError):  # another build may clear it away at any moment
        data = file.read_bytes()
        os.utime(file)
        return data
    rough = file.with_suffix(f".{os.getpid()}")
    make(rough)
    data = rough.read_bytes()
    rough.replace(file)
    return data


def _standard(library: Path) -> Iterator[tuple[str, bytes]]:
    return ((name, data) for name, data in _members(library.read_bytes()) if not left_out.of_standard(name))


def _packages(wheels: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    for wheel in wheels:
        yield from ((name, data) for name, data in _members(wheel.read_bytes()) if not left_out.of_packages(name))


def _house() -> Iterator[tuple[str, bytes]]:
    root = Path(str(files("mousehole")))
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.is_file() and "__pycache__" not in name and not left_out.of_house(name):
            yield f"mousehole/{name}", path.read_bytes()
    yield "mousehole/web/static.json", msgspec.json.encode(static_list())


def _members(archive: bytes) -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        return [(name, found.read(name)) for name in found.namelist() if not name.endswith("/")]


def _stored(members: Iterable[tuple[str, bytes]]) -> bytes:
    """An archive that is packed as a whole afterwards, which makes it smaller than packing each file."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, data in sorted(members, key=_kind):
            archive.writestr(zipfile.ZipInfo(name, MOMENT), data)
    return written.getvalue()


def _kind(member: tuple[str, bytes]) -> tuple[str, str]:
    """Files of one kind lie together, where they are packed best."""
    return member[0].rpartition(".")[2], member[0]
