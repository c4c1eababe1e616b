"""Answers to the form of a set-up: read into a set-up with problems named by field, and written as they are asked."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import msgspec

from mousehole.core.game import AnyGame, Problem
from mousehole.core.reading.type_errors import UNREADABLE, json_misfit, misfits, placed
from mousehole.core.record import BadSetup
from mousehole.core.setups.questions import Question
from mousehole.core.words import Line, Say, line

Text: TypeAlias = str | tuple[str, ...]  # an answer as it was typed; several where each part has its own place
YES, NO = line("yes"), line("no")


def filled(
    game: AnyGame, asked: Iterable[Question], texts: Mapping[str, Text], say: Say | None = None
) -> tuple[Any, tuple[Problem, ...]]:
    """Read the answers into a set-up and what is wrong with it; None where they cannot be read."""
    values, problems = dict[str, Any](), list[Problem]()
    for question in asked:
        if question.name not in texts:
            continue
        try:
            read = answer(question, texts[question.name], say)
            values[question.name] = msgspec.convert(read, question.type)
        except BadSetup as wrong:
            problems += wrong.problems
        except msgspec.ValidationError:
            problems.append(Problem(question.name, _misfit(read, question.type)))
    if problems:
        return None, tuple(problems)
    complete = game.parts.completed  # what the answers imply: a chapter comes from a pack
    setup = complete(game.setup(**values)) if complete else game.setup(**values)
    return setup, tuple(game.check(setup))


def answer(question: Question, text: Text, say: Say | None = None) -> Any:
    """Read the answer to one question; with a voice, choices are also known by their labels."""
    if isinstance(text, tuple):
        return tuple(answer(question.part(n), one, say) for n, one in enumerate(text))
    if question.optional and not text.strip():
        return None
    match question.kind:
        case "switch":
            return _yes_or_no(question, text.strip(), say)
        case "choice":
            return _chosen(question, text.strip(), say)
        case "many":
            return _several(question, text, say)
        case "number":
            return _number(question, text.strip())
        case "json":
            return _json(question, text)
    return text


def written(question: Question, value: Any) -> str:
    """Write a value as its answer is typed."""
    if question.kind == "json" and value is not None:
        return msgspec.json.encode(value).decode()
    return text_of(value)


def text_of(value: Any) -> str:
    """Write one choice, or one part of an answer."""
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


def split(text: str) -> list[str]:
    """Part many answers that stand in one text."""
    return [part.strip() for part in text.split(",") if part.strip()]


def _yes_or_no(question: Question, text: str, say: Say | None) -> bool:
    for value, words, label in ((True, ("yes", "true", "1", "on"), YES), (False, ("no", "false", "0", "off"), NO)):
        if text.casefold() in (*words, *_spoken(label, say)):
            return value
    raise _wrong(question, line("answer yes or no, not {text}", text=text))


def _chosen(question: Question, text: str, say: Say | None) -> Any:
    for value, label in question.choices:
        if _same(text) in (_same(text_of(value)), *map(_same, _spoken(label, say))):
            return value
    if question.open:
        return text
    raise _wrong(question, line("there is no {text}; choose from {values}", text=text, values=_known(question)))


def _spoken(label: Line, say: Say | None) -> tuple[str, ...]:
    return (say(label).casefold(),) if say else ()


def _same(text: str) -> str:
    return text.casefold().replace(", ", ",")


def _known(question: Question) -> Any:
    """Name the choices: by their values, or by their labels where a value is several."""
    if any(isinstance(value, tuple) for value, _ in question.choices):
        return tuple(label for _, label in question.choices)
    return ", ".join(str(value) for value, _ in question.choices)


def _several(question: Question, text: str, say: Say | None) -> tuple[Any, ...]:
    if not any(part.choices for part in question.parts):  # no label with a space in it
        text = ",".join(text.strip("[]").split())
    chosen = split(text)
    if question.count and len(chosen) != question.count:
        raise _wrong(question, line("expected {n} of them, found {found}", n=question.count, found=len(chosen)))
    return tuple(answer(question.part(n), one, say) for n, one in enumerate(chosen))


def _number(question: Question, text: str) -> int:
    digits = text.lstrip("+-")
    if not digits.isdecimal() or len(digits) > 9:
        raise _wrong(question, line("{text} is not a whole number", text=text))
    value = int(text)
    if (question.low is not None and value < question.low) or (question.high is not None and value > question.high):
        raise _wrong(question, _bounds(question.low, question.high))
    return value


def _bounds(low: int | None, high: int | None) -> Line:
    if low is None:
        return line("expected at most {high}", high=str(high))
    if high is None:
        return line("expected {low} or more", low=str(low))
    return line("expected {low} to {high}", low=str(low), high=str(high))


def _json(question: Question, text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except UNREADABLE:
        raise _wrong(question, placed(json_misfit(text, question.type))) from None


def _misfit(value: Any, kind: Any) -> Line:
    return placed(next(misfits((), msgspec.to_builtins(value), kind)))


def _wrong(question: Question, reason: Line) -> BadSetup:
    return BadSetup((Problem(question.name, reason),))
