"""What every task is, and what whole families of them have in common."""

from msgspec import Struct


class Task(Struct, frozen=True, gc=False, tag=True, tag_field="task"):
    """Something to do."""


class MouseTask(Task, frozen=True):
    """Something that a mouse does, or that happens to it."""

    mouse: str


class FigureTask(Task, frozen=True):
    """Something that any figure does, or that happens to it."""

    figure: str
