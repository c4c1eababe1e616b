"""Checks of words: all can be said in every language of a game, and French is set as the French do."""

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from mousehole.core.catalogue import entries
from mousehole.core.game import AnyGame
from mousehole.core.setups.variants import variants
from mousehole.core.words import Line, spoken_by, voice

WRONG_SPACE = re.compile(r"(?<=[\w}]) [!?;:»]|« |\w[!?;](?:\s|$)")
SPACES = "before : » and after « stands U+00A0, before ; ! ? the narrow U+202F"


_said = set[str]()  # lines that were checked in this run: most are said at every position again


def begin_saying() -> None:
    """Forget what an earlier run has checked: another game may lack the words."""
    _said.clear()


def check_said(game: AnyGame, line: Line) -> None:
    """Check that a line can be said in every language that the game has words for."""
    if (spelled := repr(line)) in _said:
        return
    _said.add(spelled)
    for language in spoken_by(game.package)[1:]:
        said = voice(language, game.package)
        assert said.knows(line), f"no {language} for {line.text!r}"
        said(line)


def check_words(game: AnyGame) -> None:
    """Check the words of a game's box and of its form, and how its French is set."""
    lines = [game.title, game.blurb, *(kind.name for setup in variants(game) for kind in game.seats(setup))]
    for field in game.fields.values():
        lines += [field.label, *([field.help] if field.help else []), *(label for _, label in field.choices)]
    for language in spoken_by(game.package)[1:]:
        missing = [line.text for line in lines if not voice(language, game.package).knows(line)]
        assert not missing, f"no {language} for {', '.join(map(repr, missing))}"
        absent = sorted({one.text for one in written_in(game.package) if not voice(language, game.package).knows(one)})
        assert not absent, f"no {language} for {', '.join(map(repr, absent))}"
    wrong = [text for text in french(game.package) if wrong_spaces(text)]
    assert not wrong, f"wrong French spaces ({SPACES}): {wrong}"


def written_in(package: str) -> Iterator[Line]:
    """List every `line("...")` of a package's code, whether or not a random game ever says it."""
    for text in modules(files(package)):
        for call in ast.walk(ast.parse(text)):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("line", "Line") and call.args:
                given = {word.arg: word.value.value for word in call.keywords if isinstance(word.value, ast.Constant)}
                if isinstance(words := call.args[0], ast.Constant) and isinstance(words.value, str):
                    yield Line(words.value, {}, str(given.get("plural", "")), str(given.get("context", "")))


def modules(folder: Traversable) -> Iterator[str]:
    """List the modules below a folder, as texts."""
    for one in folder.iterdir():
        if one.is_dir():
            yield from modules(one)
        elif one.name.endswith(".py"):
            yield one.read_text("utf-8")


def wrong_spaces(text: str) -> bool:
    """Whether a French text lacks the narrow spaces before ! ? ; and the one before a colon."""
    return WRONG_SPACE.search(text) is not None


def french(package: str) -> Iterator[str]:
    """List the French texts of a package's catalogue."""
    file = files(package) / "words" / "fr.po"
    for entry in list(entries(file.read_text("utf-8"), str(file)))[1:] if file.is_file() else ():
        yield from (words for key, words in entry.items() if key.startswith("msgstr"))
