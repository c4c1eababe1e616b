"""Packs what Python in a browser is filled with: a small part of its library at once, the rest with the house.

Parts of Python, of packages and of the house that no page asks for are left out: whole games, replays, reviews and
guided games are played in a browser without them.
"""

import io
import lzma
import os
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fnmatch import fnmatchcase
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import msgspec

from mousehole.core.words import line
from mousehole.offline.building.fetching import done, program
from mousehole.web.static_files import static_list

# fmt: off
STANDARD = (
    "*/__main__.py", "__hello__.py", "__phello__*", "_ast_unparse.py", "_compat_pickle.py", "_markupbase.py",
    "_py_abc.py", "_pydatetime.py", "_pydecimal.py", "_pyio.py", "_pylong.py", "_pyrepl/*", "_sysconfigdata*",
    "antigravity.py", "argparse.py", "asyncio/proactor_events.py", "asyncio/tools.py", "asyncio/windows_*.py",
    "bdb.py", "cmd.py", "code.py", "colorsys.py", "compileall.py", "concurrent/futures/interpreter.py",
    "concurrent/futures/process.py", "configparser.py", "cProfile.py", "csv.py", "ctypes/*", "curses/*", "dbm/*",
    "difflib.py", "doctest.py", "email/_header_value_parser.py", "email/contentmanager.py",
    "email/headerregistry.py", "email/mime/*", "email/policy.py", "ensurepip/*", "filecmp.py", "fileinput.py",
    "ftplib.py", "getopt.py", "getpass.py", "graphlib.py", "html/parser.py", "http/cookiejar.py", "http/server.py",
    "idlelib/*", "imaplib.py", "json/tool.py", "lib2to3/*", "logging/config.py", "logging/handlers.py",
    "mailbox.py", "modulefinder.py", "multiprocessing/*", "netrc.py", "nturl2path.py", "optparse.py", "pdb.py",
    "pickle.py", "pickletools.py", "platform.py", "plistlib.py", "poplib.py", "pprint.py", "profile.py",
    "pstats.py", "pty.py", "py_compile.py", "pyclbr.py", "pydoc.py", "pydoc_data/*", "pyodide/console.py",
    "pyodide/http/*", "rlcompleter.py", "runpy.py", "sched.py", "shelve.py", "smtplib.py", "socketserver.py",
    "sre_*.py", "stringprep.py", "symtable.py", "sysconfig/*", "tabnanny.py", "tarfile.py", "test/*", "this.py",
    "timeit.py", "tkinter/*", "trace.py", "tracemalloc.py", "tty.py", "turtle.py", "turtledemo/*", "unittest/*",
    "urllib/robotparser.py", "venv/*", "wave.py", "webbrowser.py", "wsgiref/*", "xml/dom/*",
    "xml/etree/cElementTree.py", "xml/etree/ElementInclude.py", "xml/sax/expatreader.py", "xmlrpc/*", "zipapp.py",
    "zoneinfo/*",
)
# Parts of it that are inside Python itself, where they are taken from.
FROZEN = frozenset((
    "_collections_abc.py", "_sitebuiltins.py", "abc.py", "codecs.py", "genericpath.py", "importlib/_bootstrap.py",
    "importlib/_bootstrap_external.py", "importlib/machinery.py", "importlib/util.py", "io.py", "ntpath.py", "os.py",
    "posixpath.py", "site.py", "stat.py", "zipimport.py",
))
ENCODINGS = frozenset((
    "__init__", "aliases", "ascii", "cp1252", "cp437", "idna", "iso8859_1", "latin_1", "punycode",
    "raw_unicode_escape", "unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_8", "utf_8_sig",
))
# fmt: on
STAND_INS = {
    "html/entities.py": b"html5 = {}\n",  # all that `html` itself asks of it: nothing here unescapes a text
    "urllib/request.py": b"",  # `xml.sax.saxutils` imports it for readers of XML, of which there are none
}
PACKAGES = (
    *("*.data/*", "*.dist-info/*", "*.pyi", "idna/*", "segno/cli.py", "segno/helpers.py"),
    "typing_extensions.py",
    *("starlette/authentication.py", "starlette/config.py", "starlette/endpoints.py", "starlette/schemas.py"),
    *("starlette/middleware/base.py", "starlette/middleware/opentelemetry.py"),
    *("starlette/middleware/[acghstw]*.py", "starlette/templating.py", "starlette/testclient.py"),
)
# Nothing here streams or runs threads, so that Starlette imports no more of anyio than its names.
ANYIO = frozenset(
    (
        "__init__.py",
        "_lazyimport.py",
        "to_thread.py",
        "_core/__init__.py",
        "_core/_eventloop.py",
        "_core/_exceptions.py",
    )
)
HOUSE = (
    *("offline/building/*", "offline/shell/*", "cli/*", "envs/*", "skeleton/*", "terminal/*", "testing/*"),
    *("art/*.png", "art/*.jpg", "web/manual/*", "web/static/*"),  # a list of the static files stands in for them
    *("library/[bcdnrs]*.py", "library/positions.py"),  # for programs
    *("bus/redis.py", "players/ray_cluster.py", "store/postgres*.py", "web/serve.py"),
    *("host/job_queue.py", "host/processes.py"),
    *("web/server/connections.py", "web/server/prometheus_metrics.py"),
    *("games/*/solver/gpu*.py", "games/*/solver/batch_oracle.py"),  # for arrays
    *("*.cpp", "*.h", "*.cu", "compiled/wasmtime_modules.py", "games/*/companions/tensor.py"),
    "games/*/weights/*",  # fetched when they are first of use
    "games/*/campaigns/*",  # as heavy as a game, and a first visit waits for all of this
    "compiled/native/building.py",  # for those who build
)
WORKSHOP = (
    *(f"mousehole/web/workshop/{name}.py*" for name in ("edits", "keeping", "trying", "views", "words")),
    *("mousehole/web/routes/workshop_routes.py*", "mousehole/web/pages/workshop_pages.py*"),
    *("mousehole/core/toml_edits.py*", "mousehole/games/*/tools/*", "mousehole/games/*/labels.toml"),
)
# Parts of the standard library that Python asks for before it can unpack anything.
# fmt: off
AT_ONCE = frozenset((
    "__future__", "_colorize", "_opcode_metadata", "_py_warnings", "_pyodide", "_weakrefset", "annotationlib", "ast",
    "asyncio", "base64", "bisect", "bz2", "codeop", "collections", "compression", "concurrent", "contextlib",
    "contextvars", "copy", "copyreg", "dataclasses", "dis", "encodings", "enum", "fnmatch", "functools", "glob",
    "heapq", "importlib", "inspect", "json", "keyword", "linecache", "locale", "logging", "lzma", "opcode", "operator",
    "pathlib", "pyodide", "random", "re", "reprlib", "selectors", "shutil", "signal", "socket", "ssl", "string",
    "struct", "subprocess", "tempfile", "textwrap", "threading", "token", "tokenize", "traceback", "types", "typing",
    "warnings", "weakref", "zipfile",
))
# fmt: on


def of_standard(name: str) -> bool:
    """Whether a file of the standard library stays away."""
    folder, _, module = name.partition("/")
    strange = folder == "encodings" and module.partition(".")[0] not in ENCODINGS
    return strange or name in FROZEN or _among(name, STANDARD)


def of_packages(name: str) -> bool:
    """Whether a file of a package stays away."""
    package, _, module = name.partition("/")
    strange = package == "anyio" and module not in ANYIO and not module.startswith("abc/")
    return strange or _among(name, PACKAGES)


def of_house(name: str) -> bool:
    """Whether a file of the house stays away; names begin below `mousehole`."""
    return _among(name, HOUSE)


def of_workshop(name: str) -> bool:
    """Whether a file comes only with the first question to the workshop."""
    return _among(name, WORKSHOP)


def at_once(name: str) -> bool:
    """Whether Python needs a file of its library before it can unpack the rest."""
    return name.partition("/")[0].partition(".")[0] in AT_ONCE


def _among(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


HERE = Path(str(files("mousehole.offline") / "building"))
MOMENT = (1980, 1, 1, 0, 0, 0)  # the same archive whenever it is written
BEST = {"preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "pb": 0}  # bytes say more about the next one than where they lie
PACKER = {"id": lzma.FILTER_LZMA2, **BEST, "dict_size": 2**24}  # whoever unpacks needs that much memory


def archives(python: Path, wheels: Iterable[Path], kept: Path) -> dict[str, bytes]:
    """The archives, compiled; the same parts are compiled and packed once."""
    library = _members(_compiled(python, _stored(_standard(python / "python_stdlib.zip")), kept))
    packages = _members(_compiled(python, _stored((*_packages(wheels), *_house())), kept))
    early = [(name, data) for name, data in library if at_once(name)]
    late = [(name, data) for name, data in library if not at_once(name)]
    rest = _stored([*late, *((name, data) for name, data in packages if not of_workshop(name))])
    more = _stored((name, data) for name, data in packages if of_workshop(name))
    return {"standard.zip": _stored(early), "house.zip.xz": _packed(rest, kept), "workshop.zip.xz": _packed(more, kept)}


def _compiled(python: Path, data: bytes, kept: Path) -> bytes:
    how = b"".join((HERE / name).read_bytes() for name in ("compiled_modules.py", "compile.mjs"))

    def compile_there(rough: Path) -> None:
        rough.write_bytes(data)
        node = program("node", line("Python for browsers needs Node.js, which is not here"))
        done([node, str(HERE / "compile.mjs"), str(python), str(HERE / "compiled_modules.py"), str(rough)], "node")

    return _made_once(kept / f"compiled-{_mark(data + how)}.zip", compile_there)


def _packed(data: bytes, kept: Path) -> bytes:
    file = kept / f"packed-{_mark(data + repr(PACKER).encode())}.xz"
    return _made_once(file, lambda rough: rough.write_bytes(lzma.compress(data, filters=[PACKER])))


def _mark(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]


def _made_once(file: Path, make: Callable[[Path], object]) -> bytes:
    """What a file holds, which is made where nobody looks if it is not there; its time says when it was last of use."""
    with suppress(FileNotFoundError):  # another build may clear it away at any moment
        data = file.read_bytes()
        os.utime(file)
        return data
    rough = file.with_suffix(f".{os.getpid()}")
    make(rough)
    data = rough.read_bytes()
    rough.replace(file)
    return data


def _standard(library: Path) -> Iterator[tuple[str, bytes]]:
    members = {name: data for name, data in _members(library.read_bytes()) if not of_standard(name)}
    return iter((members | STAND_INS).items())


def _packages(wheels: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    for wheel in wheels:
        yield from ((name, data) for name, data in _members(wheel.read_bytes()) if not of_packages(name))


def _house() -> Iterator[tuple[str, bytes]]:
    root = Path(str(files("mousehole")))
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.is_file() and "__pycache__" not in name and not of_house(name):
            yield f"mousehole/{name}", path.read_bytes()
    yield "mousehole/web/static.json", msgspec.json.encode(static_list())


def _members(archive: bytes) -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        return [(name, found.read(name)) for name in found.namelist() if not name.endswith("/")]


def _stored(members: Iterable[tuple[str, bytes]]) -> bytes:
    """An archive that is packed as a whole afterwards, which makes it smaller than packing each file."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, data in sorted(members, key=_kind):
            archive.writestr(zipfile.ZipInfo(name, MOMENT), data)
    return written.getvalue()


def _kind(member: tuple[str, bytes]) -> tuple[str, str]:
    """Files of one kind lie together, where they are packed best."""
    return member[0].rpartition(".")[2], member[0]
