"""Many games at once in which every seat does what looks best one action ahead, by a learned value, in torch."""

from collections.abc import Callable
from typing import Any, NamedTuple

import torch

from mousehole.envs.gpu import Foresight

HOLD = -1
Theirs = Callable[["Players"], Any]  # in which games a rival chooses now


class Chosen(NamedTuple):
    """What was chosen in every game, and what it leads to before luck falls."""

    actions: Any
    marks: Any
    pairs: Any
    values: Any  # by game and team
    over: Any


class Players:
    """A batch, read and played by torch."""

    def __init__(self, batch: Any, each: int = 48):
        self.batch, self.games = batch, len(batch)
        self.sight = Foresight(batch, self.games * each)
        self.masks, self.rewards = shared(batch.masks), shared(batch.rewards)
        self.done, self.seats, self.picks = shared(batch.done), shared(batch.seats), shared(batch.picks)
        self.seen = tuple(shared(array) for array in (self.sight.marks, self.sight.pairs, self.sight.exact))
        self.over, self.device = shared(self.sight.over), self.masks.device
        self.heads = torch.tensor(self.sight.heads, device=self.device)
        self.numbers = torch.arange(self.games, device=self.device, dtype=torch.int32)
        self.nothing = torch.full_like(self.numbers, HOLD)
        self.team = torch.zeros(max(self.rewards.shape[1], 1), dtype=torch.long, device=self.device)
        for head, seat in enumerate(self.sight.heads):
            self.team[seat] = head

    def teams(self) -> Any:
        """The team that decides, by game."""
        return self.team[self.seats.long()]

    def outcomes(self) -> Any:
        """Which teams have won in games that ended in the last step."""
        return (self.rewards[:, self.heads] > 0).float()

    def stand(self) -> tuple[Any, Any]:
        """Copies of what the games look like where somebody decides."""
        self.sight.look(plain(self.numbers), plain(self.nothing))
        marks, pairs, _ = self.seen
        return marks[: self.games].clone(), pairs[: self.games].clone()

    @torch.no_grad()
    def choose(self, net: Any, heat: float = 0.0, rival: Any = None, theirs: Theirs | None = None) -> Chosen:
        """Look one action ahead; a rival, if any, chooses in some games, without heat."""
        which, acts = self.masks.nonzero(as_tuple=True)
        many = min(len(which), self.sight.most)
        which, acts = which[:many], acts[:many]
        self.sight.look(plain(which.int()), plain(acts.int()))
        values, over = self.valued(net, many), self.over[:many].bool()
        teams = self.teams()[which]
        looks = values.gather(1, teams[:, None])[:, 0]
        if heat:
            looks = looks - heat * torch.log(-torch.log(torch.rand_like(looks).clamp(1e-9, 1 - 1e-6)))
        if rival is not None and theirs is not None:
            others = self.valued(rival, many).gather(1, teams[:, None])[:, 0]
            looks = torch.where(theirs(self)[which], others, looks)
        best = torch.full((self.games,), -1e9, device=self.device).scatter_reduce(0, which, looks, "amax")
        order = torch.arange(many, device=self.device)
        tops = torch.where(looks >= best[which], order, HOLD)
        at = torch.full((self.games,), HOLD, device=self.device).scatter_reduce(0, which, tops, "amax").clamp(min=0)
        marks, pairs, _ = self.seen
        return Chosen(acts[at].int(), marks[at], pairs[at], values[at], over[at])

    def valued(self, net: Any, many: int) -> Any:
        """The chances of every team in the first questions; exact where a game is over."""
        marks, pairs, exact = (array[:many] for array in self.seen)
        over = self.over[:many].bool()
        return torch.where(over[:, None], exact, torch.sigmoid(net(marks, pairs).float()))

    def step(self, actions: Any) -> None:
        """Do these actions."""
        self.batch.step(plain(actions))


def shared(array: Any) -> Any:
    """An array of a batch as a tensor, without a copy."""
    return torch.from_dlpack(array)


def plain(tensor: Any) -> Any:
    """A tensor as a batch takes it."""
    return tensor if tensor.is_cuda else tensor.numpy()


def match(players: Players, mice: Any, cat: Any = None, most: int = 800, seed: int = 7) -> dict[str, float]:
    """Let every game be played once, without heat; the shares that each team won, and that were not ended."""
    players.batch.reset(seed)
    waiting = torch.ones(players.games, dtype=torch.bool, device=players.device)
    won = torch.zeros(len(players.sight.heads), device=players.device)
    steps = 0
    while steps < most and (steps % 16 or bool(waiting.any())):
        players.step(players.choose(mice, rival=cat, theirs=lambda players: players.teams() == 1).actions)
        ended = waiting & players.done
        won += players.outcomes()[ended].sum(0)
        waiting &= ~players.done
        steps += 1
    shares = (won / players.games).tolist()
    return {"won": [round(share, 4) for share in shares], "open": float(waiting.float().mean()), "steps": steps}
