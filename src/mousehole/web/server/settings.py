"""How a server is reached, and its limits."""

import math
from collections.abc import Iterable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.words import UserError, line
from mousehole.web.server.proxies import Proxies


class Settings(Struct, frozen=True):
    """What a server allows; `--limit NAME=VALUE` changes any number."""

    url: str = ""  # how others reach it, for links
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    secure: bool = False  # behind TLS: cookies travel nowhere else
    proxy: Proxies = Proxies()  # these may hold any number of connections
    pace: float = 20.0  # messages a second from one connection, with bursts of three seconds' worth
    films: int = 90  # ranges of replays an address may load in a row, five times as many without whole scenes
    messages: float = 200.0  # a second down all live connections from one address, with bursts of five seconds' worth
    patience: int = 40  # refusals for speed or nonsense before a line is cut
    openings: int = 60  # new tables an address may open in a row; one more comes free every 20 seconds
    joins: int = 120  # links an address may follow in a row; one more comes free every second
    changes: int = 60  # changes of tables by their owners, from one address; one more comes free every second
    codes: int = 10  # codes of tables an address may try in a row; one more comes free every 30 seconds
    downloads: int = 10  # times an address may download or delete all its data in a row; one more every minute
    requests: float = 50.0  # requests a second from one address
    sockets: int = 12_000  # live connections in all
    sockets_address: int = 200  # live connections from one address
    sockets_table: int = 2_500  # live connections to one table
    connections: int = 2_000  # connections other than live ones
    connections_address: int = 100  # of these from one address
    headers_seconds: float = 10.0  # until a connection has said what it wants
    request_seconds: float = 120.0  # until a request is sent and answered
    entries: int = 20_000  # of the log of a table; its game goes on as a copy
    undos: float = 60.0  # moves taken back in a minute at one table
    sits: float = 20.0  # names, faces and players changed in a minute at one seat
    wait_seconds: float = 0.25  # a move that would wait longer is refused as busy; the page tries again
    album_pages: int = 3_000  # of the family album of one browser: no more come from files
    album_megabytes: float = 16.0  # of it
    albums_megabytes: float = 2_048.0  # of all albums together
    album_looks: int = 30  # times an address may open albums in a row; one more comes free every 2 seconds
    album_imports: float = 32.0  # megabytes of albums an address may bring; one more comes free every 10 minutes
    workshop_drafts: int = 40  # adventures that one browser may draw
    workshop_megabytes: float = 4.0  # of one of them
    workshops_megabytes: float = 1_024.0  # of all adventures together
    edits: int = 300  # changes of adventures, and looks into them, in a row; three more come free every second
    trials: int = 30  # trials of adventures an address may begin in a row; one more comes free every 10 seconds
    transfers_megabytes: float = 128.0  # of memory for files that come in or go out; a quarter of it for one address
    tables_megabytes: float = 0.0  # of memory for tables; 0: a third of what this process may use
    table_megabytes: float = 64.0  # of memory for one table; its game goes on as a copy
    solutions_megabytes: int = 1024  # of solved boards on the disk; the least recently used make way
    path_bytes: int = 1_000  # of an address
    query_bytes: int = 24_000  # of what follows its question mark
    push: bool = False  # messages to people whose turn it is, where they can be made
    push_services: tuple[str, ...] = ()  # origins that messages may go to, besides public ones over HTTPS
    alone: bool = False  # the offline edition: there is no server, so nobody can join


LIMITS = tuple(name for name in Settings.__struct_fields__ if type(getattr(Settings(), name)) in (int, float))


def no_limits() -> Settings:
    """Settings for tests and benches that are not about limits."""
    return replace(Settings(), **dict.fromkeys(LIMITS, 10**9))


def with_limits(settings: Settings, wishes: Iterable[str]) -> Settings:
    """Settings with some limits changed: "sockets=500"."""
    for wish in wishes:
        name, _, text = wish.partition("=")
        if name not in LIMITS:
            raise UserError(line("there is no limit {name}; there are {names}", name=name, names=", ".join(LIMITS)))
        settings = replace(settings, **{name: _figure(wish, text, type(getattr(settings, name)))})
    return settings


def _figure(wish: str, text: str, kind: type) -> float:
    try:
        figure: float = msgspec.convert(text, kind, strict=False)
    except msgspec.ValidationError:
        figure = math.nan
    if not figure > 0:
        raise UserError(line("{wish}: expected a number above 0", wish=wish))
    return figure
