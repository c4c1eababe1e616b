"""Games as OpenSpiel games, with every luck as an explicit chance node.

Importing this module puts every game on OpenSpiel's own shelf, as mousehole_mmm and so on.
"""

from typing import Any, NamedTuple

import msgspec
import numpy as np
import pyspiel

from mousehole import shelf
from mousehole.core.game import AnyGame, Chance, Decide, Over
from mousehole.core.record import read_setup
from mousehole.envs.arrays import are_rivals, reward, tensor_of

LUCK = 10_000  # outcomes at once at most; an outcome is its place in the odds
LONG = 100_000  # decisions at most
SEATS = 6


def load(game: AnyGame, setup: Any = None) -> "SpielGame":
    """A game of OpenSpiel for a set-up."""
    wished = game.setup() if setup is None else setup
    found: SpielGame = pyspiel.load_game(spiel_name(game), {"setup": msgspec.json.encode(wished).hex()})
    return found


def spiel_name(game: AnyGame) -> str:
    """The name of a game on OpenSpiel's shelf."""
    return f"mousehole_{game.name}"


def game_type(game: AnyGame, utility: Any) -> Any:
    """What OpenSpiel wants to know about a game before it is set up."""
    return pyspiel.GameType(
        short_name=spiel_name(game),
        long_name=game.title.text,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
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
        self.spec = tensor_of(game).spec(game.new(self.setup))
        seats, rivals = len(game.seats(self.setup)), are_rivals(game, self.setup)
        utility = pyspiel.GameType.Utility
        kind = utility.IDENTICAL if not rivals else utility.ZERO_SUM if seats == 2 else utility.GENERAL_SUM
        about = pyspiel.GameInfo(
            num_distinct_actions=self.spec.ids,
            max_chance_outcomes=LUCK,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if kind == utility.ZERO_SUM else None,
            max_game_length=LONG,
        )
        super().__init__(game_type(game, kind), about, params or {})

    def new_initial_state(self) -> "SpielState":
        """A game that is about to begin."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """See as a seat does."""
        return Observer(self)


class SpielPosition(NamedTuple):
    """Where a game has come to; since nothing of it ever changes, a copy is the same."""

    game: AnyGame
    state: Any
    turn: Decide[Any] | Chance[Any] | Over

    def __deepcopy__(self, memo: Any) -> "SpielPosition":
        return self

    def event(self, action: int) -> Any:
        """The event with a number: an outcome by its place in the odds, an action by its id."""
        if isinstance(self.turn, Chance):
            return self.turn.odds[action][0]
        return tensor_of(self.game).action(self.state, action)

    def after(self, action: int) -> "SpielPosition":
        """Where an event leads."""
        state = self.game.apply(self.state, self.event(action))
        return SpielPosition(self.game, state, self.game.turn(state))


class SpielState(pyspiel.State):
    """A position as OpenSpiel asks for it."""

    def __init__(self, game: SpielGame):
        super().__init__(game)
        start = game.game.new(game.setup)
        self.at = SpielPosition(game.game, start, game.game.turn(start))

    def current_player(self) -> int:
        """The seat that decides, or what stands for luck and for the end."""
        if isinstance(self.at.turn, Decide):
            return self.at.turn.seat
        return int(pyspiel.PlayerId.CHANCE if isinstance(self.at.turn, Chance) else pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        turn = self.at.turn
        if not isinstance(turn, Decide):
            return []
        return sorted(map(tensor_of(self.at.game).numbers(self.at.state).__getitem__, turn.actions))

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
        return isinstance(self.at.turn, Over)

    def returns(self) -> list[float]:
        """What every seat has got so far: nothing before the end."""
        turn = self.at.turn
        return [reward(turn, seat) if isinstance(turn, Over) else 0.0 for seat in range(self.num_players())]

    def __str__(self) -> str:
        """The numbers of the events so far: they are the position."""
        return " ".join(map(str, self.history()))


class Observer:
    """What a seat sees, as the spec of the game names it."""

    def __init__(self, game: SpielGame):
        self.tensor = np.zeros(game.spec.size, np.float32)
        self.dict = {
            field.name: self.tensor[start:stop].reshape(field.shape)
            for field, start, stop in game.spec.places()
            if field in game.spec.fields
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Look at a position."""
        seen = tensor_of(state.at.game).observe(state.at.state, player)
        self.tensor[:] = np.frombuffer(seen, np.uint8)

    def string_from(self, state: SpielState, player: int) -> str:
        """The events so far."""
        return str(state)


def register(game: AnyGame) -> None:
    """Put a game on OpenSpiel's shelf."""
    made = type(f"{game.name.title()}Spiel", (SpielGame,), {"game": game})
    pyspiel.register_game(game_type(game, pyspiel.GameType.Utility.GENERAL_SUM), made)


for _game in shelf.every():
    if _game.parts.tensor is not None:
        register(_game)
