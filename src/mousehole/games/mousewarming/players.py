"""Players of Mousewarming Party: they look ahead to the end of the turn, the strongest over the next roll as well.

In standard games the strongest trusts a learned value, elsewhere the one that was fitted.
They run compiled where wasmtime is installed. Without it they look ahead by the rules, only to the end of the turn, so
that they do not think too long.
"""

from mousehole.compiled.kernels import kernel_of
from mousehole.core.game import AnyGame, Decide, Luck, Player
from mousehole.core.kernel import WasmKernel
from mousehole.games.mousewarming.moves import Event
from mousehole.games.mousewarming.rules import apply
from mousehole.games.mousewarming.state import State
from mousehole.games.mousewarming.value import value


class Planner(Player):
    """Chooses what looks best after so many more rolls; now and then plays at random."""

    def __init__(self, rank: int, rolls: int = 0, slips: float = 0.0, learned: bool = False):
        self.rank = rank
        self.rolls = rolls
        self.slips = slips
        self.learned = learned  # trusts a learned value where it fits
        self.quick = not rolls and not slips  # it may lead simulated games

    def choose(self, game: AnyGame, state: State, turn: Decide[Event], luck: Luck) -> Event:
        """Choose one of the turn's actions."""
        if self.slips and luck.random() < self.slips:
            return luck.choice(turn.actions)
        if len(turn.actions) == 1:
            return turn.actions[0]
        kernel = kernel_of(game)
        if kernel and kernel.fits(state):
            number = self.planned(kernel.at_its_best(state) if self.learned else kernel, state)
            return next(action for action in turn.actions if kernel.numbers(state)[action] == number)
        return max(turn.actions, key=lambda action: value(apply(state, action), turn.seat))

    def planned(self, kernel: WasmKernel, state: State) -> int:
        """The id of the best action, in compiled code."""
        from mousehole.compiled.rules import rules

        at = rules(kernel, state)
        return int(at.wasm["plan_at"](at.at, self.rolls))


PLAYERS = {
    "easy": Planner(15, slips=0.3),
    "greedy": Planner(20),
    "medium": Planner(21),
    "strong": Planner(40, rolls=1, slips=0.05),
    "best": Planner(60, rolls=1, learned=True),
}
