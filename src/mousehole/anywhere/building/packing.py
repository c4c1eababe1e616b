"""The two archives that Python in a browser is filled with: its standard library, and the packages with the house."""

import io
import os
import zipfile
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from mousehole.anywhere.building.fetching import done, program
from mousehole.core.words import line

HERE = Path(str(files("mousehole.anywhere") / "building"))
MOMENT = (1980, 1, 1, 0, 0, 0)
ABSENT = ("anywhere/building", "anywhere/shell", "cli", "envs", "skeleton", "terminal", "testing", "web/manual")
KERNELS = ("card", "fast", "weights")  # rooms of games that need a compiler
# Parts of the standard library that nothing here imports: a test plays every game without them.
# fmt: off
UNUSED = frozenset((
    "_pyrepl", "antigravity", "bdb", "cProfile", "curses", "dbm", "doctest", "ensurepip", "ftplib",
    "idlelib", "imaplib", "lib2to3", "mailbox", "modulefinder", "multiprocessing", "optparse", "pdb", "pickletools",
    "plistlib", "poplib", "profile", "pstats", "pydoc", "pydoc_data", "smtplib", "socketserver", "tabnanny",
    "test", "this", "tkinter", "trace", "turtle", "turtledemo", "unittest", "venv", "wave",
    "webbrowser", "wsgiref", "xmlrpc", "zipapp",
))
# fmt: on


def archives(python: Path, wheels: Iterable[Path], kept: Path) -> dict[str, bytes]:
    """Both archives, compiled; the same parts are compiled once."""
    parts = {
        "standard.zip": _archive(_standard(python / "python_stdlib.zip")),
        "packages.zip": _archive((*_packages(wheels), *_house())),
    }
    return {name: _compiled(python, data, kept) for name, data in parts.items()}


def _compiled(python: Path, data: bytes, kept: Path) -> bytes:
    mark = sha256(data + (HERE / "compiled_modules.py").read_bytes()).hexdigest()[:16]
    file = kept / f"compiled-{mark}.zip"
    if not file.is_file():
        rough = file.with_suffix(f".{os.getpid()}")
        rough.write_bytes(data)
        node = program("node", line("Python for browsers needs Node.js, which is not here"))
        done([node, str(HERE / "compile.mjs"), str(python), str(HERE / "compiled_modules.py"), str(rough)], "node")
        rough.replace(file)
    return file.read_bytes()


def _standard(library: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(library) as found:
        for name in found.namelist():
            if not name.endswith("/") and not UNUSED & {name.partition("/")[0].removesuffix(".py")}:
                yield name, found.read(name)


def _packages(wheels: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as found:
            yield from ((name, found.read(name)) for name in found.namelist() if not name.endswith("/"))


def _house() -> Iterator[tuple[str, bytes]]:
    root = Path(str(files("mousehole")))
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root)
        if path.is_file() and "__pycache__" not in name.parts and not _absent(name):
            yield f"mousehole/{name.as_posix()}", path.read_bytes()


def _absent(name: Path) -> bool:
    if name.parts[0] == "games" and len(name.parts) > 2 and name.parts[2] in KERNELS:
        return True
    return any(name.is_relative_to(folder) for folder in ABSENT)


def _archive(members: Iterable[tuple[str, bytes]]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name, MOMENT), data)
    return written.getvalue()
