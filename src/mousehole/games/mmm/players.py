"""Players of Mmm!: one follows rules of thumb, the levels look ahead to the end of the turn or further."""

from pathlib import Path

from mousehole.core.game import AnyGame, Decide, Luck, Player
from mousehole.core.words import Line, line
from mousehole.folders import solutions
from mousehole.games.mmm.look_ahead import FEW, exact, looked
from mousehole.games.mmm.moves import Event
from mousehole.games.mmm.rule_of_thumb import ThumbPlayer
from mousehole.games.mmm.state import State


class Planner(Player):
    """Takes the action with the best chance, the first of equal ones; now and then plays at random."""

    def __init__(self, rank: int, slips: float = 0.0, *, solved: bool = False, folder: Path | None = None):
        self.rank = rank
        self.slips = slips
        self.solved = solved  # reads solutions; without them it estimates
        self.folder = folder

    def choose(self, game: AnyGame, state: State, turn: Decide[Event], luck: Luck) -> Event:
        """Choose one of the turn's actions."""
        if self.slips and luck.random() < self.slips:
            return luck.choice(turn.actions)
        if len(turn.actions) == 1:
            return turn.actions[0]
        choices = looked(state, self.folder or solutions() if self.solved else None).choices(state)
        return turn.actions[choices.index(max(choices))]

    def caveat(self, game: AnyGame, state: State) -> Line | None:
        """Say where the best player is not perfect; the others do not claim to be."""
        if self.slips or exact(state, self.folder or solutions()):
            return None
        if state.pantry.in_line:
            return line("not perfect in line: exact only when {n} squares or fewer are left", n=FEW)
        return line("not perfect here: this board is not solved yet")


PLAYERS: dict[str, Player] = {
    "easy": Planner(5, slips=0.5),
    "thumb": ThumbPlayer(),
    "medium": Planner(21, slips=0.1),
    "strong": Planner(50, slips=0.05, solved=True),
    "best": Planner(60, solved=True),
}
