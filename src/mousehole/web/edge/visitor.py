"""Who asks: from where, and in which language."""

import re
from ipaddress import IPv6Address, ip_address

from starlette.requests import HTTPConnection
from starlette.types import Scope

from mousehole.core.words import languages

LANGUAGE = "language"
WEIGHT = re.compile(r"q\s*=\s*([01](?:\.\d{0,3})?)")
HOME = 64  # bits of an IPv6 address that name a home; whoever lives there chooses the other half at will


def address(scope: Scope) -> str:
    """Name the address a request comes from, as far as it tells visitors apart."""
    client = scope.get("client")
    return home(client[0]) if client else "local"


def home(text: str) -> str:
    """Name the home of an address."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if not isinstance(found, IPv6Address):
        return text
    return str(found.ipv4_mapped or IPv6Address(int(found) >> HOME << HOME))


def language_of(request: HTTPConnection) -> str:
    """Find the language of a visitor: the chosen one, or what the browser asks for most that the house speaks."""
    chosen = request.cookies.get(LANGUAGE, "")
    if chosen in languages():
        return chosen
    wished = wishes(request.headers.get("accept-language", ""))
    return next((name for name in wished if name in languages()), "en")


def wishes(header: str) -> list[str]:
    """List the languages that a browser asks for, the dearest first: fr for fr-CA;q=0.8."""
    asked = [wish.partition(";") for wish in header.split(",")]
    weighed = [(_weight(rest), name.strip().partition("-")[0].lower()) for name, _, rest in asked]
    return [name for weight, name in sorted(weighed, key=lambda one: -one[0]) if weight > 0]


def _weight(parameter: str) -> float:
    found = WEIGHT.fullmatch(parameter.strip())
    return float(found[1]) if found else 1.0
