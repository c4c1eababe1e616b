"""Opens tables at a server, for programs that arrange games of others."""

from collections.abc import Sequence
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

import msgspec
from msgspec import Struct

from mousehole.core.words import Trouble, line, plain

PATIENCE = 20.0  # seconds without an answer


class NotOpened(Trouble):
    """A server did not open a table; the message says why."""


class OpenedTable(Struct, frozen=True):
    """A table that a program opened."""

    address: str  # of its page
    links: dict[str, str]  # the invitations: "seat-0", "seat-1", … and "watch"


class _Answer(Struct):
    address: str = ""
    links: dict[str, str] = {}
    problem: str = ""


def open_table(server: str, game: str, seats: Sequence[str], **fields: Any) -> OpenedTable:
    """Open a table at a server; each seat is "link", for whoever follows its link, or "bot:NAME".

    Fields are those of the set-up, as `start` takes them. What the server does not open raises `NotOpened`, with its
    reason: a wrong number of seats, a bot or a field that it does not know, a set-up that does not fit.
    """
    for found in seats or ("",):
        if found != "link" and not found.startswith("bot:"):
            raise NotOpened(line("a seat is {kinds}, not {found}", kinds='"link", "bot:NAME"', found=repr(found)))
    chairs = {f"chair-{number}": seat for number, seat in enumerate(seats)}
    form = urlencode([*chairs.items(), *(row for field in fields.items() for row in _written(*field))]).encode()
    try:
        browser = build_opener(HTTPCookieProcessor(CookieJar()))
        request = Request(f"{server.rstrip('/')}/new/{game}", form, {"Accept": "application/json"})
        with browser.open(request, timeout=PATIENCE) as page:
            answer = msgspec.json.decode(page.read(), type=_Answer)
    except HTTPError as error:
        raise NotOpened(_refusal(error)) from None
    except (URLError, OSError, ValueError) as error:
        words = "{address} cannot be reached: {reason}"
        raise NotOpened(line(words, address=server, reason=str(error))) from None
    return OpenedTable(answer.address, answer.links)


def _written(name: str, value: Any) -> list[tuple[str, str]]:
    """Write a field as forms do: one of several parts as a whole, and part by part."""
    if not isinstance(value, tuple | list):
        return [(name, str(value))]
    parts = [str(part) for part in value]
    return [(name, ", ".join(parts)), *((f"{name}.{number}", part) for number, part in enumerate(parts))]


def _refusal(error: HTTPError) -> Any:
    try:
        return plain(msgspec.json.decode(error.read(), type=_Answer).problem)
    except msgspec.DecodeError:
        path = urlsplit(error.url or "").path
        return line("the server refuses {address}: {reason}", address=path, reason=error.reason)
