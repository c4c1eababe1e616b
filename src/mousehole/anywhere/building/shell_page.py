"""The outer page of the folder: a frame for the pages of the house, and a foot that says how far things are."""

from collections.abc import Iterable

import msgspec

from mousehole.core.words import HOME, languages, line, voice
from mousehole.web.pages.html import Html, tag

CSP = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "font-src 'self'; frame-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'"
)
WORDS = (
    line("Setting the table…"),
    line("From now on mousehole also works without a network."),
    line("No network: everything is played on this device."),
    line("A new version is ready."),
    line("Use it now"),
    line("There is no room left on this device. The last move may not be kept."),
    line("The browser has deleted the games that were kept here. A file with them brings them back."),
    line("What is kept"),
    line("mousehole could not start here. Close other tabs and try again."),
    line("This browser cannot run mousehole on its own. A newer one can, at an address that begins with https."),
)


def shell_page(base: str, sizes: dict[str, list[int]], ahead: Iterable[str]) -> str:
    """Write the page, in all languages at once; `ahead` are the paths that are there before Python is."""
    head = [
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=CSP),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        tag("meta", name="theme-color", content="#7a4a1e"),
        tag("title", "mousehole"),
        tag("link", rel="manifest", href=f"{base}/manifest.webmanifest"),
        tag("link", rel="icon", href=f"{base}/icon.svg", type="image/svg+xml"),
        tag("link", rel="apple-touch-icon", href=f"{base}/icon-192.png"),
        tag("link", rel="stylesheet", href=f"{base}/shell.css"),
        tag("script", type="module", src=f"{base}/shell.js"),
    ]
    said = {name: {text.text: voice(name, HOME)(text) for text in WORDS} for name in languages()}
    words = msgspec.json.encode(said).decode().replace("</", "<\\/")
    body = tag(
        "body",
        tag("iframe", title="mousehole"),
        tag(
            "footer",
            tag("p", id="word", role="status"),
            tag("progress", max=1, value=0, hidden=True, aria_labelledby="word"),
            tag("button", type="button", hidden=True),
            hidden=True,
        ),
        tag("script", Html(words), type="application/json", id="words"),
        data_sizes=msgspec.json.encode(sizes).decode(),
        data_ahead=msgspec.json.encode([*ahead]).decode(),
    )
    return "<!doctype html>" + tag("html", tag("head", head), body, lang="en")
