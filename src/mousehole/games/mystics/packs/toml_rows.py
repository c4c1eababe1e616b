"""On which line of a TOML file each key stands: tomllib reads the values, but keeps no places."""

import re
from ast import literal_eval
from collections.abc import Iterator
from typing import TypeAlias

Path: TypeAlias = tuple[str, ...]  # the steps to a value; the items of a list count from 1

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[^\S\n]+|[\n\[\]{},=.]|[^\s\[\]{},=.#"\']+',
    re.DOTALL,
)


def rows(text: str) -> dict[Path, int]:
    """Find the line of every key and list item of a sound TOML text."""
    return dict(_Scan(text).statements())


def row(places: dict[Path, int], path: Path) -> int:
    """The line of a path, or of the nearest step above it that has one; 0 when nothing is known."""
    return next((places[path[:n]] for n in range(len(path), 0, -1) if path[:n] in places), 0)


class _Scan:
    """Walks over the tokens of a text; it trusts that tomllib has accepted it."""

    def __init__(self, text: str):
        self.tokens = list(_tokens(text))
        self.at = 0
        self.counts: dict[Path, int] = {}

    def statements(self) -> Iterator[tuple[Path, int]]:
        """List the places of headers and of the keys below them."""
        table: Path = ()
        while self.peek():
            if self.peek() == "\n":
                self.take()
            elif self.peek() == "[":
                line = self.tokens[self.at][1]
                table = self.header()
                yield table, line
            else:
                yield from self.pair(table)

    def header(self) -> Path:
        """Read `[a.b]` or `[[a.b]]`; the latter is the next item of a list."""
        self.take()
        many = self.peek() == "["
        if many:
            self.take()
        path = self.numbered(self.names("]"))
        self.at += 2 if many else 1
        if many:
            self.counts[path] = self.counts.get(path, 0) + 1
            path = (*path, str(self.counts[path]))
        return path

    def numbered(self, names: Path) -> Path:
        """Step into the latest item wherever a name is a list of tables."""
        path: Path = ()
        for name in names[:-1]:
            path = (*path, name)
            if path in self.counts:
                path = (*path, str(self.counts[path]))
        return (*path, *names[-1:])

    def pair(self, table: Path) -> Iterator[tuple[Path, int]]:
        """Read `key = value`."""
        line = self.tokens[self.at][1]
        path = (*table, *self.names("="))
        self.take()
        yield path, line
        yield from self.value(path)

    def names(self, end: str) -> Path:
        """Read the steps of a dotted key up to its end."""
        found = []
        while self.peek() != end:
            token = self.take()
            if token != ".":
                found.append(str(literal_eval(token)) if token[0] in "\"'" else token)
        return tuple(found)

    def value(self, path: Path) -> Iterator[tuple[Path, int]]:
        """Read a value and everything inside it."""
        if self.peek() == "{":
            yield from self.inside(path, "}")
        elif self.peek() == "[":
            yield from self.inside(path, "]")
        else:
            while self.peek() not in ("", "\n", ",", "]", "}"):
                self.take()

    def inside(self, path: Path, end: str) -> Iterator[tuple[Path, int]]:
        """Read the pairs of a table, or the items of a list."""
        self.take()
        number = 0
        while self.peek() != end:
            if self.peek() in ("\n", ","):
                self.take()
            elif end == "}":
                yield from self.pair(path)
            else:
                number += 1
                yield (*path, str(number)), self.tokens[self.at][1]
                yield from self.value((*path, str(number)))
        self.take()

    def peek(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1][0]


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    line = 1
    for found in _TOKEN.finditer(text):
        token = found[0]
        if not (token.isspace() and token != "\n") and token[0] != "#":
            yield token, line
        line += token.count("\n")
