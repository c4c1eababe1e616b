"""A set-up as a person in a terminal writes it: field by field, with texts from files where they like."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mousehole.core.game import AnyGame, Problem
from mousehole.core.record import BadRecord, BadSetup
from mousehole.core.setups.answers import NO, YES, filled
from mousehole.core.setups.questions import Question, questions
from mousehole.core.words import Line, Say, line, plain


def setup_from(game: AnyGame, answers: Mapping[str, str], say: Say) -> Any:
    """Read a form; empty answers keep what is usual, and what is wrong is said field by field."""
    asked = {question.name: question for question in questions(game, hidden=True)}
    if strange := [name for name in answers if name not in asked]:
        names = ", ".join(asked)
        raise BadRecord(line("there is no field {name}; the fields are {names}", name=strange[0], names=names))
    texts = {name: _typed(asked[name], text.strip()) for name, text in answers.items() if text.strip()}
    setup, problems = filled(game, asked.values(), texts, say)
    if stopping := tuple(problem for problem in problems if not problem.notice):
        raise BadSetup(stopping)
    return setup


def changed(game: AnyGame, setup: Any) -> tuple[Line, ...]:
    """Say in a few words how a set-up differs from the plain one."""
    said = []
    for question in questions(game):
        value = getattr(setup, question.name)
        if value != question.default and question.kind not in ("long", "json"):
            said.append(line("{label}: {value}", label=question.label, value=_in_words(question, value)))
    return tuple(said)


def _in_words(question: Question, value: Any) -> Line:
    if question.kind == "switch":
        return YES if value else NO
    if question.kind == "many":
        words = tuple(_label(question.part(n), one) for n, one in enumerate(value))
        return line("{values}", values=words)
    return _label(question, value)


def _label(question: Question, value: Any) -> Line:
    return dict(question.choices).get(value) or plain(str(value))


def _typed(question: Question, text: str) -> str:
    """Take the text of a file for "@file", where a text is asked for."""
    if question.kind not in ("text", "long") or not text.startswith("@"):
        return text
    path = text[1:]
    try:
        return Path(path).expanduser().read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = line("{path} cannot be read: {reason}", path=path, reason=str(error))
        raise BadSetup((Problem(question.name, reason),)) from None
