"""Hands messages to push services: only over HTTPS and only to public addresses, whatever a browser named."""

import asyncio
import ssl
from collections.abc import Collection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from socket import SOCK_STREAM
from urllib.parse import SplitResult, urlsplit

from mousehole.core.words import UserError, line

LONGEST = 1_000  # characters of an address
HTTPS = 443
SECONDS = 15.0  # until a push service has answered
KEPT = 3 * 24 * 3600  # seconds for which it keeps a message for a browser that is off
INSIDE = (IPv6Network("64:ff9b::/96"), IPv6Network("2002::/16"))  # they lead to addresses of the older kind


class NoPush(UserError):
    """There is no sending to this address."""

    def __init__(self) -> None:
        super().__init__(line("messages to this browser cannot be sent"))


def checked(endpoint: str, allowed: Collection[str] = ()) -> SplitResult:
    """Read the address of a push service; `allowed` are origins that the owner of the house lets it reach besides."""
    if len(endpoint) > LONGEST or not all("!" <= sign <= "~" for sign in endpoint):
        raise NoPush
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise NoPush from None
    if not parts.hostname or "@" in parts.netloc:
        raise NoPush
    if f"{parts.scheme}://{parts.netloc}" not in allowed and (parts.scheme != "https" or port not in (None, HTTPS)):
        raise NoPush
    return parts


def public(address: str) -> bool:
    """Whether an address is one of the open internet."""
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if any(found in network for network in INSIDE):
            return False
        found = found.ipv4_mapped or found
    return found.is_global and not found.is_multicast


async def delivered(endpoint: str, headers: dict[str, str], body: bytes, allowed: Collection[str] = ()) -> int:
    """Hand a message over; the status that the push service answered."""
    parts = checked(endpoint, allowed)
    async with asyncio.timeout(SECONDS):
        return await _posted(parts, headers, body, f"{parts.scheme}://{parts.netloc}" in allowed)


async def _posted(parts: SplitResult, headers: dict[str, str], body: bytes, trusted: bool) -> int:
    port = parts.port or HTTPS
    found = await asyncio.get_running_loop().getaddrinfo(parts.hostname, port, type=SOCK_STREAM)
    addresses = [str(where[4][0]) for where in found]
    if not addresses or not (trusted or all(public(address) for address in addresses)):
        raise NoPush
    sealed = ssl.create_default_context() if parts.scheme == "https" else None
    reader, writer = await asyncio.open_connection(
        addresses[0], port, ssl=sealed, server_hostname=parts.hostname if sealed else None
    )
    try:
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        sent = {"Host": parts.netloc, **headers, "Content-Length": str(len(body)), "Connection": "close"}
        head = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        writer.write(f"POST {path or '/'} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body)
        answer = (await reader.readline()).split()
        return int(answer[1]) if len(answer) > 1 and answer[1].isdigit() else 0
    finally:
        writer.close()
