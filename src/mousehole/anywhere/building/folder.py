"""Writes the folder: every file, and the list with their hashes that the service worker goes by."""

import asyncio
import gzip
import shutil
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import msgspec

from mousehole import shelf
from mousehole.anywhere.building.early_pages import early_pages
from mousehole.anywhere.building.fetching import forget_old, kept_parts, python_for_browsers, wheels
from mousehole.anywhere.building.packing import archives
from mousehole.anywhere.building.shell_page import shell_page
from mousehole.core.words import Trouble, line
from mousehole.web.routes.install_routes import install_files
from mousehole.web.static_files import TYPES, WORTH, art, static, static_mark

SERVICE = "service_worker.js"
SIGN = "mousehole.json"  # says that a folder is ours, and which build lies in it
LIST = '/*LIST*/ { build: "", files: {}, packed: {}, early: {} }'
PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LOCK = b'{"info": %s, "packages": {}}'
PACKED = ".packed"  # no host takes that for a file that it should unpack, or pack once more
PAGES = {"html": "text/html; charset=utf-8", "mjs": "text/javascript"}
KINDS = TYPES | PAGES | {"wasm": "application/wasm", "zip": "application/zip"}
FONT = b'@font-face { font-family: Manrope; src: url("static/%s/manrope.woff2"); font-weight: 300 800; }\n'
SMALL = 2_000  # bytes below which packing is not worth a word


def write(folder: Path, base: str) -> str:
    """Write the whole edition; the name of the build comes back."""
    refuse_others(folder)
    kept = kept_parts()
    python = python_for_browsers(kept)
    found = house_files() | python_files(python) | archives(python, wheels(kept), kept)
    early = place_early(found, asyncio.run(early_pages(base)))
    parts = {name: len(found[name]) for name in ("house.zip.xz", "standard.zip", "pyodide/pyodide.asm.wasm")}
    packed = pack(found)
    weights = {name: [size, len(found.get(name + PACKED) or found[name])] for name, size in parts.items()}
    found |= shell_files() | {"index.html": shell_page(base, weights, early["en"]).encode()}
    build = sha256(msgspec.json.encode(marks(found))).hexdigest()[:12]
    listed = {"build": build, "files": marks(found), "packed": packed, "early": early}
    found[SERVICE] = found.pop(SERVICE).replace(LIST.encode(), msgspec.json.encode(listed))
    found[SIGN] = msgspec.json.encode({"build": build, "base": f"{base}/"})
    put(folder, found)
    forget_old(kept)
    return build


def refuse_others(folder: Path) -> None:
    """Stop at a folder that holds something else."""
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / SIGN).is_file())):
        raise Trouble(line("{folder} holds something else: name an empty folder", folder=str(folder)))


def shell_files() -> dict[str, bytes]:
    """What is asked for before the service worker is there, which has to lie as it is."""
    shell = files("mousehole.anywhere") / "shell"
    found = {path.name: path.read_bytes() for path in shell.iterdir() if path.is_file()}
    found["shell.css"] = FONT % static_mark().encode() + found["shell.css"]  # the outer page writes as the others do
    return found | install_files()


def house_files() -> dict[str, bytes]:
    """Scripts and styles of the pages, and all art."""
    found = {f"static/{static_mark()}/{name}": file.data for name, file in static().items()}
    pictures = {name: art(name) for name in ("house", *shelf.names())}
    return found | {f"art/{name}.svg": picture.data for name, picture in pictures.items() if picture}


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
        if kind and len(smaller) < WORTH * len(found[name]):
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
