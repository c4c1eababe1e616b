"""Art and static files: read once, packed once, served under their hash, so that browsers keep them for good."""

import gzip
import re
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files

import msgspec
from msgspec import Struct

from mousehole import shelf
from mousehole.core.words import HOME, home_of

TYPES = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}
STATIC = files("mousehole.web") / "static"
LIST = files("mousehole.web") / "static.json"
SHEET = re.compile(rb'@import url\("([\w.-]+)"\);')
MODULE = re.compile(rb'^(?:import|export)\b[^;]*?"\./([\w.-]+)";', re.MULTILINE)
WORTH = 0.9  # what packing does not make smaller than that is sent as it is


class Served:
    """A file as browsers get it."""

    def __init__(self, name: str, data: bytes) -> None:
        self.data = data
        self.type = TYPES[name.rpartition(".")[2]]
        self.mark = _mark(data)

    @cached_property
    def packed(self) -> bytes | None:
        """Pack the file, where that makes it smaller."""
        packed = gzip.compress(self.data, mtime=0)
        return packed if len(packed) < WORTH * len(self.data) else None


@cache
def static() -> dict[str, Served]:
    """Read every static file; a style sheet that imports others holds them itself, which saves their requests."""
    lying = STATIC.iterdir() if STATIC.is_dir() else ()
    found = {path.name: path.read_bytes() for path in lying if path.is_file()}
    served = {name: data for name, data in found.items() if name.rpartition(".")[2] in TYPES}
    return {name: Served(name, SHEET.sub(lambda sheet: found[sheet[1].decode()], served[name])) for name in served}


class StaticList(Struct, frozen=True):
    """What pages say about static files: their version, all of them together, and what each script imports."""

    mark: str
    modules: dict[str, tuple[str, ...]]


@cache
def static_list() -> StaticList:
    """Read the list where it stands in for the files, which somebody else then serves; otherwise make it."""
    if LIST.is_file():
        return msgspec.json.decode(LIST.read_bytes(), type=StaticList)
    mark = _mark(b"".join(sorted(name.encode() + file.mark.encode() for name, file in static().items())))
    return StaticList(mark, {name: _imported(name) for name in static() if name.endswith(".js")})


def static_mark() -> str:
    """Name the version of the static files, all of them together: they refer to each other by relative paths."""
    return static_list().mark


def static_address(name: str) -> str:
    """Say where a static file is served for good."""
    return f"/static/{static_mark()}/{name}"


def modules(script: str) -> tuple[str, ...]:
    """List a script and every module that it imports, near ones first, so that a page can ask for all at once."""
    return static_list().modules[script]


def _imported(script: str) -> tuple[str, ...]:
    found, wanted = {script: None}, [script]
    while wanted:
        near = [name.decode() for name in MODULE.findall(static()[wanted.pop(0)].data)]
        wanted += [name for name in near if name not in found]
        found |= dict.fromkeys(near)
    return tuple(found)


def art(name: str) -> Served | None:
    """Find the art of a game, or of the house."""
    return _art(name) if name == "house" or name in shelf.names() else None


@cache
def _art(name: str) -> Served | None:
    page = home_of(HOME if name == "house" else shelf.find(name).package) / "art" / "sprites.svg"
    return Served(page.name, page.read_bytes()) if page.is_file() else None


def art_address(name: str) -> str:
    """Say where the art of a game, or of the house, is served for good."""
    found = art(name)
    return f"/art/{name}.svg?v={found.mark if found else 0}"


def _mark(data: bytes) -> str:
    return sha256(data).hexdigest()[:12]
