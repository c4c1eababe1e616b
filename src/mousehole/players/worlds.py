"""Players of games with hidden hands: they know their seat's view, and think about worlds drawn from it."""

from collections import Counter
from collections.abc import Collection
from typing import Any

from mousehole.core.game import AnyGame, Decide, Luck, Player, Seat
from mousehole.core.words import Line

WORLDS = 12  # drawn for each decision: the action that is chosen in most of them is taken


class WorldPlayer(Player):
    """Lets another player choose in worlds that its seat cannot tell apart, and follows the most frequent choice."""

    def __init__(self, player: Player):
        self.player = player
        self.rank, self.quick = player.rank, player.quick

    def choose(self, game: AnyGame, state: Any, turn: Decide[Any], luck: Luck) -> Any:
        """Choose one of the turn's actions."""
        assert game.hidden
        known, turn = game.hidden.view(state, turn.seat), Decide(turn.seat, turn.actions)
        if self.player.guesses:
            return self.player.choose(game, known, turn, luck)
        worlds = [game.hidden.world(known, turn.seat, luck) for _ in range(1 if len(turn.actions) == 1 else WORLDS)]
        votes = Counter(self.player.choose(game, world, turn, luck) for world in worlds)
        return max(turn.actions, key=lambda action: votes[action])

    def caveat(self, game: AnyGame, state: Any) -> Line | None:
        """Pass on what the other player says."""
        return self.player.caveat(game, state)

    def remark(self, game: AnyGame, state: Any, turn: Decide[Any], action: Any) -> Line | None:
        """Pass on what the other player says."""
        return self.player.remark(game, state, turn, action)

    def beside(self, people: Collection[Seat]) -> Player:
        """Sit down with people in these seats."""
        return WorldPlayer(self.player.beside(people))


def honest(game: AnyGame, player: Player) -> Player:
    """A player that knows no more than its seat."""
    return player if not game.hidden or isinstance(player, WorldPlayer) else WorldPlayer(player)
