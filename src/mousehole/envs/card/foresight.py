"""What the positions of a batch look like after actions, for a learned value."""

from typing import Any

import numpy as np

from mousehole.envs.card.batch import CardBatch
from mousehole.envs.card.program import HERE, program


class Foresight:
    """Reads the games of a batch: what an action would lead to, before luck falls.

    The arrays stay on the card and are made once; every question writes its rows anew.
    """

    marks: Any  # uint8, by question
    pairs: Any  # int32, by question: rows of the table of pairs
    exact: Any  # float32, by question and team: whether it has won, where the game is over
    over: Any  # uint8, by question

    def __init__(self, batch: CardBatch, most: int):
        card, start = batch.card, batch.start
        if card.marks is None:
            raise ValueError("this game has no marks to learn from")
        self._batch, self.most = batch, most
        self._run = type(batch).runner(program(card, start, card.marks.source, HERE / "foresee.cu"))
        self.scales, self.heads = tuple(card.marks.scales(start)), tuple(card.marks.heads(start))
        self._ways = self._run.array(np.array(card.marks.ways(start), np.uint64))
        zeros = self._run.zeros
        self.marks = zeros((most, len(self.scales)), np.uint8)
        self.pairs = zeros((most, max(1, card.marks.pairs_seen)), np.int32)
        self.exact, self.over = zeros((most, len(self.heads)), np.float32), zeros(most, np.uint8)
        out = (self.marks, self.pairs, self.exact, self.over)
        self._out = self._run.array(np.array([self._run.address(array) for array in out], np.uint64))

    def look(self, games: Any, actions: Any) -> None:
        """Write what these games look like after these actions, or as they are for -1; both are int32."""
        games, actions = self._run.shared(games), self._run.shared(actions)
        if len(games) > self.most:
            raise ValueError(f"{len(games)} questions are more than {self.most}")
        batch, many = self._batch, np.int32(len(games))
        where = (batch.tables, self._ways, batch.where, self._out)
        self._run.call("foresee", len(games), *where, games, actions, many)
