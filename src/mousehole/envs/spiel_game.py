"""Games as OpenSpiel games, with every luck as an explicit chance node.

Importing this module puts every game on OpenSpiel's own shelf, as mousehole_mmm and so on.
"""

from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pyspiel

from mousehole import shelf
from mousehole.core.game import AnyGame, Chance, Decide, Over, Seat
from mousehole.core.knowledge import event_for, state_for
from mousehole.core.record import read_setup
from mousehole.core.tensor import Tensor
from mousehole.envs.arrays import are_rivals, rewards, tensor_of

__all__ = [
    "LONG",
    "LUCK",
    "SEATS",
    "Observer",
    "SeatMemory",
    "SpielGame",
    "SpielPosition",
    "SpielState",
    "game_type",
    "load",
    "register",
    "spiel_name",
    "unpickled",
]

LUCK = 10_000  # outcomes at once at most; an outcome is its place in the odds
LONG = 10_000  # decisions of a game whose rules do not bound it: a longer one ends there, and pays nobody
SEATS = 6


def load(game: AnyGame, setup: Any = None) -> "SpielGame":
    """A game of OpenSpiel for a set-up."""
    register(game)
    wished = game.setup() if setup is None else setup
    found: SpielGame = pyspiel.load_game(spiel_name(game), {"setup": msgspec.json.encode(wished).hex()})
    return found


def spiel_name(game: AnyGame) -> str:
    """The name of a game on OpenSpiel's shelf."""
    return f"mousehole_{game.name}"


def game_type(game: AnyGame, utility: Any) -> Any:
    """What OpenSpiel wants to know about a game before it is set up."""
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=spiel_name(game),
        long_name=game.title.text,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if game.hidden else information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=SEATS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"setup": ""},
    )


class SpielGame(pyspiel.Game):
    """A game with one set-up, written as hexadecimal JSON in the parameter `setup`; a class for each game."""

    game: AnyGame

    def __init__(self, params: dict[str, Any] | None = None):
        game = self.game
        written = bytes.fromhex((params or {}).get("setup", ""))
        self.setup = read_setup(game, written) if written else game.setup()
        self.numbers: Tensor = tensor_of(game, self.setup)
        self.spec = self.numbers.spec(game.new(self.setup))
        seats, rivals = len(game.seats(self.setup)), are_rivals(game, self.setup)
        utility, stakes = pyspiel.GameType.Utility, game.stakes(self.setup)
        pays = stakes != (-1.0, 1.0)
        together = utility.GENERAL_SUM if pays else utility.IDENTICAL
        kind = together if not rivals else utility.ZERO_SUM if seats == 2 and not pays else utility.GENERAL_SUM
        self.longest = game.longest(self.setup) if game.longest else LONG
        about = pyspiel.GameInfo(
            num_distinct_actions=self.spec.ids,
            max_chance_outcomes=LUCK,
            num_players=seats,
            min_utility=stakes[0],
            max_utility=stakes[1],
            utility_sum=0.0 if kind == utility.ZERO_SUM else None,
            max_game_length=self.longest,
        )
        super().__init__(game_type(game, kind), about, params or {})

    def new_initial_state(self) -> "SpielState":
        """A game that is about to begin."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """See as a seat does."""
        return Observer(self, bool(iig_obs_type and iig_obs_type.perfect_recall))


class SpielPosition(NamedTuple):
    """Where a game has come to; since nothing of it ever changes, a copy is the same."""

    game: AnyGame
    setup: Any
    numbers: Tensor
    state: Any
    turn: Decide[Any] | Chance[Any] | Over
    decisions: int = 0
    memories: tuple["SeatMemory", ...] = ()  # by seat, where hands are hidden

    def __deepcopy__(self, memo: Any) -> "SpielPosition":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return unpickled, (self.game.name, self.setup, self.state, self.decisions, self.memories)

    def event(self, action: int) -> Any:
        """The event with a number: an outcome by its place in the odds, an action by its id."""
        if isinstance(self.turn, Chance):
            return self.turn.odds[action][0]
        return self.actions()[action]

    def actions(self) -> dict[int, Any]:
        """What the seat that decides may do, by id."""
        if not isinstance(self.turn, Decide):
            return {}
        ids = self.numbers.numbers(self.state)
        return {ids[action]: action for action in self.turn.actions if action in ids}

    def after(self, action: int) -> "SpielPosition":
        """Where an event leads."""
        event = self.event(action)
        state = self.game.apply(self.state, event)
        decisions = self.decisions + isinstance(self.turn, Decide)
        memories = tuple(one.after(self.game, event, state) for one in self.memories)
        return self._replace(state=state, turn=self.game.turn(state), decisions=decisions, memories=memories)

    def observed(self, seat: Seat | None) -> str:
        """The position as a seat knows it."""
        return msgspec.json.encode(state_for(self.game, self.state, seat)).decode()

    def remembered(self, seat: Seat) -> str:
        """All that a seat has seen, which is the position where nothing is hidden."""
        return f"{self.memories[seat]}{self.observed(seat)}" if self.memories else self.observed(seat)


def unpickled(name: str, setup: Any, state: Any, decisions: int, memories: tuple["SeatMemory", ...]) -> SpielPosition:
    """A position of a game that is on OpenSpiel's shelf here, too."""
    game = _registered[name]
    return SpielPosition(game, setup, tensor_of(game, setup), state, game.turn(state), decisions, memories)


class SeatMemory(NamedTuple):
    """What a seat has seen so far: events as it saw them, and a mark of every view on the way."""

    seat: Seat
    events: tuple[str, ...] = ()
    mark: bytes = b""

    def after(self, game: AnyGame, event: Any, state: Any) -> "SeatMemory":
        """Remember an event and where it led."""
        told = msgspec.json.encode(event_for(game, event, self.seat))
        looks = msgspec.json.encode(state_for(game, state, self.seat))
        mark = blake2b(self.mark + told + looks, digest_size=8).digest()
        return SeatMemory(self.seat, (*self.events, told.decode()), mark)

    def __str__(self) -> str:
        return f"seat {self.seat}: {' '.join(self.events)} #{self.mark.hex()} "


class SpielState(pyspiel.State):
    """A position as OpenSpiel asks for it."""

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self._longest = game.longest
        start = game.game.new(game.setup)
        memories = tuple(map(SeatMemory, range(self.num_players()))) if game.game.hidden else ()
        turn = game.game.turn(start)
        self.at = SpielPosition(game.game, game.setup, game.numbers, start, turn, memories=memories)

    def current_player(self) -> int:
        """The seat that decides, or what stands for luck and for the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if isinstance(self.at.turn, Decide):
            return self.at.turn.seat
        return int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.at.actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome by its place in the odds, with its probability."""
        assert isinstance(self.at.turn, Chance)
        total = self.at.turn.steps[-1]
        return [(n, weight / total) for n, (_, weight) in enumerate(self.at.turn.odds)]

    def _apply_action(self, action: int) -> None:
        self.at = self.at.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return msgspec.json.encode(self.at.event(action)).decode()

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return isinstance(self.at.turn, Over) or self.at.decisions >= self._longest

    def returns(self) -> list[float]:
        """What every seat has got so far: nothing before the end."""
        turn = self.at.turn
        if not isinstance(turn, Over):
            return [0.0] * self.num_players()
        return list(rewards(self.at.game, self.at.setup, turn))

    def __str__(self) -> str:
        """The position as JSON: the same for all ways that lead to it."""
        return msgspec.json.encode(self.at.state).decode()


class Observer:
    """What a seat sees, as the spec of the game names it; with perfect recall, its string is all it has seen."""

    def __init__(self, game: SpielGame, recall: bool = False):
        self._recall = recall
        self.tensor = np.zeros(game.spec.size, np.float32)
        self.dict = {
            field.name: self.tensor[start:stop].reshape(field.shape)
            for field, start, stop in game.spec.places()
            if field in game.spec.fields
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Look at a position."""
        row = state.at.numbers.observe(state_for(state.at.game, state.at.state, player), player)
        self.tensor[:] = np.frombuffer(row, np.uint8)

    def string_from(self, state: SpielState, player: int) -> str:
        """The position as a seat knows it, or all that it has seen of the game."""
        return state.at.remembered(player) if self._recall else state.at.observed(player)


def register(game: AnyGame) -> None:
    """Put a game on OpenSpiel's shelf."""
    if game.name in _registered:
        return
    _registered[game.name] = game
    made = type(f"{game.name.title()}Spiel", (SpielGame,), {"game": game})
    pyspiel.register_game(game_type(game, pyspiel.GameType.Utility.GENERAL_SUM), made)


_registered: dict[str, AnyGame] = {}
for _game in shelf.every():
    register(_game)
