"""`mousehole new NAME`."""

import json
import keyword
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from importlib import import_module, invalidate_caches
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from mousehole import shelf
from mousehole.core.words import Line, UserError, line, voice

CHECKOUT = Path(__file__).resolve().parents[3]
IMPORT = re.compile(r"from (?:msgspec|mousehole|PACKAGE)[.\w]* import .*\n")
POINT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "NAME"
version = "0.1.0"
description = "TITLE, a game for mousehole"
requires-python = ">=3.11"
dependencies = ["mousehole"]

[dependency-groups]
test = ["pytest"]

[project.entry-points."mousehole.games"]
NAME = "NAME:GAME"

[tool.hatch.build]
dev-mode-dirs = ["."]

[tool.hatch.build.targets.wheel]
packages = ["NAME"] # every file below it travels: toml, po, svg
"""


def arguments(parser: ArgumentParser) -> None:
    """Take the name of the game, and whether it gets its own package."""
    parser.add_argument("name", help="a short lower-case name")
    parser.add_argument(
        "--package", type=Path, default=None, metavar="DIR", help="write the game as a package of its own into DIR"
    )


def run(asked: Namespace, language: str) -> int:
    """Write the skeleton of a game that already passes conformance."""
    if reason := unfit(asked.name, bool(asked.package)):
        raise UserError(reason)
    home, tests, package = places(asked)
    if home.exists():
        raise UserError(line("{folder} already exists", folder=str(home)))
    for source in leaves(files("mousehole") / "skeleton"):
        write(source, home, tests, asked.name, package)
    say = voice(language)
    print(say(line("{folder}: a complete little game, ready for your changes", folder=str(home))))
    print(say(line("its tests: {folder}", folder=str(tests))))
    if asked.package:
        (asked.package / "pyproject.toml").write_text(filled(POINT, asked.name, package), "utf-8")
        print(say(line("put it on the shelf: {command}", command=installing(asked.package))))
    else:
        enter_edition(asked.name, package)
    return 0


def unfit(name: str, alone: bool) -> Line | None:
    """Why a game cannot have a name, if so; a package of its own must not hide another one."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,19}", name):
        return line("{name}: use 2 to 20 lower-case letters, digits and underscores", name=name)
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        return line("{name} is a word of Python: choose another name", name=name)
    if name in (*shelf.names(), *(broken.name for broken in shelf.broken_games())):
        return line("{name} is already on the shelf", name=name)
    if name in sys.stdlib_module_names or name in ("mousehole", "tests") or (alone and find_spec(name)):
        return line("{name} would hide another package of that name: choose another name", name=name)
    return None


def installing(folder: Path) -> str:
    """How to install a package where mousehole runs: an environment need not have a pip of its own."""
    python = f"{Path(sys.executable)} -m pip" if find_spec("pip") else f"pip --python {Path(sys.executable)}"
    return f"{python} install --editable {folder}"


def enter_edition(name: str, package: str) -> None:
    """Enter how the new game plays beside the others, so that a change of play is noticed."""
    from mousehole.testing import fingerprint

    invalidate_caches()
    file = CHECKOUT / "tests" / "every_game" / "editions.json"
    known = json.loads(file.read_text("utf-8"))
    known[name] = {"1": fingerprint(import_module(package).GAME)}
    file.write_text(json.dumps(known, indent=2) + "\n", "utf-8")


def places(asked: Namespace) -> tuple[Path, Path, str]:
    """Decide where the game, its tests and its package name go."""
    if asked.package:
        return asked.package / asked.name, asked.package / "tests", asked.name
    if not (CHECKOUT / "pyproject.toml").is_file():
        raise UserError(line("this is not a checkout of mousehole: use --package DIR to write a separate package"))
    home = CHECKOUT / "src" / "mousehole" / "games" / asked.name
    return home, CHECKOUT / "tests" / "games" / asked.name, f"mousehole.games.{asked.name}"


def leaves(folder: Traversable, below: str = "") -> list[tuple[str, str]]:
    """List the files of the skeleton with their texts."""
    found: list[tuple[str, str]] = []
    for part in sorted(folder.iterdir(), key=lambda part: part.name):
        if part.is_dir():
            found += leaves(part, f"{below}{part.name}/")
        elif part.name.endswith(".txt"):
            found.append((below + part.name.removesuffix(".txt"), part.read_text("utf-8")))
    return found


def write(source: tuple[str, str], home: Path, tests: Path, name: str, package: str) -> None:
    """Write one file with the names filled in."""
    where, text = source
    path = (tests if where.startswith("test_") else home) / where
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(filled(arranged(text, package), name, package), "utf-8")


def arranged(text: str, package: str) -> str:
    """Put imports in order: beside those of the house, or below them in a package of its own."""
    rows = list(IMPORT.finditer(text))
    if not rows:
        return text
    groups = list(ordered([row[0] for row in rows], package))
    return text[: rows[0].start()] + "\n".join(groups) + text[rows[-1].end() :]


def ordered(rows: list[str], package: str) -> Iterator[str]:
    """Sort imports by module, in groups that a blank line parts: what is foreign, then what is one's own."""
    own = ("mousehole", "PACKAGE") if package.startswith("mousehole.") else ("PACKAGE",)
    for wanted in (False, True):
        group = [row for row in rows if row.split()[1].startswith(own) == wanted]
        if group:
            yield "".join(sorted(group, key=lambda row: row.replace("PACKAGE", package).split()[1]))


def filled(text: str, name: str, package: str) -> str:
    """Fill in the names of a game."""
    letters = re.sub(r"[^a-z]", "", name)[:3].upper()
    words = {
        "PACKAGE": package,
        "PREFIX": letters.ljust(2, "X"),
        "TITLE": name.replace("_", " ").capitalize(),
        "NAME": name,
    }
    for mark, word in words.items():
        text = text.replace(mark, word)
    return text
