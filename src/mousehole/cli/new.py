"""`mousehole new NAME`."""

import re
from argparse import ArgumentParser, Namespace
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from mousehole import shelf
from mousehole.core.words import Trouble, line, voice

CHECKOUT = Path(__file__).resolve().parents[3]
POINT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "NAME"
version = "0.1.0"
dependencies = ["mousehole"]

[project.entry-points."mousehole.games"]
NAME = "NAME:GAME"
"""


def arguments(parser: ArgumentParser) -> None:
    """Take the name of the game, and whether it gets its own package."""
    parser.add_argument("name", help="a short lower-case name")
    parser.add_argument(
        "--package", type=Path, default=None, metavar="DIR", help="write the game as a package of its own into DIR"
    )


def run(asked: Namespace, language: str) -> int:
    """Write the skeleton of a game that already passes conformance."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,19}", asked.name):
        raise Trouble(line("{name}: use 2 to 20 lower-case letters, digits and underscores", name=asked.name))
    if asked.name in shelf.names():
        raise Trouble(line("{name} is already on the shelf", name=asked.name))
    home, tests, package = places(asked)
    if home.exists():
        raise Trouble(line("{folder} already exists", folder=str(home)))
    for source in leaves(files("mousehole") / "skeleton"):
        write(source, home, tests, asked.name, package)
    if asked.package:
        (asked.package / "pyproject.toml").write_text(POINT.replace("NAME", asked.name), "utf-8")
    say = voice(language)
    print(say(line("{folder}: a complete little game, ready for your changes", folder=str(home))))
    print(say(line("its tests: {folder}", folder=str(tests))))
    return 0


def places(asked: Namespace) -> tuple[Path, Path, str]:
    """Decide where the game, its tests and its package name go."""
    if asked.package:
        return asked.package / asked.name, asked.package / "tests", asked.name
    if not (CHECKOUT / "pyproject.toml").is_file():
        raise Trouble(line("this is not a checkout of mousehole: use --package DIR to write a separate package"))
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
    words = {"PACKAGE": package, "PREFIX": name[:3].upper(), "TITLE": name.replace("_", " ").capitalize(), "NAME": name}
    for mark, word in words.items():
        text = text.replace(mark, word)
    path.write_text(text, "utf-8")
