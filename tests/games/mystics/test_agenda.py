"""The agenda is a closed type: every kind of task can be carried out, and a position's tasks travel as JSON."""

from typing import get_args

import msgspec

from mousehole.games.mystics import tasks
from mousehole.games.mystics.content.effect_types import AnyVerb
from mousehole.games.mystics.effects.verbs import HANDLERS, STANDING
from mousehole.games.mystics.rules.engine import STEPS
from mousehole.games.mystics.state import NewsKind
from mousehole.games.mystics.story.telling import ALONE, OVER, SAID, WITH
from mousehole.games.mystics.tasks import Agenda, AnyTask, NextCard

SILENT = {
    "answers",
    "asks",
    "blow",
    "does",
    "hits",
    "order",
    "rolls",
    "round",
    "searches",
    "story",
    "weather",
}  # told elsewhere, or not at all


def test_every_kind_of_task_can_be_carried_out():
    assert set(STEPS) == set(get_args(AnyTask))


def test_tasks_come_back_from_json_as_they_were():
    agenda: Agenda = (NextCard(), tasks.Aim(tasks.Fight("pip", ("rat-1",))), tasks.Mark(tasks.Harm("pip", 1)))
    assert msgspec.json.decode(msgspec.json.encode(agenda), type=Agenda) == agenda


def test_all_news_is_told_or_meant_to_be_silent():
    assert set(get_args(NewsKind)) == set(SAID) | SILENT
    assert set(ALONE) | set(OVER) | set(WITH) <= set(SAID) | SILENT


def test_every_verb_is_either_carried_out_or_holds_as_long_as_its_card():
    assert set(HANDLERS) | set(STANDING) == set(get_args(AnyVerb))
    assert not set(HANDLERS) & set(STANDING)
