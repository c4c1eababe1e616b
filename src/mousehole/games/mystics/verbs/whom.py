"""Whom a verb works on."""

from typing import Protocol

from mousehole.games.mystics.content.selectors import Who
from mousehole.games.mystics.tasks.effect_tasks import Context


class Aimed(Protocol):
    """A verb that names a figure."""

    @property
    def who(self) -> Who | None:
        """Whom it is about: the owner of the effect, or the other side."""


def whom(verb: Aimed, context: Context) -> str:
    """Name the figure a verb works on."""
    return context.other if verb.who == "other" else context.me
