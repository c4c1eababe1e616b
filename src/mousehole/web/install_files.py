"""What a device needs to put the house beside its other apps: a manifest in each language, icons and pictures."""

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from mousehole.core.words import HOME, line, voice

MANIFEST = "manifest.webmanifest"
TURN = "icon-turn.svg"  # the icon of a page while it is its visitor's turn
ICONS = {"icon.svg": "image/svg+xml", "icon-192.png": "image/png", "icon-512.png": "image/png"}
SIZES = {"icon.svg": "any", "icon-192.png": "192x192", "icon-512.png": "512x512"}
PICTURES = {"screen-phone.jpg": ("390x844", "narrow"), "screen-wide.jpg": ("1280x800", "wide")}
NAMES = (TURN, *ICONS, *PICTURES)
KINDS = ICONS | dict.fromkeys(PICTURES, "image/jpeg") | {TURN: "image/svg+xml", MANIFEST: "application/manifest+json"}
SHORTCUTS = {"continue": line("Continue"), "puzzles": line("Puzzle of the day")}
SAVED = {"application/json": [".json"]}
SAVED_ALONE = SAVED | {"application/zip": [".zip"], "application/octet-stream": [".mousehole"], "text/plain": [".toml"]}
TITLES = (line("Choose what glows on the board."), line("What shall we play?"))


@cache
def pictures() -> dict[str, bytes]:
    """The icons, and what a device shows of the house before it is installed."""
    return {name: (files(HOME) / "art" / name).read_bytes() for name in NAMES}


@cache
def manifest(language: str, alone: bool = False) -> bytes:
    """The manifest; all addresses are relative, so that it may stand below any path.

    Without a server (`alone`) every file that the house knows is opened and taken from other apps.
    """
    say = voice(language, HOME)
    shown = [{"src": name, "sizes": SIZES[name], "type": kind} for name, kind in ICONS.items()]
    icon = [{"src": "icon-192.png", "sizes": SIZES["icon-192.png"]}]
    found: dict[str, Any] = {
        "name": "mousehole",
        "short_name": "mousehole",
        "lang": language,
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f6ead3",
        "theme_color": "#7a4a1e",
        "icons": [*shown, *({**icon, "purpose": "maskable"} for icon in shown)],
        "shortcuts": [{"name": say(words), "url": f"./{path}", "icons": icon} for path, words in SHORTCUTS.items()],
        "screenshots": [_picture(name, say(words)) for name, words in zip(PICTURES, TITLES, strict=True)],
        "file_handlers": [{"action": "./", "accept": SAVED_ALONE if alone else SAVED}],
    }
    return msgspec.json.encode(found | (_shared() if alone else {}))


def _picture(name: str, label: str) -> dict[str, str]:
    sizes, form = PICTURES[name]
    return {"src": name, "sizes": sizes, "type": KINDS[name], "form_factor": form, "label": label}


def _shared() -> dict[str, Any]:
    """What other apps may hand over: a link with a game, or a file."""
    accepted = {"name": "file", "accept": [*SAVED_ALONE, *(end for ends in SAVED_ALONE.values() for end in ends)]}
    params = {"text": "text", "url": "url", "files": [accepted]}
    return {
        "share_target": {"action": "./shared", "method": "POST", "enctype": "multipart/form-data", "params": params}
    }
