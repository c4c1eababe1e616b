"""What the folder does without: parts of Python, of packages and of the house that nobody asks for in a browser.

Whole games, replays, reviews and guided games are played in a browser without them.
"""

from fnmatch import fnmatchcase

# fmt: off
STANDARD = (
    "*/__main__.py", "__hello__.py", "__phello__*", "_ast_unparse.py", "_markupbase.py", "_py_abc.py", "_pydatetime.py",
    "_pydecimal.py", "_pyio.py", "_pylong.py", "_pyrepl/*", "_sysconfigdata*", "antigravity.py", "argparse.py",
    "asyncio/proactor_events.py", "asyncio/tools.py", "asyncio/windows_*.py", "bdb.py", "cmd.py", "code.py",
    "colorsys.py", "compileall.py", "concurrent/futures/interpreter.py", "concurrent/futures/process.py",
    "configparser.py", "cProfile.py", "csv.py", "ctypes/*", "curses/*", "dbm/*", "difflib.py", "doctest.py",
    "email/_header_value_parser.py", "email/contentmanager.py", "email/headerregistry.py", "email/mime/*",
    "email/policy.py", "ensurepip/*", "filecmp.py", "fileinput.py", "ftplib.py", "getopt.py", "getpass.py",
    "graphlib.py", "html/parser.py", "http/cookiejar.py", "http/server.py", "idlelib/*", "imaplib.py", "json/tool.py",
    "lib2to3/*", "logging/config.py", "logging/handlers.py", "mailbox.py", "modulefinder.py", "multiprocessing/*",
    "netrc.py", "nturl2path.py", "optparse.py", "pdb.py", "pickletools.py", "platform.py", "plistlib.py", "poplib.py",
    "pprint.py", "profile.py", "pstats.py", "pty.py", "py_compile.py", "pyclbr.py", "pydoc.py", "pydoc_data/*",
    "pyodide/console.py", "pyodide/http/*", "rlcompleter.py", "runpy.py", "sched.py", "shelve.py", "smtplib.py",
    "socketserver.py", "sre_*.py", "stringprep.py", "symtable.py", "sysconfig/*", "tabnanny.py", "tarfile.py", "test/*",
    "this.py", "timeit.py", "tkinter/*", "trace.py", "tracemalloc.py", "tty.py", "turtle.py", "turtledemo/*",
    "unittest/*", "urllib/robotparser.py", "venv/*", "wave.py", "webbrowser.py", "wsgiref/*", "xml/dom/*",
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
PACKAGES = (
    *("*.data/*", "*.dist-info/*", "*.pyi", "idna/*", "segno/cli.py"),
    *("starlette/authentication.py", "starlette/config.py", "starlette/endpoints.py", "starlette/schemas.py"),
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
    *("anywhere/building/*", "anywhere/shell/*", "cli/*", "envs/*", "skeleton/*", "terminal/*", "testing/*"),
    *("art/*.png", "web/manual/*", "web/static/*"),  # a list of the static files stands in for them
    *("bus/redis.py", "library/remote.py", "players/ray_cluster.py", "store/postgres*.py", "web/serve.py"),
    *("host/jobs/asking_workers.py", "host/jobs/queue.py", "host/jobs/worker.py"),
    "web/operations/prometheus_meters.py",
    *("games/*/card/*", "games/*/fast/*", "games/*/weights/*", "games/*/solver/gpu*.py"),  # they need a compiler
    *("*.cu", "games/*/tensor.py", "games/*/companions/tensor.py"),  # for learning machines
    *("compiled/native/building.py", "compiled/native/*.h", "games/*/tools/*"),  # for those who build
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


def at_once(name: str) -> bool:
    """Whether Python needs a file of its library before it can unpack the rest."""
    return name.partition("/")[0].partition(".")[0] in AT_ONCE


def _among(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)
