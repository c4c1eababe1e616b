"""Checks of what a game offers beside its rules: parts, numbers, chances, hints and reviews."""

from collections.abc import Sequence
from operator import le
from random import Random
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from mousehole.core.game import AnyGame, Decide, Over, Parts, Player, SeatKind, load_part
from mousehole.core.record import Record, plies
from mousehole.core.setups import variants
from mousehole.core.tensor import Tensor
from mousehole.players.hints import hints
from mousehole.players.player import find
from mousehole.players.review import crowded, review
from mousehole.players.simulated import Budget
from mousehole.testing.random_games import CAP, random_record

QUICK_BUDGET = Budget(games=1, simulations=800, seconds=600.0, ends=4)  # as few as hints make do with
SLACK = 0.02  # by which chances of rivals that were guessed may add up to more than 1
EMPTY = 0.97  # bounds further apart than that say nothing
LOOKED_BACK = 40  # events of a game that is reviewed for every team


def check_numbers(game: AnyGame, tensor: Tensor, record: Record) -> None:
    """Check ids and observations in every position of a record where somebody decides."""
    spec = tensor.spec(game.new(record.setup))
    highest = [field.most for field in spec.fields for _ in range(field.size)]
    for ply in plies(game, record):
        if isinstance(ply.turn, Decide):
            state, actions = ply.state, ply.turn.actions
            numbers = [tensor.number(state, action) for action in actions]
            assert tensor.spec(state) == spec, "a game changes what its numbers mean"
            assert len({*numbers} & {*range(spec.ids)}) == len(actions), "two actions share an id, or one has none"
            assert [tensor.action(state, number) for number in numbers] == list(actions), "an id names another action"
            seen = tensor.observe(state, ply.turn.seat)
            assert len(seen) == len(highest), "an observation is longer or shorter than its spec says"
            assert all(map(le, seen, highest)), "an observation holds more than its spec says"


def check_parts(game: AnyGame) -> None:
    """Check that every part is where it was named, and of its type."""
    for parts in (game.parts, game.parts.solvable, game.parts.adventure):
        kinds = get_type_hints(type(parts))
        for name, place in parts.places().items():
            (kind,) = get_args(kinds[name])
            assert isinstance(_load(name, place), whole(kind)), f"the part {name} is no {kind}"
    for name, player in (game.parts.players or {}).items():
        assert isinstance(player, Player), f"the player {name} lacks a power: let its class inherit from Player"


def whole(kind: Any) -> Any:
    """A type without its parameters, as a value can be asked for it."""
    return kind if isinstance(kind, UnionType) else get_origin(kind) or kind


def _load(name: str, place: str) -> Any:
    try:
        return load_part(place)
    except (ImportError, AttributeError) as error:
        raise AssertionError(f"the part {name} is not at {place}: {error}") from None


def check_value(game: AnyGame, state: Any, seats: Sequence[SeatKind]) -> None:
    """Check that the value of a position is a chance, for every seat, and that rivals do not all expect to win."""
    value = game.parts.value
    if value is None:
        return
    teams = dict[str, float]()
    for seat, kind in enumerate(seats):
        found = teams[kind.team] = value(state, seat)
        assert 0 <= found <= 1, f"value says {found} for seat {seat}, which is no chance"
    assert sum(teams.values()) <= 1 + SLACK, f"the chances of rivals add up to more than 1: {teams}"


def check_greedy_ends(game: AnyGame) -> None:
    """Check that players who do what looks best come to an end: they sit at tables, and lead simulated games."""
    if Parts.value not in game.parts:
        return
    state, events, greedy, luck = game.new(game.setup()), 0, find(game, "greedy"), Random(1)
    while not isinstance(turn := game.turn(state), Over):
        assert events < CAP, (
            f"greedy play does not end within {CAP} events: its value may see no worth in finishing. "
            "Let value rise towards the end, or let turn end a game that goes round in circles"
        )
        event = greedy.choose(game, state, turn, luck) if isinstance(turn, Decide) else turn.at(luck.random())
        state, events = game.apply(state, event), events + 1


def check_hints(game: AnyGame, record: Record) -> None:
    """Check that hints of a decision say something, even with little time."""
    asked = [ply for ply in plies(game, record) if isinstance(ply.turn, Decide) and len(ply.turn.actions) > 1]
    for ply in sorted(asked, key=lambda ply: len(ply.turn.actions))[:1]:
        for hint in hints(game, ply.state, budget=QUICK_BUDGET):
            assert 0 <= hint.low <= hint.chance <= hint.high <= 1, f"a hint is no chance: {hint}"
            wide = hint.high - hint.low - 2 * (game.parts.doubt or 0.0)
            assert hint.exact or wide < EMPTY, f"a hint says nothing: {hint}"


def check_reviews(game: AnyGame) -> None:
    """Check the reviews of a game that more than two teams can play: the sums give the end, for every seat."""
    if not crowded(game):
        return
    setup = max(variants(game), key=lambda setup: len({kind.team for kind in game.seats(setup)}))
    record = random_record(game, setup, b"review", LOOKED_BACK)[0]
    for seat in range(len(game.seats(setup))):
        found = review(game, record, seat=seat, budget=QUICK_BUDGET)
        end = found.moments[-1].chance if found.moments else found.start
        assert abs(found.start + found.luck - found.losses + found.gifts - end) < 1e-6, "a review does not add up"
        assert all(0 <= moment.chance <= 1 for moment in found.moments), "a review tells what is no chance"
