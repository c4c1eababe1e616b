"""One game from its start, or from any position, to its end: what every shell plays, by the rules alone."""

from abc import ABC, abstractmethod
from bisect import bisect
from collections.abc import Mapping
from hashlib import blake2b
from importlib import import_module
from io import BytesIO
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mousehole.compiled.kernels import kernel_of, no_kernel
from mousehole.core.game import AnyGame, Chance, Decide, Over, Seat
from mousehole.core.knowledge import scene_for, state_for
from mousehole.core.record import Record, content_hash
from mousehole.core.words import voice
from mousehole.envs.arrays import observation, state_of, tensor_of
from mousehole.envs.wasm_games import WasmGame
from mousehole.library.positions import begun_with
from mousehole.paint import svg, text
from mousehole.paint.pixels import png

__all__ = ["SEED", "AnyEpisode", "CompiledEpisode", "Episode", "drawn", "pixels"]


def pixels(picture: str) -> NDArray[np.uint8]:
    """Rows of red, green and blue."""
    try:
        import_module("resvg_py")
        image: Any = import_module("PIL.Image")
    except ImportError as missing:
        raise ImportError("rgb_array needs resvg-py and pillow: they come with mousehole[pictures]") from missing
    painted = image.open(BytesIO(png(picture)))
    return np.asarray(painted.convert("RGB"))


SEED = 16  # bytes
BYTES, SIGNED = np.dtype(np.uint8), np.dtype(np.int8)  # made once: numpy would look them up at every step


class AnyEpisode(ABC):
    """A game being played by ids, by whatever rules; luck falls by itself."""

    def __init__(self, game: AnyGame, setup: Any = None):
        self.game, self.setup = game, game.setup() if setup is None else setup
        self.tensor = tensor_of(game, self.setup)
        self._first = game.new(self.setup)
        self.spec = self.tensor.spec(self._first)
        self.seats = len(game.seats(self.setup))
        self._source = Random()
        self._begun = False

    def begin(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game where somebody decides: with a set-up, or at a position, if the options name one."""
        start = self._start_of(options or {})
        if seed is not None:
            self._source = Random(seed)
        self._begun = True
        self._go_on(start)
        while self.seat is None:  # luck may end a game before anybody decides: nobody sees such a one
            self._go_on(start)

    def _start_of(self, options: Mapping[str, Any]) -> Any:
        self._started = self._framed(options["setup"]) if "setup" in options else self.setup
        self._from_new = "position" not in options
        if self._from_new and self._started is self.setup:
            return self._first
        start = (
            self.game.new(self._started) if self._from_new else state_of(self.game, self._first, options["position"])
        )
        if self.tensor.spec(start) != self.spec:
            raise ValueError("this position has other ids or observations: make another environment for it")
        if isinstance(self.game.turn(start), Over):
            raise ValueError("this game is over: there is nothing to decide")
        return start

    def _framed(self, wished: Any) -> Any:
        setup = begun_with(self.game, wished)[1]
        return self.tensor.framed(setup, self.spec) if self.tensor.framed else setup

    def ready(self) -> None:
        """Refuse what only a game that has begun can do."""
        if not self._begun:
            raise ValueError("no game has begun: call reset first")

    @property
    @abstractmethod
    def seat(self) -> Seat | None:
        """The seat that decides; none once the game is over."""

    @abstractmethod
    def _go_on(self, start: Any) -> None:
        """Begin at a position, with fresh luck."""

    @abstractmethod
    def act(self, number: int) -> Over | None:
        """Do the action with an id, and let luck fall until somebody decides or the game is over."""

    @abstractmethod
    def observation(self, seat: Seat) -> dict[str, NDArray[Any]]:
        """What a seat sees and may do."""

    def picture(self, mode: str) -> Any:
        """The position as a painter shows it: `ansi` as text, `svg` as a picture, `rgb_array` as its pixels."""
        self.ready()
        scene = scene_for(self.game, *self._shown())
        if mode == "ansi":
            return text.paint(scene, voice("en", self.game.package))
        picture = svg.paint(self.game, scene, panels=True)
        return picture if mode == "svg" else pixels(picture)

    @abstractmethod
    def _shown(self) -> tuple[Any, Decide[Any] | Over, Seat | None, Any]:
        """The position, its turn, whose view of it is drawn, and the last event, if one is known."""


class Episode(AnyEpisode):
    """A game being played by the rules, with luck as a table would draw it: it leaves a record."""

    state: Any
    turn: Decide[Any] | Over

    @property
    def legal(self) -> list[int]:
        """The ids of what the seat that decides may do."""
        return list(self._offers.get(self.seat, ())) if self.seat is not None else []

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that decide now: several where they choose at the same time."""
        return tuple(self._offers)

    @property
    def seat(self) -> Seat | None:
        """The seat that decides; none once the game is over."""
        return self.turn.seat if isinstance(self.turn, Decide) else None

    def _go_on(self, start: Any) -> None:
        self.seed = self._source.randbytes(SEED)
        self.state, self.events = start, list[Any]()
        self._luck = blake2b(key=self.seed, digest_size=16)
        self._settle()

    def act(self, number: int) -> Over | None:
        """Do the action with an id, and let luck fall until somebody decides or the game is over."""
        return self.do(self.meant(number, self.seat))

    def meant(self, number: int, seat: Seat | None) -> Any:
        """The action of a seat with an id."""
        offered = self._offers.get(seat, {}) if seat is not None else {}
        if number not in offered:
            raise ValueError(f"action {number} is not legal now")
        return offered[number]

    def do(self, action: Any) -> Over | None:
        """Do an action of any seat that is asked, and let luck fall as after `act`."""
        self.state = self.game.apply(self.state, action)
        self.events.append(action)
        return self._settle()

    def do_all(self, actions: Mapping[Seat, Any]) -> Over | None:
        """Let several seats do what they chose at the same time; luck falls when all have."""
        over = None
        for seat, action in actions.items():
            mine = self.turn.of(seat) if isinstance(self.turn, Decide) else None
            if mine and action in mine.actions:  # what the first of them did may end the others' turn
                over = self.do(action)
        return over

    def _settle(self) -> Over | None:
        game, state, events = self.game, self.state, self.events
        while isinstance(turn := game.turn(state), Chance):
            event = drawn(turn, self._luck.copy(), len(events))
            events.append(event)
            state = game.apply(state, event)
        self.state, self.turn = state, turn
        self._offers: dict[Seat, dict[int, Any]] = {}
        if isinstance(turn, Over):
            return turn
        ids = self.tensor.numbers(state)
        for one in turn.asked if turn.others else (turn,):
            self._offers[one.seat] = {ids[action]: action for action in one.actions if action in ids}
        return None

    def mask(self, seat: Seat) -> NDArray[np.int8]:
        """By id: whether a seat may do that now."""
        row = bytearray(self.spec.ids)
        for number in self._offers.get(seat, ()):
            row[number] = 1
        return np.frombuffer(row, SIGNED)

    def observation(self, seat: Seat) -> dict[str, NDArray[Any]]:
        """What a seat sees and may do."""
        state = state_for(self.game, self.state, seat)
        seen: dict[str, NDArray[Any]] = {
            "observation": np.frombuffer(bytearray(self.tensor.observe(state, seat)), BYTES),
            "action_mask": self.mask(seat),
        }
        if self.tensor.features is not None:
            asked = self.turn.of(seat) if isinstance(self.turn, Decide) else None
            rows = np.frombuffer(bytearray(self.tensor.features(state, asked.actions if asked else ())), np.uint8)
            seen["action_features"] = rows.reshape(self.spec.ids, self.spec.width)
        return seen

    def record(self) -> Record:
        """The game so far, to be kept, replayed and audited like any other."""
        if not self._from_new:
            raise ValueError("a game from a position in its middle has no record")
        game = self.game
        return Record(game.name, game.edition, self._started, tuple(self.events), self.seed, content_hash(game.package))

    def _shown(self) -> tuple[Any, Decide[Any] | Over, Seat | None, Any]:
        return self.state, self.turn, None, self.events[-1] if self.events else None


def drawn(chance: Chance[Any], luck: blake2b, ply: int) -> Any:
    """Draw luck as `core.record.draw` does, by sums that are kept and a hash that has read the seed."""
    if len(chance.odds) == 1:
        return chance.odds[0][0]
    luck.update(ply.to_bytes(8, "big"))
    steps = chance.steps
    return chance.odds[bisect(steps, int.from_bytes(luck.digest(), "big") * steps[-1] >> 128)][0]


class CompiledEpisode(AnyEpisode):
    """A game being played by whole numbers: the same rules, but luck of its own, and no list of events."""

    def __init__(self, game: AnyGame, setup: Any = None):
        kernel = kernel_of(game)
        if kernel is None:
            raise no_kernel(game)
        super().__init__(game, setup)
        self._kernel = kernel
        self._check(self._first)
        self._one = WasmGame(kernel, self._first, self.spec.ids, self.spec.changing)
        self._seen = observation(self.tensor, self._first, 0)
        self._nothing = np.zeros(self.spec.ids, np.int8)

    @property
    def seat(self) -> Seat | None:
        """The seat that decides; none once the game is over."""
        return self._seat

    @property
    def state(self) -> Any:
        """The position, for the rules, a painter or a player."""
        return self._one.state

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
            self._check(start)
            self._seen = observation(self.tensor, start, 0)
        self._settle(self._one.begin(start, self._source.getrandbits(64) | 1))

    def _check(self, start: Any) -> None:
        if not self._kernel.fits(start):
            raise ValueError("there are no compiled rules for this set-up: play it by the readable ones")
        self._start = start

    def act(self, number: int) -> Over | None:
        """Do the action with an id, and let luck fall until somebody decides or the game is over."""
        if self._seat is None or not 0 <= number < len(self._one.mask) or not self._one.mask[number]:
            raise ValueError(f"action {number} is not legal now")
        self._settle(self._one.go_on(number))
        turn = self.turn if self._seat is None else None
        return turn if isinstance(turn, Over) else None

    def _settle(self, who: int) -> None:
        self._seat: Seat | None = who if who >= 0 else None

    def observation(self, seat: Seat) -> dict[str, NDArray[Any]]:
        """What a seat sees and may do."""
        seen = self._seen.copy()
        self._one.observe(seat, seen)
        mask = self._one.mask if seat == self._seat else self._nothing
        return {"observation": seen, "action_mask": mask.copy()}
