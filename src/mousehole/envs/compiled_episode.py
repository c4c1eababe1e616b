"""One game by the compiled rules: what a shell plays where speed counts for more than a record."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mousehole.compiled.compiler import NotFast, fast
from mousehole.core.game import AnyGame, Chance, Decide, Over, Seat
from mousehole.envs.arrays import BEGIN, observation
from mousehole.envs.episode import Played


class CompiledEpisode(Played):
    """A game being played by whole numbers: the same rules, but luck of its own, and no list of events."""

    def __init__(self, game: AnyGame, setup: Any = None):
        if not fast():
            raise NotFast
        from mousehole.envs import stepping

        super().__init__(game, setup)
        self._stepping = stepping
        kernel = game.parts.kernel
        if kernel is None:
            raise ValueError("this game has no compiled rules: play it by the readable ones")
        self._kernel = kernel
        self._prepare(self._first)
        self._codes, self._draw = np.zeros(kernel.most, np.int64), np.zeros(1, np.uint64)
        self._mask = np.zeros(self.spec.ids, np.int8)
        self._nothing = self._mask.copy()

    @property
    def seat(self) -> Seat | None:
        """The seat that decides; none once the game is over."""
        return self._seat

    @property
    def state(self) -> Any:
        """The position, for the rules, a painter or a player."""
        return self._kernel.unpack(self._start, self._rows[0])

    @property
    def turn(self) -> Decide[Any] | Over:
        """Who decides what, or how the game has ended."""
        turn = self.game.turn(self.state)
        assert not isinstance(turn, Chance)
        return turn

    def _shown(self) -> tuple[Any, Decide[Any] | Over, Seat | None, Any]:
        return self.state, self.turn, None, None

    def _go_on(self, start: Any) -> None:
        if start is not self._start:
            self._prepare(start)
        self._rows = self._packed.copy()
        self._draw[0] = self._source.getrandbits(64) | 1
        self._advance(BEGIN)

    def _prepare(self, start: Any) -> None:
        if not self._kernel.fits(start):
            raise ValueError("there are no compiled rules for this set-up: play it by the readable ones")
        self._start, self._box, self._packed = start, self._kernel.box(start), self._kernel.pack(start)
        self._seen = observation(self.tensor, start, 0)

    def act(self, number: int) -> Over | None:
        """Do the action with an id, and let luck fall until somebody decides or the game is over."""
        if self._seat is None or not 0 <= number < len(self._mask) or not self._mask[number]:
            raise ValueError(f"action {number} is not legal now")
        self._advance(number)
        turn = self.turn if self._seat is None else None
        return turn if isinstance(turn, Over) else None

    def _advance(self, action: int) -> None:
        who = self._stepping.go_on(self._box, self._rows, action, self._draw, self._codes, self._mask)
        self._seat: Seat | None = who if who >= 0 else None

    def observation(self, seat: Seat) -> dict[str, NDArray[Any]]:
        """What a seat sees and may do."""
        seen = self._seen.copy()
        self._stepping.look(self._box, self._rows, seat, seen)
        mask = self._mask if seat == self._seat else self._nothing
        return {"observation": seen, "action_mask": mask.copy()}
