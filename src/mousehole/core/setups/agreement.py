"""What is special about a set-up, in words: each answer that differs from the plain one."""

from typing import Any

from mousehole.core.game import AnyGame
from mousehole.core.setups.answers import text_of
from mousehole.core.setups.questions import Question, questions
from mousehole.core.words import Line, line, plain

SEATS = "players"  # who plays is seen anyhow


def agreement(game: AnyGame, setup: Any) -> tuple[Line, ...]:
    """List in words what a group agreed on that is not as usual."""
    usual = game.setup()
    asked = [question for question in questions(game) if question.name != SEATS]
    void = {question.replaces for question in asked if getattr(setup, question.name) is not None}
    changed = [
        question
        for question in asked
        if question.name not in void and getattr(setup, question.name) != getattr(usual, question.name)
    ]
    return tuple(_told(question, getattr(setup, question.name)) for question in changed)


def _told(question: Question, value: Any) -> Line:
    """Say one answer: that it is so, that it is not, or what was chosen; long texts are only named."""
    label = question.label
    if question.kind == "switch":
        return label if value else line("{label}: no", label=label)
    if question.kind in ("long", "json"):
        return label
    choices = dict(question.choices or (question.parts[0].choices if question.parts else ()))
    if isinstance(value, tuple) and value not in choices:
        return line("{label}: {value}", label=label, value=tuple(choices.get(one, plain(str(one))) for one in value))
    return line("{label}: {value}", label=label, value=choices.get(value, plain(text_of(value))))
