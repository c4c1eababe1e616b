"""Writes the folder: the outer page, pages written beforehand, every file, and the list the service worker goes by."""

import asyncio
import gzip
import shutil
import tempfile
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path

import msgspec

from mousehole import shelf
from mousehole.core.words import HOME, Line, UserError, languages, line, voice
from mousehole.offline.browser_house import open_house
from mousehole.offline.browser_jobs import LEARNED
from mousehole.offline.building.fetching import code_reader, forget_old, kept_parts, python_for_browsers, wheels
from mousehole.offline.building.packing import archives
from mousehole.offline.requests import Origin
from mousehole.web.install_files import MANIFEST, manifest, pictures
from mousehole.web.pages.html import Html, tag
from mousehole.web.static_files import JOINED, TYPES, WORTHWHILE_RATIO, art, one_by_one, static, static_mark

SERVICE = "service_worker.js"
NEARBY = "calling call_form camera hosting near peer_line qr saved_files thinking_worker together visiting"
NEAR = tuple(f"{name}.js" for name in NEARBY.split())  # scripts that are read once the service worker is there
SIGN = "mousehole.json"  # says that a folder is ours, and which build lies in it
LIST = '/*LIST*/ { build: "", files: {}, packed: {}, early: {}, sorry: {} }'
PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LOCK = b'{"info": %s, "packages": {}}'
PACKED = ".packed"  # no host takes that for a file that it should unpack, or pack once more
PAGES = {"html": "text/html; charset=utf-8", "mjs": "text/javascript"}
KINDS = TYPES | PAGES | {"wasm": "application/wasm", "zip": "application/zip"}
FONT = b'@font-face { font-family: Manrope; src: url("static/%s/ui/manrope.woff2"); font-weight: 300 800; }\n'
SMALL = 2_000  # bytes below which packing is not worth a word


def write(folder: Path, base: str) -> str:
    """Write the whole edition; the name of the build comes back."""
    refuse_others(folder)
    kept = kept_parts()
    python = python_for_browsers(kept)
    found = house_files() | python_files(python) | archives(python, wheels(kept), kept)
    shell = shell_files()
    found |= {name: shell.pop(name) for name in NEAR} | {"jsqr.js": code_reader(kept)}
    found["near_words.js"] = b"export const words = %s;\n" % msgspec.json.encode(said(NEAR_WORDS))
    early = place_early(found, asyncio.run(early_pages(base)))
    parts = {name: len(found[name]) for name in ("house.zip.xz", "standard.zip", "pyodide/pyodide.asm.wasm")}
    packed = pack(found)
    weights = {name: [size, len(found.get(name + PACKED) or found[name])] for name, size in parts.items()}
    found |= shell | {"index.html": shell_page(base, weights, early["en"]).encode()}
    build = sha256(msgspec.json.encode(marks(found))).hexdigest()[:12]
    sorry = {name: str(sorry_page(name)) for name in languages()}
    listed = {"build": build, "files": marks(found), "packed": packed, "early": early, "sorry": sorry}
    found[SERVICE] = found.pop(SERVICE).replace(LIST.encode(), msgspec.json.encode(listed))
    found[SIGN] = msgspec.json.encode({"build": build, "base": f"{base}/"})
    put(folder, found)
    forget_old(kept)
    return build


def refuse_others(folder: Path) -> None:
    """Stop at a folder that holds something else."""
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / SIGN).is_file())):
        raise UserError(line("{folder} holds something else: name an empty folder", folder=str(folder)))


def shell_files() -> dict[str, bytes]:
    """What is asked for before the service worker is there, which has to lie as it is."""
    shell = files("mousehole.offline") / "shell"
    found = {path.name: path.read_bytes() for path in shell.iterdir() if path.is_file()}
    found["shell.css"] = FONT % static_mark().encode() + found["shell.css"]  # the outer page writes as the others do
    return found | pictures() | manifests()


def manifests() -> dict[str, bytes]:
    """The manifest in every language: the service worker knows which one is asked for."""
    found = {f"{name}.{MANIFEST}": manifest(name, alone=True) for name in languages()}
    return found | {MANIFEST: found[f"en.{MANIFEST}"]}


def house_files() -> dict[str, bytes]:
    """Scripts and styles of the pages, and all art; joined scripts save nothing where all lies at hand."""
    plain = {name: file for name, file in static().items() if not name.startswith(JOINED)}
    found = {f"static/{static_mark()}/{name}": file.data for name, file in plain.items()} | learned_files()
    pictures = {name: art(name, campaigns=False) for name in ("house", *shelf.names())}
    return found | {f"art/{name}.svg": picture.data for name, picture in pictures.items() if picture}


def learned_files() -> dict[str, bytes]:
    """The weights of learned values, which come when a player first needs them."""
    root = files("mousehole") / "games"
    with as_file(root) as games:
        found = sorted(games.glob("*/weights/*.npz"))
        return {f"{LEARNED}{file.relative_to(games.parent).as_posix()}": file.read_bytes() for file in found}


def python_files(python: Path) -> dict[str, bytes]:
    """Python itself, with a list of packages that is empty: the house brings its own."""
    info = msgspec.json.decode((python / "pyodide-lock.json").read_bytes())["info"]
    found = {f"pyodide/{name}": (python / name).read_bytes() for name in PYTHON}
    return found | {"pyodide/pyodide-lock.json": LOCK % msgspec.json.encode(info)}


def place_early(found: dict[str, bytes], pages: dict[str, dict[str, bytes]]) -> dict[str, dict[str, str]]:
    """Put pages that were written beforehand among the files; which stands for which path comes back."""
    early: dict[str, dict[str, str]] = {}
    for language, by_path in pages.items():
        for path, data in by_path.items():
            name = f"early/{language}/{path or 'home'}.html"
            found[name] = data
            early.setdefault(language, {})[path] = name
    return early


def pack(found: dict[str, bytes]) -> dict[str, str]:
    """Pack what gets smaller: any host is then as good as one that packs. What each is when unpacked comes back."""
    kinds = {name: KINDS.get(name.rpartition(".")[2]) for name, data in found.items() if len(data) >= SMALL}
    packed: dict[str, str] = {}
    for name, kind in kinds.items():
        smaller = gzip.compress(found[name], 9, mtime=0) if kind else found[name]
        if kind and len(smaller) < WORTHWHILE_RATIO * len(found[name]):
            del found[name]
            found[name + PACKED], packed[name] = smaller, kind
    return packed


def marks(found: dict[str, bytes]) -> dict[str, str]:
    """The hash of every file, as browsers check it."""
    return {name: b64encode(sha256(found[name]).digest()).decode() for name in sorted(found) if name != SERVICE}


def put(folder: Path, found: dict[str, bytes]) -> None:
    """Write all files, first where nobody looks: a full disk leaves what was there before."""
    rough = folder.resolve().with_name(f"{folder.resolve().name}.rough")
    shutil.rmtree(rough, ignore_errors=True)
    try:
        for name, data in found.items():
            file = rough / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        shutil.rmtree(folder, ignore_errors=True)
        rough.replace(folder)
    finally:
        shutil.rmtree(rough, ignore_errors=True)


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
    line("mousehole can stand among your apps, and works there without a network too."),
    line("Install"),
    line("Not now"),
    line("There is no room left on this device. The last move may not be kept."),
    line("The browser has deleted the games that were kept here. A file with them brings them back."),
    line("The browser has just deleted the games that were kept here. What you play now is not kept."),
    line("This browser lets mousehole keep nothing: your games end with this page. Save them as a file."),
    line("This browser does not let mousehole keep its files. Allow it to, or use another browser."),
    line("What is kept"),
    line("A file of mousehole did not arrive as it should."),
    line("This device has too little memory left for mousehole. Close other pages and programs."),
    line("mousehole is open elsewhere in this browser. Close its other tabs and try again."),
    line("mousehole could not start here."),
    line("mousehole has stopped."),
    line("mousehole takes longer than usual to start."),
    line("Your games are kept."),
    line("The bots cannot think right now: they move at random."),
    line("Try again"),
    line("Start afresh"),
    line("Keep all games as a file"),
    line("This browser cannot run mousehole on its own. A newer one can, at an address that begins with https."),
)
NEAR_WORDS = (
    line("Somebody joins"),
    line("Join a table on another phone"),
    line("Let the other phone read this code with its camera."),
    line("Show this code to the other phone. Once it has read it, you are at its table."),
    line("Now read the code of the other phone"),
    line("Hold the code of the other phone in front of the camera."),
    line("Without a camera"),
    line("Send this to the other phone, where it is opened or pasted."),
    line("Paste here what the other phone shows"),
    line("Use it"),
    line("Copy"),
    line("Copied"),
    line("QR code"),
    line("The phones are looking for each other…"),
    line("The other phone is here."),
    line("{name} comes back", name="{name}"),
    line("Let the other phone read this code: nothing else is needed."),
    line("Done"),
    line("Cancel"),
    line("No camera can be used here. Copy what the other phone shows, and paste it."),
    line("This is no code of mousehole."),
    line("This code answers another one: begin again."),
    line("The other phone cannot be reached. It comes back by itself while both are near."),
    line("The phones cannot reach each other. Both have to be in the same Wi-Fi, or one in the hotspot of the other."),
    line("The two phones have different versions of mousehole. Open it on both with a network, once."),
    line("You can close this page: mousehole goes on where you left it."),
    line("This phone is in no network. Switch on its Wi-Fi or its hotspot, and try again."),
    line("Read a new code"),
    line("Play on here"),
    line("Back to my own games"),
)
LATE = line("mousehole has not started.")
SORRY = line("This page did not come.")
AGAIN = line("Try again")


def sorry_page(language: str) -> str:
    """Write the page that is shown where no other can be."""
    say = voice(language, HOME)
    head = [tag("meta", charset="utf-8"), tag("title", "mousehole")]
    body = tag("body", tag("main", tag("p", say(SORRY)), tag("p", tag("a", say(AGAIN), href=""))))
    return "<!doctype html>" + tag("html", tag("head", head), body, lang=language)


def late_words() -> Html:
    """Write what is shown if none of the scripts is read, which would have taken it away."""
    ways = [(name, voice(name, HOME)) for name in languages()]
    said = [tag("span", say(LATE), " ", tag("a", say(AGAIN), href=""), " ", lang=name) for name, say in ways]
    return tag("p", said, class_="late")


def said(words: Iterable[Line]) -> dict[str, dict[str, str]]:
    """Words in every language, by their English."""
    return {name: {text.text: voice(name, HOME)(text) for text in words} for name in languages()}


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
    words = msgspec.json.encode(said(WORDS)).decode().replace("</", "<\\/")
    body = tag(
        "body",
        tag("iframe", title="mousehole"),
        tag(
            "footer",
            tag("p", id="word", role="status"),
            tag("progress", max=1, value=0, hidden=True, aria_labelledby="word"),
            hidden=True,
        ),
        late_words(),
        tag("script", Html(words), type="application/json", id="words"),
        data_sizes=msgspec.json.encode(sizes).decode(),
        data_ahead=msgspec.json.encode([*ahead]).decode(),
    )
    return "<!doctype html>" + tag("html", tag("head", head), body, lang="en")


async def early_pages(base: str) -> dict[str, dict[str, bytes]]:
    """The shelf and how to play each game, by language and path; the folder has no joined scripts."""
    one_by_one.set(True)
    paths = ["", *(f"learn/{name}" for name in shelf.names())]
    with tempfile.TemporaryDirectory() as folder:
        origin = msgspec.json.encode(Origin("localhost", base=base)).decode()
        house = await open_house(origin, str(Path(folder) / "early.db"), _unheard, _unheard, bool)
        try:
            return {name: {path: await house.page_ahead(path, name) for path in paths} for name in languages()}
        finally:
            await house.close()


def _unheard(*told: object) -> None:
    pass
