"""The fitted values of the games as networks without layers: teachers for the start, and somebody to play against."""

from typing import Any

import torch
from torch import nn

from mousehole.games.chopchop import kernel as marked
from mousehole.games.chopchop.value import FAR_STEPS, WEIGHTS
from mousehole.games.mmm import kernel as pantry_marks
from mousehole.games.mmm.moves import FOODS as PANTRY_FOODS
from mousehole.games.mmm.value import WEIGHTS as PANTRY
from mousehole.games.mousewarming import kernel as party_marks
from mousehole.games.mousewarming.moves import FOODS
from mousehole.games.mousewarming.value import WEIGHTS as PARTY

MICE, CHEESE, REST = 0, 4 * marked.PLANE, marked.PLANES * marked.PLANE
PHASES_AT, HALVES_AT, FACTS_AT, ACTING = REST + 4, REST + 40, REST + 51, (4, 5, 6)
DROPPED, AT_DOOR, AT_FOOD = -1.0, 0.3, 0.8  # where a turn goes on, what it may still bring
MOUSE_FLIPS, SHARE = PHASES_AT + 2 * 3, FACTS_AT + 11


class Kitchen(nn.Module):
    """What the mice may expect by value.py, and the cat the rest; before a mouse's flip, the cheese it hopes for."""

    def __init__(self, weights: Any, always: float, cheese: float):
        super().__init__()
        self.register_buffer("weights", weights)
        self.always, self.cheese = always, cheese

    def forward(self, marks: Any, pairs: Any) -> Any:
        """The log-odds of both teams."""
        seen = marks.float()
        score = seen @ self.weights + self.always + self.cheese * seen[:, MOUSE_FLIPS] * seen[:, SHARE] / marked.SHARES
        return torch.stack((score, -score), 1)


class Party(nn.Module):
    """What value.py of the party sees, with the average number of guests instead of all that are possible."""

    def __init__(self, state: Any):
        super().__init__()
        box = state.party.box
        self.mean, self.invited, self.most = sum(box.guests) / len(box.guests), box.invited, len(FOODS) * box.pantry
        self.stages_at = len(party_marks.scales(state)) - party_marks.REST
        self.sums_at = self.stages_at + party_marks.FLAGS + 6 * len(FOODS)

    def forward(self, marks: Any, pairs: Any) -> Any:
        """The log-odds of the only team."""
        seen, w = marks[:, self.sums_at : self.sums_at + 17].float(), PARTY
        _, _, _, served, guests, sat, doors, full, kept, _, *parts = seen.unbind(1)
        soon, stuck, hope, blind, bait, lost, threat = (part / party_marks.WHOLE for part in parts)
        expected = guests + (self.invited - sat) * self.mean
        due = torch.relu(expected - served - soon)
        total = w.start + w.fed * torch.sigmoid(2 * (served - expected)) + w.wanted * torch.relu(due - hope)
        total = total + w.short_of_time * due * kept / self.most + w.short_of_luck * due * lost + w.full * full
        total = total + 4 * (w.stuck * stuck + w.bait * bait) + w.blind * blind + w.threat * threat + w.closed * doors
        stages = marks[:, self.stages_at : self.stages_at + 12].float()
        return (total + DROPPED * stages[:, 6] + AT_DOOR * stages[:, 7] + AT_FOOD * stages[:, 8])[:, None]


class Pantry(nn.Module):
    """What value.py of the pantry sees between turns; within one, as if the group stopped now."""

    def __init__(self, state: Any):
        super().__init__()
        self.flags_at = len(pantry_marks.scales(state)) - 2 * pantry_marks.MOST_ITEMS - 64
        self.in_line = state.pantry.in_line
        self.register_buffer("steps", torch.arange(32.0))

    def forward(self, marks: Any, pairs: Any) -> Any:
        """The log-odds of the only team."""
        seen = marks[:, self.flags_at :].float()
        steps, done, full_hand = seen[:, :32] @ self.steps, seen[:, 55], seen[:, 53]
        steps = (steps - (1 - done) * (1 - full_hand)).clamp(min=0.0)
        foods, rests = seen[:, 56 : 56 + len(PANTRY_FOODS)], seen[:, 64 : 64 + pantry_marks.MOST_ITEMS]
        squares, items = foods.sum(1).clamp(min=1.0), (rests > 0).float().sum(1)
        signs = (1.0, steps.sqrt(), steps * squares.log(), items, squares.sqrt(), torch.log1p(foods).sum(1))
        total = sum(weight * sign for weight, sign in zip(PANTRY, signs, strict=True))
        return (total + (0.29 - 0.46 * squares.log() if self.in_line else 0.0))[:, None]


def fitted(state: Any, game: str) -> nn.Module:
    """The fitted value of a position's set-up."""
    return {"mousewarming": Party, "mmm": Pantry, "chopchop": kitchen}[game](state)


def kitchen(state: Any) -> Kitchen:
    """The fitted value of a kitchen, from its marks."""
    w, box = tuple(WEIGHTS.values()), state.kitchen
    faces, roamed = len(box.board.dice.cat), sum(box.cat_ways.near)
    found = torch.zeros(len(marked.scales(state)))
    for n, space in enumerate(box.names):
        found[MICE + n] = 0.0 if space & roamed else w[13]
        found[CHEESE + n] = w[9]
    found[REST : REST + 4] = -w[11]
    for side, sign in enumerate((1, -1)):
        found[HALVES_AT + side] = sign * w[16]
        for phase in ACTING:
            found[PHASES_AT + 2 * phase + side] = sign * w[17]
    hits, ways = [w[6] / faces, w[7] / faces, w[8] / faces], [w[10] / FAR_STEPS, w[12] / FAR_STEPS, w[15] / FAR_STEPS]
    facts = [w[1], w[2], w[3], w[4], w[5], *hits, *ways, w[14] / marked.SHARES]
    found[FACTS_AT : FACTS_AT + len(facts)] = torch.tensor(facts)
    return Kitchen(found, w[0] + 4 * w[11], -w[1] - w[5])
