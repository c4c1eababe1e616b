"""What a game offers beside its rules: every part can be loaded, and its value is a chance to win."""

import pytest

from mousehole import shelf
from mousehole.core.game import Over
from mousehole.core.record import plies
from mousehole.core.setup_variants import variants
from mousehole.testing import random_record

PARTS = [(name, part) for name in shelf.names() for part in shelf.find(name).parts]
VALUED = [name for name, part in PARTS if part == "value"]


@pytest.mark.parametrize(("name", "part"), PARTS)
def test_a_part_that_is_named_is_there(name, part):
    assert shelf.find(name).part(part) is not None


@pytest.mark.parametrize("name", VALUED)
def test_a_value_is_a_chance_to_win_and_exact_at_the_end(name):
    game = shelf.find(name)
    value = game.part("value")
    for number, setup in enumerate(variants(game)):
        record, over = random_record(game, setup, bytes([number, 7]), 2000)
        seats = range(len(game.seats(setup)))
        for ply in plies(game, record):
            assert all(0 <= value(ply.state, seat) <= 1 for seat in seats), f"ply {ply.number} of {setup}"
        if isinstance(over, Over) and not over.drawn:
            assert [value(ply.state, seat) for seat in seats] == [float(seat in over.winners) for seat in seats]
