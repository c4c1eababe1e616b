"""Art and static files: read once, served with their hash, so that browsers keep them."""

from functools import cache
from hashlib import sha256
from importlib.resources import files

from mousehole import shelf
from mousehole.core.words import HOME

TYPES = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
}
STATIC = files("mousehole.web") / "static"


@cache
def static(name: str) -> bytes | None:
    """Read a static file, if there is one of that name."""
    wanted = STATIC / name
    plain = "/" not in name and not name.startswith(".")
    return wanted.read_bytes() if plain and wanted.is_file() else None


@cache
def art(name: str) -> bytes | None:
    """Read the art of a game, or of the house."""
    if name != "house" and name not in shelf.names():
        return None
    page = files(HOME if name == "house" else shelf.find(name).package) / "art" / "sprites.svg"
    return page.read_bytes() if page.is_file() else None


def mark(data: bytes | None) -> str:
    """Name the content of a file."""
    return sha256(data).hexdigest()[:12] if data else "0"


def static_version(name: str) -> str:
    """Name the version of a static file."""
    return mark(static(name))


def art_version(name: str) -> str:
    """Name the version of a game's art."""
    return mark(art(name))
