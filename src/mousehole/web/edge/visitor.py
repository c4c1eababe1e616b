"""Who asks: from where, and in which language."""

from ipaddress import IPv6Address, ip_address

from starlette.requests import HTTPConnection
from starlette.types import Scope

from mousehole.core.words import languages

LANGUAGE = "language"
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
    """Find the language of a visitor: the chosen one, or the first the browser asks for that the house speaks."""
    chosen = request.cookies.get(LANGUAGE, "")
    if chosen in languages():
        return chosen
    for wish in request.headers.get("accept-language", "").split(","):
        if (short := wish.strip()[:2].lower()) in languages():
            return short
    return "en"
