"""A batch plays by the rules, event by event, and every game of it has its own luck."""

from contextlib import suppress
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from mousehole import shelf
from mousehole.compiled.kernels import KernelTrap
from mousehole.compiled.rules import rules
from mousehole.core.game import Chance, Decide, Over
from mousehole.core.setups import variants
from mousehole.envs import batch as batch_of
from mousehole.envs.arrays import rewards, streams, tensor_of
from mousehole.envs.game_batch import Batch
from mousehole.games.mmm.moves import Setup as Pantry
from mousehole.games.mousewarming.moves import MICE
from mousehole.games.mousewarming.moves import Setup as Party
from mousehole.players.arena import contest
from tests.games.mmm.vocabulary import pantry

NAMES = ("mmm", "chopchop", "mousewarming")
OWN = 'steps = 4\npantry = """\nB B F\nG . F\nG H C\n"""\n'
MORE = [
    ("mmm", Pantry(players=2, board=OWN, in_line=True)),
    *(("mousewarming", Party(mice=pair, abilities=True)) for pair in zip(MICE, MICE[3:] + MICE[:3], strict=True)),
]
SETUPS = [(name, setup) for name in NAMES for setup in variants(shelf.find(name))] + MORE


class Twin:
    """One game of a batch, followed by the rules with the same luck."""

    def __init__(self, batch, number):
        self.batch, self.number, self.game = batch, number, batch.game
        self.kernel, self.tensor = batch.game.parts.kernel, tensor_of(batch.game)
        self.luck = streams(5, len(batch))[number, :1].copy()
        self.begin()

    def begin(self):
        """Begin a game that lets somebody decide."""
        self.state = self.game.new(self.batch.setup)
        if isinstance(self.settle(), Over):
            self.begin()

    def settle(self):
        """Let luck fall as the kernel draws it: an outcome of the rules leads to the same position."""
        while isinstance(turn := self.game.turn(self.state), Chance):
            at = rules(self.kernel, self.state)
            drawn, self.luck[0] = at.draw(int(self.luck[0]))
            at.happen(drawn)
            found = self.kernel.unpack(self.state, at.words())
            assert found in [self.game.apply(self.state, event) for event, _ in turn.odds]
            self.state = found
        return turn

    def act(self, number):
        """Do an action, and say how the game ended if it did."""
        seat = self.game.turn(self.state).seat
        self.state = self.game.apply(self.state, self.tensor.action(self.state, number))
        turn = self.settle()
        if not isinstance(turn, Over):
            return None
        self.final = self.tensor.observe(self.state, seat)
        self.begin()
        return turn

    def check(self, over):
        """Compare everything that the batch tells about this game."""
        batch, n, turn = self.batch, self.number, self.game.turn(self.state)
        assert isinstance(turn, Decide) and batch.seats[n] == turn.seat
        assert batch.observations[n].tobytes() == self.tensor.observe(self.state, turn.seat)
        legal = sorted(self.tensor.number(self.state, action) for action in turn.actions)
        assert np.flatnonzero(batch.masks[n]).tolist() == legal and batch.picks[n] in legal
        assert batch.done[n] == (over is not None)
        paid = list(rewards(batch.game, batch.setup, over)) if over else [0.0] * batch.rewards.shape[1]
        assert batch.rewards[n].tolist() == paid
        assert over is None or batch.finals[n].tobytes() == self.final
        assert batch.position(n) == self.state


@pytest.mark.parametrize(("name", "setup"), SETUPS)
def test_it_follows_the_rules_event_by_event(name, setup):
    batch = Batch(shelf.find(name), 4, setup=setup, seed=5)
    twins = [Twin(batch, n) for n in range(len(batch))]
    ended = [None] * len(batch)
    for _ in range(150):
        for twin, over in zip(twins, ended, strict=True):
            twin.check(over)
        actions = batch.picks.copy()
        batch.step(actions)
        ended = [twin.act(int(action)) for twin, action in zip(twins, actions, strict=True)]


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_games_whatever_their_number_and_the_threads(name):
    def played(games, threads):
        batch = Batch(shelf.find(name), games, seed=9, threads=threads)
        told = []
        for _ in range(60):
            batch.step(batch.picks.copy())
            told.append([array[:5].tobytes() for array in (batch.observations, batch.masks, batch.rewards)])
        return told

    assert played(5, 1) == played(64, 1) == played(64, 3)


def test_another_seed_gives_other_games():
    one, other = (Batch(shelf.find("mmm"), 64, seed=seed) for seed in (1, 2))
    assert (one.observations != other.observations).any()
    again = one.observations.copy()
    one.step(one.picks)
    one.reset(1)
    assert (one.observations == again).all()


def test_luck_differs_from_game_to_game_and_wins_are_as_frequent_as_in_the_arena():
    batch, won, over = Batch(shelf.find("mmm"), 2000, setup=Pantry(board=OWN), seed=3), 0, 0
    assert len({row.tobytes() for row in batch.observations}) > 20
    for _ in range(100):
        batch.step(batch.picks)
        won, over = won + int((batch.rewards[batch.done, 0] == 1).sum()), over + int(batch.done.sum())
    rate = contest(shelf.find("mmm"), Pantry(board=OWN), [("random",)], 2000).tallies[0].rate()
    assert won / over == pytest.approx(rate, abs=0.04)


def test_games_begin_at_positions_in_turn_and_return_there():
    state = pantry("B B . F . .", steps=1)
    game = shelf.find("mmm")
    first = next(event for event, _ in game.turn(state).odds if event.faces == ("bread", "bread", "fish"))
    one, two = game.apply(state, first), game.apply(replace(state, free=state.free & ~1), first)
    batch = Batch(game, 4, setup=state.pantry.setup)
    batch.reset(1, [one, two])
    tensor = tensor_of(game)
    assert [row.tobytes() for row in batch.observations] == [tensor.observe(at, 0) for at in (one, two)] * 2
    while not batch.done.any():
        batch.step(batch.picks)
    ended = int(np.flatnonzero(batch.done)[0])
    assert batch.observations[ended].tobytes() == tensor.observe((one, two)[ended % 2], 0)


def test_a_game_is_found_by_its_name():
    assert len(batch_of("chopchop", 3)) == 3


def test_a_game_can_be_left_as_it_is():
    batch = Batch(shelf.find("chopchop"), 3, seed=1)
    before = batch.observations.copy()
    batch.step([-1, batch.picks[1], -1])
    assert (batch.observations[[0, 2]] == before[[0, 2]]).all() and (batch.observations[1] != before[1]).any()


def test_what_cannot_be_played_is_refused_and_changes_nothing():
    batch = Batch(shelf.find("mmm"), 3, seed=1)
    before, illegal = batch.observations.copy(), int(np.flatnonzero(~batch.masks[1])[0])
    with pytest.raises(ValueError, match=f"action {illegal} is not legal in game 1"):
        batch.step([batch.picks[0], illegal, batch.picks[2]])
    with pytest.raises(ValueError, match="action 51 is not legal in game 0"):
        batch.step([51, -1, -1])
    with pytest.raises(ValueError, match="need as many actions"):
        batch.step([0])
    with pytest.raises(ValueError, match="another"):
        batch.reset(positions=[pantry("B B")])
    assert (batch.observations == before).all()


def test_a_board_without_a_kernel_is_refused():
    rows = "\n".join(" ".join("BFGH"[(r + c) % 4] for c in range(8)) for r in range(8))
    with pytest.raises(ValueError, match="no compiled rules"):
        Batch(shelf.find("mmm"), 2, setup=Pantry(board=f'pantry = """\n{rows}\n"""'))


def test_a_step_makes_no_new_arrays():
    batch = Batch(shelf.find("mousewarming"), 32, seed=1)
    arrays = (batch.observations, batch.masks, batch.seats, batch.rewards, batch.done, batch.finals, batch.picks)
    where = [array.ctypes.data for array in arrays]
    for _ in range(30):
        batch.step(batch.picks)
    same = (batch.observations, batch.masks, batch.seats, batch.rewards, batch.done, batch.finals, batch.picks)
    assert [array.ctypes.data for array in same] == where


@pytest.mark.parametrize("seed", range(5))
def test_rows_that_hold_nonsense_stop_with_a_name_or_go_on(seed):
    games = batch_of("chopchop", 64, seed=seed)
    part = games._games._parts[0]
    part.rules.wasm.write(part._rows, Random(seed).randbytes(64 * part._size))
    with suppress(KernelTrap):
        part.advance()
    again = batch_of("chopchop", 64, seed=seed)
    again.step(again.picks)
