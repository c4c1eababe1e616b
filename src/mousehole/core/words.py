"""What people read: lines in English, said in any language that has a catalogue."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeAlias

from msgspec import Struct

from mousehole.core.catalogue import Catalogue, read

Value: TypeAlias = "str | int | Line | Who | tuple[Line, ...]"
PSEUDO = "xx"
HOME = "mousehole"
ELISION = {"fr": re.compile(r"\b([Dd]|[Qq]u)e \{(\w+)\}")}  # words that lose their e before a vowel
VOWELS = tuple("aeiouàâæéèêëîïôœùûAEIOUÀÂÆÉÈÊËÎÏÔŒÙÛ")
_GUESTS: dict[tuple[str, str], dict[str, Catalogue]] = {}


class Line(Struct, frozen=True, gc=False):
    """A text with its values; the English words are the key of the translation."""

    text: str
    values: Mapping[str, Any] = {}
    plural: str = ""
    context: str = ""


class Who(Struct, frozen=True, gc=False):
    """The player in a seat; the table knows the name."""

    seat: int


def line(text: str, /, *, plural: str = "", context: str = "", **values: Value) -> Line:
    """Write a line with its values; `plural` is the wording for other counts of the value `n`."""
    return Line(text, values, plural, context)


def plain(text: str) -> Line:
    """Wrap words that belong to a person (a name, a file), never to a catalogue."""
    return Line("{plain}", {"plain": text})


class Trouble(Exception):
    """A mistake to explain to a person, in words that can be said in any language."""

    def __init__(self, line: Line):
        super().__init__(voice("en")(line))
        self.line = line

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep the words on the way out of a worker process, whatever a kind of trouble is made from."""
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[Trouble], args: tuple[Any, ...], known: dict[str, Any]) -> Trouble:
    trouble = kind.__new__(kind, *args)
    trouble.__dict__.update(known)
    return trouble


class Voice:
    """Says lines in one language, and calls seats by their names."""

    def __init__(self, language: str, catalogues: tuple[Catalogue, ...], names: tuple[str, ...] = ()):
        self.language = language
        self._catalogues = catalogues
        self._names = names

    def naming(self, names: tuple[str, ...]) -> "Voice":
        """The same voice, for a table whose seats have these names."""
        return type(self)(self.language, self._catalogues, names)

    def __call__(self, line: Line) -> str:
        """Say a line with its values filled in."""
        values = {name: self._fill(value) for name, value in line.values.items()}
        if line.text == "{plain}":
            return str(values["plain"])
        return self._elided(self._wording(line), values).format_map(values)

    def knows(self, line: Line) -> bool:
        """Whether every part of a line has its own words in this language."""
        parts = [part for value in line.values.values() for part in _lines(value)]
        return self._own(line) and all(map(self.knows, parts))

    def forms(self, line: Line) -> list[str]:
        """List the wordings of a line, values not yet filled in: one, or one for each plural form of this language."""
        own = next((found for each in self._catalogues if (found := each.texts.get(line_key(line)))), None)
        forms = own or ((line.text, line.plural) if line.plural else (line.text,))
        return list(forms)

    def _own(self, line: Line) -> bool:
        return line.text == "{plain}" or any(line_key(line) in catalogue.texts for catalogue in self._catalogues)

    def _wording(self, line: Line) -> str:
        count = int(line.values.get("n", 1)) if line.plural else 1
        for catalogue in self._catalogues:
            found = catalogue.texts.get(line_key(line))
            if found:
                return found[min(catalogue.plural(count), len(found) - 1)] if line.plural else found[0]
        return line.plural if line.plural and count != 1 else line.text

    def _elided(self, wording: str, values: Mapping[str, str | int]) -> str:
        """Write d’Anna, not de Anna."""
        if self.language not in ELISION or "e {" not in wording:
            return wording

        def shortened(found: re.Match[str]) -> str:
            word, name = found.groups()
            return f"{word}’{{{name}}}" if str(values.get(name, "")).startswith(VOWELS) else found[0]

        return ELISION[self.language].sub(shortened, wording)

    def _fill(self, value: Value) -> str | int:
        if isinstance(value, Line):
            return self(value)
        if isinstance(value, Who):
            return self._name(value.seat)
        if isinstance(value, tuple):
            return self._join([self(part) for part in value])
        return value

    def _name(self, seat: int) -> str:
        return self._names[seat] if seat < len(self._names) else self(line("Player {number}", number=seat + 1))

    def _join(self, parts: list[str]) -> str:
        if len(parts) < 2:
            return "".join(parts)
        return self(line("{some} and {last}", some=", ".join(parts[:-1]), last=parts[-1]))


class PseudoVoice(Voice):
    """Brackets everything that went through a catalogue: what stays bare has bypassed it."""

    def _wording(self, line: Line) -> str:
        return f"⟦{super()._wording(line)}⟧"

    def forms(self, line: Line) -> list[str]:
        """List the wordings of a line in brackets."""
        return [f"⟦{form}⟧" for form in super().forms(line)]


def line_key(line: Line) -> tuple[str, str]:
    """Name the catalogue key of a line."""
    return line.context, line.text


@cache
def voice(language: str, package: str = HOME) -> Voice:
    """Find the voice for a language, in the words of one package and then of the house."""
    if language == PSEUDO:
        return PseudoVoice(language, ())
    known = [*([c] if (c := catalogue(package, language)) else ()), *_GUESTS.get((package, language), {}).values()]
    house = catalogue(HOME, language) if package != HOME else None
    return Voice(language, (*known, house) if house else tuple(known))


def teach(package: str, language: str, guest: str, words: Catalogue) -> None:
    """Let a package also speak the words of a guest: content added to its own."""
    _GUESTS.setdefault((package, language), {})[guest] = words
    voice.cache_clear()


@cache
def catalogue(package: str, language: str) -> Catalogue | None:
    """Read a package's catalogue of one language, if it has one."""
    if language not in languages():
        return None
    file = files(package) / "words" / f"{language}.po"
    return read(file.read_text("utf-8"), str(file)) if file.is_file() else None


@cache
def languages() -> tuple[str, ...]:
    """List the languages the house speaks, English first."""
    folder: Traversable = files(HOME) / "words"
    return ("en", *sorted(f.name.removesuffix(".po") for f in folder.iterdir() if f.name.endswith(".po")))


def _lines(value: Value) -> tuple[Line, ...]:
    if isinstance(value, Line):
        return (value,)
    return value if isinstance(value, tuple) else ()


Say: TypeAlias = Callable[[Line], str]
