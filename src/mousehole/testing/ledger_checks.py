"""Checks of words and clauses: tests say what they prove, and all is said in every language of a game."""

import ast
import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from mousehole.core.catalogue import entries
from mousehole.core.game import AnyGame
from mousehole.core.ledger import Clause, further, ledger
from mousehole.core.setups import variants
from mousehole.core.words import Line, spoken_by, voice

F = TypeVar("F", bound=Callable[..., Any])


def proves(*clauses: str) -> Callable[[F], F]:
    """Mark a test as the proof of these clauses."""

    def marked(test: F) -> F:
        test.clauses = clauses  # type: ignore[attr-defined]
        return test

    return marked


def proofs(folder: Path) -> dict[str, list[str]]:
    """List, by clause, the tests and scenarios below a folder that prove it."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for clause in _proved(node):
                    found.setdefault(clause, []).append(f"{file.relative_to(folder).as_posix()}::{node.name}")
    for file in sorted(folder.rglob("*.toml")):
        for scenario in tomllib.loads(file.read_text("utf-8")).get("scenario", ()):
            for clause in scenario.get("clauses", ()):
                found.setdefault(clause, []).append(f"{file.relative_to(folder).as_posix()}::{scenario['title']}")
    return found


def _proved(test: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "proves":
            yield from (arg.value for arg in mark.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


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


def check_ledger(game: AnyGame, tests: Path | None) -> None:
    """Check the ledger of a game, where it has one; proofs are looked for below the folder of its tests."""
    file = files(game.package) / "ledger.toml"
    if not file.is_file():
        return
    clauses = ledger(game.package)
    shipped = sorted({*spoken_by(game.package), *(name for clause in clauses.values() for name in clause.texts)})
    for name, clause in clauses.items():
        check_clause(name, clause, shipped)
    for language in shipped:
        strange = sorted(further(game.package, language).keys() - clauses.keys())
        assert not strange, f"ledger.{language}.toml has clauses that the ledger lacks: {strange}"
    carried = {name for name, clause in clauses.items() if not clause.open}
    cited = set(citations(files(game.package), clauses))
    assert carried <= cited, f"no code cites {sorted(carried - cited)}"
    assert cited <= set(clauses), f"the ledger lacks {sorted(cited - set(clauses))}"
    if tests is not None:
        proven = set(proofs(tests))
        assert carried <= proven, f"no test proves {sorted(carried - proven)}"


def check_clause(name: str, clause: Clause, shipped: Sequence[str]) -> None:
    """Check that a clause says something of its own in every language that the game is shipped in."""
    for language in shipped:
        assert clause.texts.get(language, "").strip(), f"clause {name} has no {language}"
    if len(shipped) > 1:
        assert len(set(clause.texts.values())) > 1, f"clause {name} says the same in every language"
    french = clause.texts.get("fr", "")
    assert not wrong_spaces(french), f"wrong French spaces in clause {name} ({SPACES}): {french}"


def citations(folder: Traversable, clauses: Collection[str]) -> Iterator[str]:
    """List the clauses that code and content below a folder name, by the letters that this ledger begins with."""
    letters = "|".join(sorted({name.partition("-")[0] for name in clauses}))
    clause = re.compile(rf"\b(?:{letters})-[A-Z]?\d{{2,3}}\b")
    for text in sources(folder):
        yield from clause.findall(text)


def sources(folder: Traversable) -> Iterator[str]:
    """List the texts that can cite a clause; lessons and the ledger itself do not count."""
    for file in folder.iterdir():
        if file.is_dir() and file.name != "learn":
            yield from sources(file)
        elif file.name.endswith((".py", ".toml")) and not file.name.startswith("ledger."):
            yield file.read_text("utf-8")
