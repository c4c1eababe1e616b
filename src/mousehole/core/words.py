"""What people read: lines in English, said in any language that has a catalogue."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeAlias
from unicodedata import category

from msgspec import Struct

from mousehole.core.catalogue import Catalogue, read_catalogue

__all__ = [
    "ARTICLES",
    "CONSTANT_TYPES",
    "ELISION",
    "EUPHONY",
    "HOME",
    "LINES_CACHED",
    "MAX_MARKS",
    "PSEUDO",
    "SENTENCE_START",
    "VOWELS",
    "Line",
    "PseudoVoice",
    "Say",
    "UserError",
    "Value",
    "Voice",
    "Who",
    "art_of",
    "catalogue",
    "decimal",
    "home_of",
    "languages",
    "line",
    "line_key",
    "one_line",
    "percent",
    "plain",
    "spoken_by",
    "teach",
    "voice",
    "without_password",
]

Value: TypeAlias = "str | int | Line | Who | tuple[Line, ...]"
PSEUDO = "xx"
HOME = "mousehole"
LINES_CACHED = 8192  # in each language: painters draw many things with equal lines
ELISION = {"fr": re.compile(r"\b([Dd]|[Qq]u)e \{(\w+)\}")}  # words that lose their e before a vowel
EUPHONY = {  # words that change before others: de el gato is del gato, y Inés is e Inés, o Olga is u Olga
    "es": (
        (re.compile(r"\b([Dd]e|[Aa]) [Ee]l\b"), r"\1l"),
        (re.compile(r"\by (?=[Hh]?[IiÍí](?![aeoáéó]))"), "e "),
        (re.compile(r"\bo (?=[Hh]?[OoÓó])"), "u "),
    )
}
SENTENCE_START = re.compile(r"((?:^|[.!?] )[¡¿«]*)\{(\w+)\}")  # a value that begins a sentence
# a name that brings an article is written with a capital only where a sentence begins
ARTICLES = {"de": ("der ", "die ", "das "), "es": ("el ", "la ", "los ", "las "), "fr": ("le ", "la ", "l’", "les ")}
VOWELS = tuple("aeiouàâæéèêëîïôœùûAEIOUÀÂÆÉÈÊËÎÏÔŒÙÛ")
CONSTANT_TYPES = {str, int}  # types of values that are the same at every table
_GUESTS: dict[tuple[str, str], dict[str, Catalogue]] = {}


class Line(Struct, frozen=True, gc=False):
    """A text with its values; the English words are the key of the translation."""

    text: str
    values: Mapping[str, Any] = {}
    plural: str = ""
    context: str = ""

    def __str__(self) -> str:
        """The words in English."""
        return voice("en")(self)


class Who(Struct, frozen=True, gc=False):
    """The player in a seat; the table knows the name."""

    seat: int


def line(text: str, /, *, plural: str = "", context: str = "", **values: Value) -> Line:
    """Write a line with its values; `plural` is the wording for other counts of the value `n`."""
    return Line(text, values, plural, context)


def plain(text: str) -> Line:
    """Wrap words that belong to a person (a name, a file), never to a catalogue."""
    return Line("{plain}", {"plain": text})


def one_line(text: str) -> str:
    """Words of a person on one line, without signs that nobody sees."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in _unstacked(text)).split())


MAX_MARKS = 2  # marks on one letter: more of them reach into other lines


def _unstacked(text: str) -> Iterator[str]:
    """The signs of a text, with few marks on each letter."""
    marks = 0
    for sign in text:
        marks = marks + 1 if category(sign) in ("Mn", "Me") else 0
        if marks <= MAX_MARKS:
            yield sign


def without_password(address: str) -> str:
    """Name the address of a server without its password, in words and in logs."""
    scheme, _, rest = address.partition("://")
    user, at, place = rest.rpartition("@")
    return f"{scheme}://{user.partition(':')[0]}{at}{place.partition('?')[0]}" if rest else address


def percent(share: float, digits: int = 1) -> Line:
    """Write a share of one as a percentage, with the signs of each language."""
    whole, _, part = f"{100 * share:.{digits}f}".partition(".")
    return line("{whole}.{part}%", whole=whole, part=part) if part else line("{whole}%", whole=whole)


def decimal(value: float) -> Line:
    """Write a number with one digit after the sign that each language puts there."""
    whole, _, part = f"{value:.1f}".replace("-", "−").partition(".")
    return line("{whole}.{part}", whole=whole, part=part)


class UserError(Exception):
    """A mistake to explain to a person, in words that can be said in any language."""

    def __init__(self, line: Line):
        super().__init__(voice("en")(line))
        self.line = line

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep the words on the way out of a worker process, whatever arguments a subclass takes."""
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[UserError], args: tuple[Any, ...], known: dict[str, Any]) -> UserError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(known)
    return error


class Voice:
    """Says lines in one language, and calls seats by their names."""

    def __init__(self, language: str, catalogues: tuple[Catalogue, ...], names: tuple[str, ...] = ()):
        self.language = language
        self._catalogues = catalogues
        self.names = names
        self._said: dict[tuple[Any, ...], str] = {}  # lines that read the same at every table

    def naming(self, names: tuple[str, ...]) -> "Voice":
        """The same voice, for a table whose seats have these names."""
        voice = type(self)(self.language, self._catalogues, names)
        voice._said = self._said
        return voice

    def __call__(self, line: Line) -> str:
        """Say a line with its values filled in."""
        key = _cache_key(line)
        if key is None:
            return self._say(line)
        words = self._said.get(key)
        if words is None:
            if len(self._said) >= LINES_CACHED:
                self._said.clear()
            words = self._said[key] = self._say(line)
        return words

    def _say(self, line: Line) -> str:
        values = {name: self._fill(value) for name, value in line.values.items()}
        if line.text == "{plain}":
            return str(values["plain"])
        wording = self._wording(line)
        if self.language not in ARTICLES:  # words stay as they are, whatever stands beside them
            return wording.format_map(values)
        return self._smoothed(self._begun(self._elided(wording, values), values).format_map(values))

    def knows(self, line: Line) -> bool:
        """Whether every part of a line has its own words in this language."""
        parts = [part for value in line.values.values() for part in _lines(value)]
        return self._own(line) and all(map(self.knows, parts))

    def forms(self, line: Line) -> list[str]:
        """List the wordings of a line, values not yet filled in: one, or one for each plural form of this language."""
        own = next((found for each in self._catalogues if (found := _known(each, line))), None)
        forms = own or ((line.text, line.plural) if line.plural else (line.text,))
        return list(forms)

    def _own(self, line: Line) -> bool:
        return line.text == "{plain}" or any(_known(each, line) for each in self._catalogues)

    def _wording(self, line: Line) -> str:
        count = int(line.values.get("n", 1)) if line.plural else 1
        for catalogue in self._catalogues:
            found = _known(catalogue, line)
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

    def _begun(self, wording: str, values: Mapping[str, str | int]) -> str:
        """Write a capital where a sentence begins with the article of a name."""
        if wording[-1:] not in tuple(".!?"):
            return wording

        def capital(found: re.Match[str]) -> str:
            name = str(values.get(found[2], ""))
            begun = name[:1].upper() + name[1:].replace("{", "{{").replace("}", "}}")
            return found[1] + begun if name.startswith(ARTICLES[self.language]) else found[0]

        return SENTENCE_START.sub(capital, wording)

    def _smoothed(self, words: str) -> str:
        """Write del gato, not de el gato."""
        for pattern, shorter in EUPHONY.get(self.language, ()):
            words = pattern.sub(shorter, words)
        return words

    def _fill(self, value: Value) -> str | int:
        if isinstance(value, Line):
            return self(value)
        if isinstance(value, Who):
            known = value.seat < len(self.names)
            return self.names[value.seat] if known else self(line("Player {number}", number=value.seat + 1))
        if isinstance(value, tuple):
            return self._join([self(part) for part in value])
        return value

    def _join(self, parts: list[str]) -> str:
        if len(parts) < 2:
            return "".join(parts)
        return self(line("{some} and {last}", some=", ".join(parts[:-1]), last=parts[-1]))


def _cache_key(line: Line) -> tuple[Any, ...] | None:
    """What the words of a line depend on; None where they depend on the names at a table, or on a person's words."""
    if not line.values:
        return line.context, line.text
    if line.text == "{plain}":
        return None
    key: list[Any] = [line.context, line.text, line.plural]
    for name, value in line.values.items():
        inside = value if type(value) in CONSTANT_TYPES else _cache_key(value) if type(value) is Line else None
        if inside is None:
            return None
        key += name, inside
    return tuple(key)


class PseudoVoice(Voice):
    """Brackets everything that went through a catalogue: what stays bare has bypassed it."""

    def _wording(self, line: Line) -> str:
        return f"⟦{super()._wording(line)}⟧"

    def forms(self, line: Line) -> list[str]:
        """List the wordings of a line in brackets."""
        return [f"⟦{form}⟧" for form in super().forms(line)]


def _known(catalogue: Catalogue, line: Line) -> tuple[str, ...] | None:
    """The wordings of a line in a catalogue: those of its context, or else the plain ones."""
    return catalogue.texts.get(line_key(line)) or catalogue.texts.get(("", line.text))


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
    file = home_of(package) / "words" / f"{language}.po"
    return read_catalogue(file.read_text("utf-8"), str(file)) if file.is_file() else None


@cache
def home_of(package: str) -> Traversable:
    """The folder with a game's words, art and content; a game in one file may have one of its name beside it."""
    module = import_module(package)
    if hasattr(module, "__path__"):
        return files(package)
    return Path(getattr(module, "__file__", None) or "a-program-without-a-file").with_suffix("")


def art_of(package: str) -> list[Traversable]:
    """The sheets of sprites of a game: its own, and that of the campaigns that come with it."""
    home = home_of(package)
    sheets = [home / "art" / "sprites.svg", home / "campaigns" / "sprites.svg"]
    return [sheet for sheet in sheets if sheet.is_file()]


@cache
def languages() -> tuple[str, ...]:
    """List the languages the house speaks, English first."""
    folder: Traversable = files(HOME) / "words"
    return ("en", *sorted(f.name.removesuffix(".po") for f in folder.iterdir() if f.name.endswith(".po")))


@cache
def spoken_by(package: str) -> tuple[str, ...]:
    """List the languages that a package has a catalogue for, English first."""
    return ("en", *(name for name in languages()[1:] if catalogue(package, name)))


def _lines(value: Value) -> tuple[Line, ...]:
    if isinstance(value, Line):
        return (value,)
    return value if isinstance(value, tuple) else ()


Say: TypeAlias = Callable[[Line], str]
