"""Who asks, behind proxies: only what a proxy that is named or counted has written itself is believed."""

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

from msgspec import Struct
from starlette.types import ASGIApp, Receive, Scope, Send

from mousehole.core.words import UserError, line

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network
WITH_PORT = re.compile(r"\[(?P<six>[^\]]*)\](:\d+)?|(?P<four>[\d.]+):\d+")
MOST_HOPS = 16


class Proxies(Struct, frozen=True):
    """The proxies before a server: how many stand in a row before it, or in which networks they are."""

    hops: int = 0
    networks: tuple[Network, ...] = ()

    def __contains__(self, peer: object) -> bool:
        """Whether a connection from an address is that of a proxy."""
        found = read(str(peer))
        return bool(self.hops) or any(found in network for network in self.networks if found)

    def visitor(self, peer: str, forwarded: Sequence[str]) -> str:
        """The address that a request comes from, given what each proxy says of the one before; its peer otherwise.

        Every proxy writes the address it was asked from behind what it was told, which anybody can write.
        """
        if self.hops:
            told = read(forwarded[-self.hops]) if len(forwarded) >= self.hops else None
            return str(told) if told else peer
        asked = peer
        for text in reversed(forwarded):
            told = read(text)
            if asked not in self or told is None:
                break
            asked = str(told)
        return asked


def proxies(wish: str) -> Proxies:
    """Read what somebody says of the proxies: "2" in a row, or their addresses and networks: "10.0.0.0/8, ::1"."""
    if wish.isdecimal() and 0 < int(wish) <= MOST_HOPS:
        return Proxies(int(wish))
    try:
        return Proxies(networks=tuple(ip_network(part, strict=False) for part in re.split(r"[,\s]+", wish) if part))
    except ValueError:
        words = "proxy: {wish} is no address, no network such as 10.0.0.0/8 and no number of proxies in a row"
        why = "proxy: * would believe whatever a visitor writes; name the proxy, its network, or how many are in a row"
        raise UserError(line(why) if wish.strip() == "*" else line(words, wish=wish)) from None


def read(text: str) -> Address | None:
    """An address as a proxy writes it, with a port or without."""
    found = WITH_PORT.fullmatch(text.strip())
    try:
        address = ip_address((found["six"] or found["four"]) if found else text.strip().partition("%")[0])
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address


class Forwarded:
    """Middleware that gives a request the address of its visitor, and the scheme that its proxy was asked by."""

    def __init__(self, app: ASGIApp, trusted: Proxies) -> None:
        self._app, self._trusted = app, trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        client = scope.get("client")
        if client and client[0] in self._trusted:
            told = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
            visitor = self._trusted.visitor(client[0], ",".join(told).split(",") if told else [])
            scheme = [value for name, value in scope["headers"] if name == b"x-forwarded-proto"][-1:]
            live = scope["type"] == "websocket"
            kinds = {b"http": "ws" if live else "http", b"https": "wss" if live else "https"}
            found = kinds.get(scheme[0].rpartition(b",")[2].strip(), scope["scheme"]) if scheme else scope["scheme"]
            scope = {**scope, "client": (visitor, 0), "scheme": found}
        await self._app(scope, receive, send)
