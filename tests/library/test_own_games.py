"""A game of one's own in a single file: without a scene, a story, or a folder beside it."""

from random import Random

import pytest
from msgspec import Struct

import mousehole
from mousehole import Decide, Game, Over, SeatKind, line
from mousehole.core.game import Parts
from mousehole.testing.part_checks import check_greedy_ends


class Setup(Struct, frozen=True):
    stones: int = 7


class Take(Struct, frozen=True, tag="take", tag_field="type"):
    n: int


class State(Struct, frozen=True):
    left: int
    seat: int = 0


def turn(state):
    if not state.left:
        return Over((1 - state.seat,), "taken")
    return Decide(state.seat, tuple(Take(n) for n in (0, 1, 2) if n <= state.left))


def apply(state, event):
    return State(state.left - event.n, 1 - state.seat)


def patient(state, seat):
    """A value that sees no worth in finishing."""
    return state.left / 7


NIM = Game(
    name="nim",
    title=line("Nim"),
    blurb=line("Take the last stone."),
    edition=1,
    package=__name__,
    setup=Setup,
    event=Take,
    new=lambda setup: State(setup.stones),
    turn=turn,
    apply=apply,
    seats=lambda setup: (SeatKind(line("One"), "one"), SeatKind(line("Two"), "two")),
)


def test_it_plays_tells_and_draws_itself():
    here, luck = mousehole.start(NIM, stones=5), Random(1)
    assert here.story(Take(2)) == ("take 2",)
    assert here.picture().startswith("<svg")
    while not here.over:
        here = here.play(luck.choice(here.actions))
    record, over = mousehole.played(NIM, None, ("random", "random"), "evening", 1)
    assert mousehole.audit(NIM, record) == over
    assert mousehole.voice("fr")(NIM.ending(over)) == f"Joueur {over.winners[0] + 1} gagne."
    assert sum(mousehole.contest(NIM, None, [("random", "random")], games=4).tallies[0].wins) == 4


def test_greedy_play_without_an_end_is_explained_by_the_conformance_suite():
    endless = Game(**{**vars(NIM), "parts": Parts(value=f"{__name__}:patient")})
    with pytest.raises(AssertionError, match=r"greedy play does not end within .* events: its value may see no worth"):
        check_greedy_ends(endless)
