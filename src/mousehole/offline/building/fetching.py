"""Fetches Python for browsers and the packages of the house, once: what is kept is checked each time."""

import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from hashlib import sha256, sha512
from pathlib import Path

from msgspec import Struct

from mousehole.core.words import Line, UserError, line
from mousehole.folders import cache_folder


class Wheel(Struct, frozen=True):
    """A package as its index offers it."""

    name: str
    version: str
    sha256: str


PYODIDE = "pyodide@314.0.7"
PYODIDE_SHA512 = (
    "d18bd7c4485f11da4b7dbfd790cd8114078c44eab488c517d9bcf31fda4eb6dc"
    "8c716930abe1db139bb2b860fcd8b37bcb6abe48dbe2ffa579244b0e943d91d4"
)
JSQR = "jsqr@1.4.0"  # reads codes where a browser cannot
JSQR_SHA512 = (
    "7712e86fbabae578360efb2d624469918b662a6dac3c9f68161ae19ae753d5d6"
    "6f34515396ba1a8b70164a92decbfc39bcc70b057460389b1b5e974df47cd4fc"
)
KANJI = re.compile(rb"(?<=exports\.shiftJISTable = \{).*?(?=\n\};)", re.DOTALL)  # two thirds of it: our codes have none
PYTHON = "3.14"
PLATFORM = "pyemscripten_2026_0_wasm32"
WHEELS = (
    Wheel("anyio", "4.16.0", "c66ae634e0b8228396b801741beb3294326d4b6102f7bba4041c0dfb58c29026"),
    Wheel("idna", "3.20", "ab7ae7122974553370f0bdb919e1a960b2cd1bc1ef0276416d896db81c14582c"),
    Wheel("msgspec", "0.22.0", "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"),
    Wheel("segno", "1.6.6", "28c7d081ed0cf935e0411293a465efd4d500704072cdb039778a2ab8736190c7"),
    Wheel("starlette", "1.10.0", "478c0ab3b4ced6e82719849c118fa406f0278a3499c1a898cd15cd31bdc38ce4"),
    Wheel("typing-extensions", "4.16.0", "481caa481374e813c1b176ada14e97f1f67a4539ce9cfeb3f350d78d6370c2e8"),
)


BUILT_FILES = ("compiled-*", "packed-*")
BUILT_FILES_KEPT = 9  # files made for the last three builds
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")


def kept_parts() -> Path:
    """The folder of what was fetched."""
    folder = cache_folder() / "pages"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def python_for_browsers(kept: Path) -> Path:
    """The folder of Pyodide, fetched by npm."""
    archive = _from_npm(kept, PYODIDE, PYODIDE_SHA512)
    folder = kept / archive.stem
    if not all((folder / part).is_file() for part in PARTS):
        _unpack(archive, folder)
    return folder


def code_reader(kept: Path) -> bytes:
    """The script that reads codes from pictures, with its licence; fetched by npm."""
    with tarfile.open(_from_npm(kept, JSQR, JSQR_SHA512)) as packed:
        script, licence = (packed.extractfile(f"package/{name}") for name in ("dist/jsQR.js", "LICENSE"))
        if script is None or licence is None:
            raise UserError(line("{file} is not what it should be: its hash is another one", file=JSQR))
        return b"/*\n" + licence.read().replace(b"*/", b"* /") + b"*/\n" + KANJI.sub(b"", script.read())


def _from_npm(kept: Path, package: str, mark: str) -> Path:
    archive = kept / f"{package.replace('@', '-')}.tgz"
    if not _is(archive, mark):
        npm = program("npm", line("Python for browsers comes by npm, which is not here: install Node.js with npm"))
        done([npm, "pack", "--silent", package, "--pack-destination", str(kept)], "npm")
        if not _is(archive, mark):
            raise UserError(line("{file} is not what it should be: its hash is another one", file=archive.name))
    return archive


def wheels(kept: Path) -> list[Path]:
    """The packages of the house, fetched by pip."""
    found = [_kept(kept, wheel) for wheel in WHEELS]
    if None in found:
        list_of = kept / "wheels.txt"
        list_of.write_text("".join(f"{w.name}=={w.version} --hash=sha256:{w.sha256}\n" for w in WHEELS), "utf-8")
        system = ["--python-version", PYTHON, "--platform", PLATFORM, "--platform", "any"]
        exact = ["--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", str(list_of)]
        done([*pip(), "download", "--quiet", "--dest", str(kept), *system, *exact], "pip")
        found = [_kept(kept, wheel) for wheel in WHEELS]
    return [path for path in found if path]


def forget_old(kept: Path) -> None:
    """Delete what other versions were built from, and what was made for builds that are long past."""
    archives = {f"{package.replace('@', '-')}.tgz" for package in (PYODIDE, JSQR)}
    pinned = {PYODIDE.replace("@", "-"), *archives, *(path.name for path in wheels(kept))}
    fetched = [
        path for pattern in ("pyodide-*", "jsqr-*", "*.whl") for path in kept.glob(pattern) if path.name not in pinned
    ]
    made = sorted((path for pattern in BUILT_FILES for path in kept.glob(pattern)), key=_last_used)
    for path in (*fetched, *made[:-BUILT_FILES_KEPT]):
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def program(name: str, missing: Line) -> str:
    """Find a program, or say what it is needed for."""
    found = shutil.which(name)
    if not found:
        raise UserError(missing)
    return found


def pip() -> list[str]:
    """How pip is called: by this Python, or by the one that made its environment."""
    for python in dict.fromkeys((sys.executable, getattr(sys, "_base_executable", sys.executable))):
        if subprocess.run([python, "-c", "import pip"], capture_output=True, check=False).returncode == 0:
            return [python, "-m", "pip"]
    raise UserError(line("the packages come by pip, which is not here: install it for {python}", python=sys.executable))


def done(command: Sequence[str], name: str) -> None:
    """Run a program; where it fails, its last words are told."""
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        last = (ran.stderr.strip() or ran.stdout.strip() or str(ran.returncode)).splitlines()[-1]
        raise UserError(line("{program} failed: {reason}", program=name, reason=last[-300:]))


def _kept(kept: Path, wheel: Wheel) -> Path | None:
    named = kept.glob(f"{wheel.name.replace('-', '_')}-{wheel.version}-*.whl")
    return next((path for path in named if sha256(path.read_bytes()).hexdigest() == wheel.sha256), None)


def _last_used(file: Path) -> float:
    return file.stat().st_mtime if file.exists() else 0.0  # another build may clear it away at any moment


def _is(file: Path, mark: str) -> bool:
    return file.is_file() and sha512(file.read_bytes()).hexdigest() == mark


def _unpack(archive: Path, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    with tarfile.open(archive) as packed:
        for part in PARTS:
            inside = packed.extractfile(f"package/{part}")
            if inside is None:
                raise UserError(line("{file} is not what it should be: its hash is another one", file=archive.name))
            (folder / part).write_bytes(inside.read())
