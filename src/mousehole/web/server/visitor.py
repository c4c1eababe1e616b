"""The address and the language of a visitor."""

import re
from collections import OrderedDict
from ipaddress import IPv6Address, ip_address

from starlette.requests import HTTPConnection
from starlette.types import Scope

from mousehole.core.words import languages

LANGUAGE = "language"
WEIGHT = re.compile(r"q\s*=\s*([01](?:\.\d{0,3})?)")
NETWORK_BITS = 72  # bits of an IPv6 address that the people of a home may choose at will: it has a /56, or less
HOME_BITS = 64  # bits of it that one network of a home has for its machines
FEW = 4  # networks of one /56 that count as homes of their own; where more ask, all of them are one home
REMEMBERED = 10_000  # such /56


def address(scope: Scope) -> str:
    """The address a request comes from, as far as it tells visitors apart."""
    client = scope.get("client")
    return home(client[0]) if client else "local"


def home(text: str) -> str:
    """The home of an address: the network part of IPv6, all of IPv4."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if not isinstance(found, IPv6Address):
        return text
    return str(found.ipv4_mapped or HOMES.of(int(found)))


class Homes:
    """Tells IPv6 homes apart by their networks of 64 bits, until too many of one larger network ask."""

    def __init__(self) -> None:
        self._seen: OrderedDict[int, set[int]] = OrderedDict()

    def of(self, address: int) -> str:
        """The network that stands for the home of an address."""
        large, small = address >> NETWORK_BITS << NETWORK_BITS, address >> HOME_BITS << HOME_BITS
        seen = self._seen.setdefault(large, set())
        self._seen.move_to_end(large)
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        if len(seen) < FEW:
            seen.add(small)
        return str(IPv6Address(small)) if small in seen else f"{IPv6Address(large)}/{128 - NETWORK_BITS}"


HOMES = Homes()


def language_of(request: HTTPConnection) -> str:
    """The language of a visitor: the chosen one, or the best match for what the browser asks for."""
    chosen = request.cookies.get(LANGUAGE, "")
    if chosen in languages():
        return chosen
    wished = accepted_languages(request.headers.get("accept-language", ""))
    return next((name for name in wished if name in languages()), "en")


def accepted_languages(header: str) -> list[str]:
    """The languages a browser asks for, the preferred first: fr for fr-CA;q=0.8."""
    asked = [wish.partition(";") for wish in header.split(",")]
    weighed = [(_weight(rest), name.strip().partition("-")[0].lower()) for name, _, rest in asked]
    return [name for weight, name in sorted(weighed, key=lambda one: -one[0]) if weight > 0]


def _weight(parameter: str) -> float:
    found = WEIGHT.fullmatch(parameter.strip())
    return float(found[1]) if found else 1.0
