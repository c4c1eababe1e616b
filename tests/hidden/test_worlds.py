"""Conformance compares what a seat imagines with what everybody has seen happen."""

from dataclasses import replace as changed
from random import Random

import pytest
from msgspec.structs import replace

from examples.games import tricks
from mousehole.core.game import Hidden
from mousehole.testing import random_record
from mousehole.testing.world_checks import check_worlds


def forgetful(state, seat, luck):
    """Deals suits to seats that could not follow them."""
    return replace(tricks.world(replace(state, voids=()), seat, luck), voids=state.voids)


def stubborn(state, seat, luck):
    """Always believes the same."""
    return tricks.world(state, seat, Random(1))


def checked(world):
    game = changed(tricks.GAME, hidden=Hidden(tricks.view, tricks.seen, world))
    for number in range(6):
        check_worlds(game, random_record(game, game.setup(), bytes([number + 1]))[0])


def test_worlds_that_keep_to_what_was_seen_pass():
    checked(tricks.world)


def test_worlds_that_forget_who_did_not_follow_suit_are_found():
    with pytest.raises(AssertionError, match=r"imagines .* to which that could not lead"):
        checked(forgetful)


def test_worlds_that_leave_out_the_real_one_are_found():
    with pytest.raises(AssertionError, match=r"never imagines what is there|could not lead"):
        checked(stubborn)
