"""What a job is: a kind of thinking and a question; whoever does jobs offers one method."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from mousehole.core.words import Trouble, line

Answer = TypeVar("Answer")
Heard: TypeAlias = Callable[[int, int], None]  # how much is done, and of how much


@dataclass(frozen=True, eq=False)
class JobKind(Generic[Answer]):
    """A kind of thinking: what does it, and what matters where several wait."""

    name: str
    work: Callable[..., Answer]  # a function of a module, so that any process can do it
    question: Any  # the type of the question, a tuple
    answer: Any  # the type of the answer
    priority: int  # higher comes first
    patience: float = 30.0  # seconds a server waits for workers elsewhere
    kept: float = 0.0  # seconds for which every server finds the answer; 0: it stays where it was asked for
    at_home: bool = False  # whether the server does it itself when no worker elsewhere has time
    quick: Callable[..., bool] | None = None  # whether a question is not worth the way to a worker elsewhere
    long: bool = False  # whether it takes a process of its own, tells how far it is and can be stopped
    known: bool = False  # whether it is asked anew once another board is solved


class Jobs(Protocol):
    """Whoever does jobs."""

    async def do(self, kind: JobKind[Answer], *question: Any, table: str = "", heard: Heard | None = None) -> Answer:
        """Do a job and answer; who stops waiting gives it up. `table` is where it belongs, if anywhere."""

    async def found(self, kind: JobKind[Answer], *question: Any) -> bool:
        """Whether another server has the answer already, or waits for it."""

    async def close(self) -> None:
        """Let everybody go who works."""


class NobodyFree(Trouble):
    """No worker has time; a moment later one may have."""

    def __init__(self) -> None:
        super().__init__(line("nobody is free to think right now: try again in a moment"))
