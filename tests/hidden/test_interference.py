"""Two games that differ only in what a seat cannot know are the same for that seat; every planted leak is found."""

from importlib import import_module

import pytest

from bench import interference
from mousehole.core import knowledge
from mousehole.core.game import Decide
from mousehole.players.player import WorldPlayer
from mousehole.web.live import frames as live_frames
from mousehole.web.live import room

frames, host, hints = map(import_module, ("mousehole.host.frames", "mousehole.host.host", "mousehole.players.hints"))
NIBBLES = interference.nibbles()
PAIRS = 60  # of games
MOST = 600  # until a leak must show


def verdicts(pairs, seed="test"):
    return [interference.compared(NIBBLES, f"{seed}/{number}") for number in range(pairs)]


def test_a_seat_cannot_tell_two_games_apart_that_differ_in_what_it_does_not_know():
    found = verdicts(PAIRS)
    assert set(found) <= {"the same", "without a twin"}
    assert found.count("the same") > PAIRS * 0.8


def told_all(game, viewer, before, event, after):
    return game.tell(before, event, after, viewer)


def leaky_tale(table, ply, viewer):
    """Show everybody where the mover clicked."""
    before, now = table.plies[ply - 1], table.plies[ply]
    if not isinstance(before.turn, Decide):
        return frames.Tale(frames.ply_story(table, ply, viewer), None)
    decision = before.turn.answered_by(now.event)
    offers = frames.scene_at(table, ply - 1, decision.seat).offers
    return frames.Tale(frames.ply_story(table, ply, viewer), offers[decision.actions.index(now.event)])


PLANTED = {
    "events as they are": (frames, "event_for", lambda game, event, viewer: event, "a frame"),
    "clicks of others": (frames, "tale_at", frames.once(leaky_tale), "a frame"),
    "a story of everything": (frames, "story_for", told_all, "a frame"),
    "a story of everything for newcomers": (room, "story_for", told_all, "the story"),
    "scenes of everything": (
        frames,
        "scene_for",
        lambda game, state, turn, viewer, last=None: game.scene(state, turn, viewer, last),
        "a frame",
    ),
    "the choices of others": (knowledge, "turn_for", lambda game, turn, viewer: turn, "a frame"),
    "records of a running game": (host, "is_open", lambda game, turn: True, "the record"),
    "a player's eyes for spectators": (live_frames, "eyes", lambda seats: (*seats, 0)[0], "a frame"),
    "hints that know everything": (hints, "state_for", lambda game, state, viewer: state, "a hint"),
    "bots that know everything": (
        WorldPlayer,
        "choose",
        lambda self, game, state, turn, luck: self.player.choose(game, state, turn, luck),
        "a bot",
    ),
}


@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_is_found(leak, monkeypatch):
    place, name, leaking, where = PLANTED[leak]
    monkeypatch.setattr(place, name, leaking)
    found = (interference.compared(NIBBLES, f"leak/{number}") for number in range(MOST))
    assert where in found, f"nobody noticed {leak}"
