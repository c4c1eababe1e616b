"""Art and static files: read once, compressed once, served under their hash, so that browsers keep them for good."""

import gzip
import os
import re
from collections.abc import Iterator
from contextvars import ContextVar
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from posixpath import dirname, join, normpath

import msgspec
from msgspec import Struct

from mousehole import shelf
from mousehole.core.words import HOME, Line, Voice, art_of

TYPES = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}
STATIC = files("mousehole.web") / "static"
LIST = files("mousehole.web") / "static.json"
SHEET = re.compile(rb'@import url\("([\w./-]+)"\);')
MODULE = re.compile(rb'^(?:import|export)\b[^;]*?"(\.{1,2}/[\w./-]+)";', re.MULTILINE)
SAID = re.compile(r'\bsay\(\s*"([^"]+)"(?:,\s*(?:\{[^{}]*\}|\w+),\s*"([^"]+)")?')  # a text, its values, its plural
IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.{1,2}/[\w./-]+)";\n', re.MULTILINE)
LATER = re.compile(r'\bimport\("(\.{1,2}/[\w./-]+)"\)')  # a module that is loaded when it is needed
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
COMMENT = re.compile(r"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/[ \t]*|//.*)\n", re.MULTILINE)  # on lines of its own
JOINED = "joined/"
one_by_one = ContextVar("one_by_one", default=False)  # whether pages ask for modules that no server joins
WORTHWHILE_RATIO = 0.9  # what packing does not make smaller than that is sent as it is


class Served:
    """A file as browsers get it."""

    def __init__(self, name: str, data: bytes) -> None:
        self.data = data
        self.type = TYPES[name.rpartition(".")[2]]
        self.mark = _mark(data)

    @cached_property
    def packed(self) -> bytes | None:
        """Pack the file, where that makes it smaller."""
        packed = gzip.compress(self.data, mtime=0)
        return packed if len(packed) < WORTHWHILE_RATIO * len(self.data) else None


@cache
def static() -> dict[str, Served]:
    """Read every static file; imports of a style sheet are inlined, which saves requests."""
    found = dict(_files(STATIC)) if STATIC.is_dir() else {}
    served = [name for name in found if name.rpartition(".")[2] in TYPES]
    whole = {name: _whole(name, found) for name in served}
    whole |= {_joined_name(name): _joined(name, found) for name in served if PAGE.fullmatch(name)}
    return {name: Served(name, data) for name, data in whole.items()}


def _whole(name: str, found: dict[str, bytes]) -> bytes:
    return SHEET.sub(lambda sheet: found[beside(name, sheet[1])], found[name])


PAGE = re.compile(r"pages/\w+\.js|table/table\.js")  # a script that a page asks for


def script_names(script: str) -> tuple[str, ...]:
    """The files a page asks for to run a script: one that holds all its modules, or where there is none, each."""
    if LIST.is_file() or one_by_one.get():
        return modules(script)
    return (_joined_name(script),)


def _joined_name(script: str) -> str:
    return JOINED + script.rpartition("/")[2]


def _joined(script: str, found: dict[str, bytes]) -> bytes:
    """Join a script and its modules: each becomes a function of what it exports, those it needs before it."""
    order = dict[str, None]()

    def visit(name: str) -> None:
        for near in MODULE.findall(found[name]):
            visit(beside(name, near))
        order.setdefault(name)

    visit(script)
    return "".join(_module(name, name == script, found[name].decode()) for name in order).encode()


def _module(name: str, entry: bool, text: str) -> str:
    """Write a module as a part of a joined script; the last one, which the page asked for, needs no function."""
    exports = EXPORT.findall(text)
    text = EXPORT.sub("", COMMENT.sub("", text))
    text = IMPORT.sub(lambda found: _taken(found[1], beside(name, found[2].encode())), text)
    text = LATER.sub(lambda found: f'import("../{beside(name, found[1].encode())}")', text)
    if entry:
        return text
    return f"const {_variable(name)} = (() => {{\n{text}return {{ {', '.join(exports)} }};\n}})();\n"


def _taken(names: str | None, module: str) -> str:
    """Take what a module imports from what another one exports."""
    return f"const {{{names.replace(' as ', ': ')}}} = {_variable(module)};\n" if names else ""


def _variable(module: str) -> str:
    return "$" + re.sub(r"\W", "_", module)


def _files(folder: Traversable, before: str = "") -> Iterator[tuple[str, bytes]]:
    for path in folder.iterdir():
        if path.is_dir():
            yield from _files(path, f"{before}{path.name}/")
        else:
            yield before + path.name, path.read_bytes()


def beside(name: str, relative: bytes) -> str:
    """The name of the file that another one refers to by a relative path."""
    return normpath(join(dirname(name), relative.decode()))


class StaticList(Struct, frozen=True):
    """What pages say about static files: their version, imports of each script, sentences with plurals."""

    mark: str
    modules: dict[str, tuple[str, ...]]
    sentences: tuple[tuple[str, str], ...]


@cache
def static_list() -> StaticList:
    """Read the list where another server serves the files; otherwise make it."""
    if LIST.is_file():
        return msgspec.json.decode(LIST.read_bytes(), type=StaticList)
    mark = _mark(b"".join(sorted(name.encode() + file.mark.encode() for name, file in static().items())))
    scripts = sorted(name for name in static() if name.endswith(".js") and not name.startswith(JOINED))
    said = {found: None for name in scripts for found in SAID.findall(static()[name].data.decode())}
    return StaticList(mark, {name: _imported(name) for name in scripts}, tuple(said))


def static_mark() -> str:
    """Name the version of the static files, all of them together: they refer to each other by relative paths."""
    return static_list().mark


def static_address(name: str) -> str:
    """Say where a static file is served for good."""
    return f"/static/{static_mark()}/{name}"


def modules(script: str) -> tuple[str, ...]:
    """A script and every module that it imports, direct ones first, so that a page can ask for all at once."""
    return static_list().modules[script]


def _imported(script: str) -> tuple[str, ...]:
    found, wanted = {script: None}, [script]
    while wanted:
        script = wanted.pop(0)
        near = [beside(script, name) for name in MODULE.findall(static()[script].data)]
        wanted += [name for name in near if name not in found]
        found |= dict.fromkeys(near)
    return tuple(found)


def art(name: str, campaigns: bool = True) -> Served | None:
    """Find the art of a game, or of the house."""
    if name != "house" and name not in shelf.names():
        return None
    return _art(name) if campaigns else _sheets(name)[0]


@cache
def _art(name: str) -> Served | None:
    return _sheets(name)[1]


SEAM = b'</svg>\n<svg xmlns="http://www.w3.org/2000/svg">\n'  # between two sheets that are served as one


def _sheets(name: str) -> tuple[Served | None, Served | None]:
    """The sheet of a game alone, and with that of its campaigns."""
    sheets = [file.read_bytes() for file in art_of(HOME if name == "house" else shelf.find(name).package)]
    if not sheets:
        return None, None
    return Served("sprites.svg", sheets[0]), Served("sprites.svg", b"".join(sheets).replace(SEAM, b""))


def art_address(name: str) -> str:
    """Say where the art of a game, or of the house, is served for good."""
    found = art(name)
    return f"/art/{name}.svg?v={found.mark if found else 0}"


def _mark(data: bytes) -> str:
    return sha256(data).hexdigest()[:12]


@cache
def sentences() -> tuple[Line, ...]:
    """Every sentence of the scripts, as found in their calls of `say`."""
    return tuple(Line(text, plural=plural) for text, plural in static_list().sentences)


def words_json(say: Voice) -> str:
    """Write the words of the scripts: by English text, plurals as their forms."""
    return msgspec.json.encode({words.text: _forms(words, say) for words in sentences()}).decode()


def _forms(words: Line, say: Voice) -> str | list[str]:
    forms = say.forms(words)
    return forms if words.plural else forms[0]


MANUAL_VARIABLE = "MOUSEHOLE_DOCS"  # the environment may name another folder


def manual_folder() -> Path | None:
    """The folder of the manual, or None where it has not been built."""
    folder = Path(os.environ.get(MANUAL_VARIABLE) or str(files("mousehole.web") / "manual"))
    return folder if (folder / "index.html").is_file() else None
