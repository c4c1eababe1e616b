"""Writes the folder: every file, and the list with their hashes that the service worker goes by."""

import asyncio
import shutil
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import msgspec

from mousehole import shelf
from mousehole.anywhere.building.early_pages import early_pages
from mousehole.anywhere.building.fetching import kept_parts, python_for_browsers, wheels
from mousehole.anywhere.building.packing import archives
from mousehole.anywhere.building.shell_page import shell_page
from mousehole.core.words import Trouble, line
from mousehole.web.routes.install_routes import install_files
from mousehole.web.static_files import art, static, static_mark

SERVICE = "service_worker.js"
SIGN = "mousehole.json"  # says that a folder is ours, and which build lies in it
LIST = '/*LIST*/ { build: "", files: {}, early: {} }'
PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LOCK = b'{"info": %s, "packages": {}}'


def write(folder: Path, base: str) -> str:
    """Write the whole edition; the name of the build comes back."""
    refuse_others(folder)
    kept = kept_parts()
    python = python_for_browsers(kept)
    found = house_files() | python_files(python) | archives(python, wheels(kept), kept)
    sizes = {name: len(found[name]) for name in ("packages.zip", "standard.zip", "pyodide/pyodide.asm.wasm")}
    found["index.html"] = shell_page(base, sizes).encode()
    early = place_early(found, asyncio.run(early_pages(base)))
    build = sha256(msgspec.json.encode(marks(found))).hexdigest()[:12]
    listed = msgspec.json.encode({"build": build, "files": marks(found), "early": early}).decode()
    found[SERVICE] = found.pop(SERVICE).replace(LIST.encode(), listed.encode())
    found[SIGN] = msgspec.json.encode({"build": build, "base": f"{base}/"})
    put(folder, found)
    return build


def refuse_others(folder: Path) -> None:
    """Stop at a folder that holds something else."""
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / SIGN).is_file())):
        raise Trouble(line("{folder} holds something else: name an empty folder", folder=str(folder)))


def house_files() -> dict[str, bytes]:
    """Scripts and styles of the shell and of the pages, and all art."""
    shell = files("mousehole.anywhere") / "shell"
    found = {path.name: path.read_bytes() for path in shell.iterdir() if path.is_file()} | install_files()
    found |= {f"static/{static_mark()}/{name}": file.data for name, file in static().items()}
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
