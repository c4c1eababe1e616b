"""Changes single values of a TOML text and leaves every other byte of it alone.

`tomllib` is the judge: an edit is kept only if the new text reads as the old one with this one value changed. Where a
text is spelled so unusually that no single place can be changed, its table is written anew, and at last all of it.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any, TypeAlias

from msgspec import Struct

Step: TypeAlias = str | int  # a key, or the number of an item, from 0
Steps: TypeAlias = tuple[Step, ...]
GONE = object()  # in the place of a value: there shall be none

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[^\S\n]+|[\n\[\]{},=.]|[^\s\[\]{},=.#"\']+',
    re.DOTALL,
)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WIDE = 100  # letters of a list that stays on one line


def edited(text: str, path: Steps, value: Any) -> str:
    """Put a value at a path, or take away what is there; tables and lists on the way are made."""
    wanted = changed(tomllib.loads(text), path, value)
    for way in (_spliced, _entry_anew):
        found = way(text, path, value, wanted)
        if found is not None and _reads_as(found, wanted):
            return found
    return _written(wanted)


def changed(data: Any, path: Steps, value: Any) -> Any:
    """Copy what a text says, with another value at a path."""
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        items = list(data) if isinstance(data, list) else []
        if not 0 <= step <= len(items):
            raise IndexError(step)
        new = [changed(items[step] if step < len(items) else None, rest, value)] if rest else [value]
        return [*items[:step], *(one for one in new if one is not GONE), *items[step + 1 :]]
    table = dict(data) if isinstance(data, dict) else {}
    new_value = changed(table.get(step), rest, value) if rest else value
    if new_value is GONE:
        return {key: one for key, one in table.items() if key != step}
    return {**table, step: new_value}


def _reads_as(text: str, wanted: Any) -> bool:
    try:
        return bool(tomllib.loads(text) == wanted)
    except ValueError:
        return False


class _Place(Struct, frozen=True):
    """Where a value stands: from the beginning of its key, or of itself in a list, to its end."""

    start: int
    value: int
    end: int
    inside: bool  # of brackets, where commas separate it from others


class _Header(Struct, frozen=True):
    """A `[table]` or an item of `[[tables]]`, up to the next one."""

    path: Steps
    item: bool
    start: int
    last: int  # where its last key ends, or its own line
    end: int


class _Scan:
    """Finds the place of every value of a text that tomllib has accepted."""

    def __init__(self, text: str) -> None:
        self.text, self.places, self.headers = text, dict[Steps, _Place](), list[_Header]()
        self._tokens = [(one[0], one.start(), one.end()) for one in _TOKEN.finditer(text) if _matters(one[0])]
        self._at, self._counts = 0, dict[Steps, int]()
        self.root_end = self._read()

    def _read(self) -> int:
        table: Steps = ()
        root_end, last, start, item = 0, 0, -1, False
        while self._peek():
            token, at, _ = self._tokens[self._at]
            if token == "\n":
                self._at += 1
            elif token == "[":
                if start >= 0:
                    self.headers.append(_Header(table, item, start, last, at))
                start = at
                table, item, last = self._header()
            else:
                last = self._pair(table, False)
                if start < 0:
                    root_end = last
        if start >= 0:
            self.headers.append(_Header(table, item, start, last, len(self.text)))
        return root_end

    def _header(self) -> tuple[Steps, bool, int]:
        self._at += 1
        item = self._peek() == "["
        self._at += item
        path = self._numbered(self._names("]"))
        self._at += item
        end = self._tokens[self._at][2]
        self._at += 1
        if item:
            number = self._counts.get(path, 0)
            self._counts[path] = number + 1
            path = (*path, number)
        return path, item, end

    def _numbered(self, names: tuple[str, ...]) -> Steps:
        path: Steps = ()
        for name in names[:-1]:
            path = (*path, name)
            if path in self._counts:
                path = (*path, self._counts[path] - 1)
        return (*path, names[-1])

    def _pair(self, table: Steps, inside: bool) -> int:
        start = self._tokens[self._at][1]
        path = (*table, *self._names("="))
        self._at += 1
        return self._value(path, start, inside)

    def _value(self, path: Steps, start: int, inside: bool) -> int:
        begin = self._tokens[self._at][1]
        if self._peek() in ("{", "["):
            end = self._brackets(path, "}" if self._peek() == "{" else "]")
        else:
            end = begin
            while self._peek() not in ("", "\n", ",", "]", "}"):
                end = self._tokens[self._at][2]
                self._at += 1
        self.places[path] = _Place(begin if start < 0 else start, begin, end, inside)
        return end

    def _brackets(self, path: Steps, close: str) -> int:
        self._at += 1
        number = 0
        while self._peek() != close:
            if self._peek() in ("\n", ","):
                self._at += 1
            elif close == "}":
                self._pair(path, True)
            else:
                self._value((*path, number), -1, True)
                number += 1
        self._at += 1
        return self._tokens[self._at - 1][2]

    def _names(self, close: str) -> tuple[str, ...]:
        found = []
        while self._peek() != close:
            token = self._tokens[self._at][0]
            self._at += 1
            if token != ".":
                found.append(tomllib.loads(f"x = {token}")["x"] if token[0] in "\"'" else token)
        return tuple(found)

    def _peek(self) -> str:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else ""


def _matters(token: str) -> bool:
    return token == "\n" or not (token.isspace() or token[0] == "#")


def _spliced(text: str, path: Steps, value: Any, wanted: Any) -> str | None:
    """Change the one place where a value stands, or should stand."""
    scan = _Scan(text)
    below = [one for one in scan.headers if one.path[: len(path)] == path]
    if path in scan.places:
        place = scan.places[path]
        return _without(text, place) if value is GONE else text[: place.value] + inline(value) + text[place.end :]
    if below and value is GONE:
        return _cut(text, [(one.start, one.end) for one in below])
    if below:
        return None
    return None if value is GONE else _inserted(scan, path, value)


def _without(text: str, place: _Place) -> str:
    if place.inside:
        before, after = text[: place.start], text[place.end :]
        if comma := re.match(r"\s*,[^\S\n]*", after):
            return before + after[comma.end() :]
        return re.sub(r",\s*$", " " if after[:1] == "}" else "", before) + after
    start = text.rfind("\n", 0, place.start) + 1
    end = text.find("\n", place.end)
    return text[:start] + (text[end + 1 :] if end >= 0 else "")


def _cut(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in reversed(spans):
        text = text[:start] + text[end:]
    return text


def _inserted(scan: _Scan, path: Steps, value: Any) -> str | None:
    """Write a value where there was none."""
    parent, step, text = path[:-1], path[-1], scan.text
    if parent in scan.places:
        place = scan.places[parent]
        opening = text[place.value] if place.value < len(text) else ""
        if opening not in "[{":
            return None
        said = inline(value) if isinstance(step, int) else f"{key(step)} = {inline(value)}"
        return _into_brackets(text, place, said)
    own = next((one for one in scan.headers if one.path == parent), None)
    if own or not parent:
        if isinstance(step, str) and _is_block(path, value):
            return _block_added(scan, path, value)
        if isinstance(step, str):
            return _line_added(text, own.last if own else scan.root_end, f"{key(step)} = {inline(value)}")
    items = [one for one in scan.headers if one.item and one.path[:-1] == parent]
    if items and isinstance(value, dict):
        return _block_added(scan, path, value)
    if not parent or any(one.path[: len(parent)] == parent for one in scan.headers):
        return None
    return _inserted(scan, parent, [value] if isinstance(step, int) else {step: value})


def _is_block(path: Steps, value: Any) -> bool:
    """Whether a table gets a header of its own: those at the top, and those that hold tables."""
    return isinstance(value, dict) and (len(path) == 1 or any(isinstance(one, dict) for one in value.values()))


def _into_brackets(text: str, place: _Place, said: str) -> str:
    body = text[place.value + 1 : place.end - 1]
    if not body.strip():
        fill = f" {said} " if text[place.value] == "{" else said
        return text[: place.value + 1] + fill + text[place.end - 1 :]
    kept = body.rstrip()
    tail, comma = body[len(kept) :], kept.endswith(",")
    if "\n" in tail and text[place.value] == "[":  # an item on each line
        indent = re.findall(r"\n([^\S\n]*)\S", body)
        row = f"\n{indent[-1] if indent else '    '}{said},"
        new = kept + ("" if comma else ",") + row + tail
    else:
        new = kept + (" " if comma else ", ") + said + tail
    return text[: place.value + 1] + new + text[place.end - 1 :]


def _line_added(text: str, after: int, said: str) -> str:
    if not after:
        return f"{said}\n{text}"
    end = text.find("\n", after)
    if end < 0:
        return f"{text}\n{said}\n"
    return f"{text[: end + 1]}{said}\n{text[end + 1 :]}"


def _block_added(scan: _Scan, path: Steps, value: dict[str, Any]) -> str:
    """Add a table below the tables it belongs to, or at the end."""
    text, block = scan.text, "\n".join(_block(path, value))
    near = [one for one in scan.headers if len(path) > 1 and one.path[:1] == path[:1]]
    at = near[-1].end if near else len(text)
    before, after = text[:at].rstrip("\n"), text[at:]
    return f"{before}\n\n{block}\n" + (f"\n{after}" if after else "") if before else f"{block}\n{after}"


def _entry_anew(text: str, path: Steps, value: Any, wanted: Any) -> str | None:
    """Write the whole table at the top that a value belongs to anew."""
    name, scan = path[:1], _Scan(text)
    spans = [(one.start, one.end) for one in scan.headers if one.path[:1] == name]
    spans += [(one.start, one.end) for at, one in scan.places.items() if at[:1] == name and _at_root(scan, one)]
    found, rest = wanted.get(name[0], GONE), _cut(text, sorted(spans))
    if found is GONE:
        return rest
    if not isinstance(found, dict):
        return _line_added(rest, 0, f"{key(str(name[0]))} = {inline(found)}")
    before = rest.rstrip("\n")
    block = "\n".join(_block(name, found))
    return f"{before}\n\n{block}\n" if before else f"{block}\n"


def _at_root(scan: _Scan, place: _Place) -> bool:
    return not place.inside and (not scan.headers or place.start < scan.headers[0].start)


def _written(data: dict[str, Any]) -> str:
    """Write a text anew."""
    plain = [f"{key(name)} = {inline(one)}" for name, one in data.items() if not isinstance(one, dict)]
    blocks = ["\n".join(_block((name,), one)) for name, one in data.items() if isinstance(one, dict)]
    return "\n\n".join(["\n".join(plain), *blocks] if plain else blocks) + "\n" if data else ""


def _block(path: Steps, table: dict[str, Any]) -> Iterator[str]:
    """The lines of a table with a header; tables of tables in it get headers of their own."""
    names = ".".join(key(step) for step in path if isinstance(step, str))
    yield f"[[{names}]]" if isinstance(path[-1], int) else f"[{names}]"
    inner = {name: one for name, one in table.items() if _is_block((*path, name), one)}
    for name, one in table.items():
        if name not in inner:
            yield f"{key(name)} = {inline(one)}"
    for name, one in inner.items():
        yield ""
        yield from _block((*path, name), one)


def inline(value: Any) -> str:
    """Spell a value."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _quoted(value)
        case dict():
            pairs = (f"{key(name)} = {inline(one)}" for name, one in value.items())
            return f"{{ {', '.join(pairs)} }}" if value else "{}"
        case list() | tuple():
            items = [inline(one) for one in value]
            if sum(map(len, items)) <= _WIDE:
                return f"[{', '.join(items)}]"
            return "[\n" + "".join(f"    {one},\n" for one in items) + "]"
    return repr(value)


def key(name: str) -> str:
    """Spell a key."""
    return name if _BARE.fullmatch(name) else _quoted(name)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
