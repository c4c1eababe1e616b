"""What a browser needs to put the house beside the other apps of a phone: a manifest and icons."""

from functools import cache
from importlib.resources import files

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mousehole.core.words import HOME

MANIFEST = "manifest.webmanifest"
TURN = "icon-turn.svg"  # the icon of a page whose visitor is waited for
ICONS = {"icon.svg": "image/svg+xml", "icon-192.png": "image/png", "icon-512.png": "image/png"}
SIZES = {"icon.svg": "any", "icon-192.png": "192x192", "icon-512.png": "512x512"}
DAY = "public, max-age=86400"


def install_routes() -> list[Route]:
    """The handlers, by address."""
    return [Route(f"/{name}", _answer) for name in (MANIFEST, TURN, *ICONS)]


@cache
def install_files() -> dict[str, bytes]:
    """The manifest and the icons; all addresses in it are relative, so that it may stand below any path."""
    icons = {name: (files(HOME) / "art" / name).read_bytes() for name in (TURN, *ICONS)}
    return {MANIFEST: msgspec.json.encode(_manifest()), **icons}


def _manifest() -> dict[str, object]:
    shown = [{"src": name, "sizes": SIZES[name], "type": kind} for name, kind in ICONS.items()]
    return {
        "name": "mousehole",
        "short_name": "mousehole",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f6ead3",
        "theme_color": "#7a4a1e",
        "icons": [*shown, *({**icon, "purpose": "maskable"} for icon in shown)],
    }


async def _answer(request: Request) -> Response:
    name = request.url.path.rpartition("/")[2]
    kind = "application/manifest+json" if name == MANIFEST else ICONS.get(name, ICONS["icon.svg"])
    return Response(install_files()[name], media_type=kind, headers={"cache-control": DAY})
