"""An album as one file, to be kept, or taken to another house."""

import re
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.reading.type_errors import UNREADABLE, json_misfit, placed
from mousehole.core.words import Trouble, line
from mousehole.web.album.memory import LARGEST, Memory, Sitter
from mousehole.web.faces import clean_face, clean_name

FORM = 1
MOST = 5000  # pages of an album
LARGEST_FILE = 16 * 1024 * 1024  # bytes
LATEST = 2.0**33  # seconds: some day in 2242
NAME = re.compile("[0-9A-Za-z]{1,32}")  # of a table


class BadAlbum(Trouble):
    """A file is no album; the message says why."""


class AlbumFile(Struct, frozen=True):
    """What an exported album holds."""

    form: int
    pages: tuple[Memory, ...]
    mousehole: str = "album"


def written_file(pages: list[Memory]) -> bytes:
    """Write an album, a page a line, so that people can read it."""
    lines = b",\n".join(map(msgspec.json.encode, pages))
    return b'{"mousehole":"album","form":%d,"pages":[\n' % FORM + lines + b"\n]}\n"


def read_file(data: bytes) -> tuple[Memory, ...]:
    """Read an album; whatever could not have been written by one is refused or left out."""
    try:
        found = msgspec.json.decode(data, type=AlbumFile)
    except UNREADABLE:
        raise BadAlbum(line("that is not an album: {reason}", reason=placed(json_misfit(data, AlbumFile)))) from None
    if found.mousehole != "album" or found.form > FORM:
        raise BadAlbum(line("this album was made by a later version: please update the program"))
    if len(found.pages) > MOST:
        raise BadAlbum(line("an album may have at most {most} pages; this one has {n}", most=MOST, n=len(found.pages)))
    return tuple(cleaned(page) for page in found.pages if possible(page))


def possible(page: Memory) -> bool:
    """Whether a page can be one: somebody played, and what is kept is not too long."""
    seats, sizes = {*range(len(page.sitters))}, (len(page.last), len(page.setup), 3000 * len(page.sitters))
    named = NAME.fullmatch(page.table) and 0 < page.ended < LATEST and "{" not in page.title
    return bool(named and page.mine and max(sizes) <= LARGEST and {*page.over.winners} <= seats and told(page))


def told(page: Memory) -> bool:
    """Whether its game can say how it ended, and its measure is one."""
    found = page.measure
    fair = found is None or (
        found.decisions >= 0 and 0 <= found.loss <= found.decisions and 0 <= (found.lowest or 0) <= 1
    )
    if page.game not in shelf.names():
        return fair
    try:
        shelf.find(page.game).ending(page.over)
    except Exception:  # noqa: BLE001 (whatever a game stumbles over, the file is to blame)
        return False
    return fair


def cleaned(page: Memory) -> Memory:
    """A page as this house would have written it: names short and on one line."""
    return replace(page, sitters=tuple(map(_cleaned, page.sitters)), trophies=page.trophies[:50])


def _cleaned(one: Sitter) -> Sitter:
    changes: dict[str, Any] = {"name": clean_name(one.name), "face": clean_face(one.face), "level": one.level[:40]}
    return replace(one, **changes)
