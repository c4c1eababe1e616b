"""The scripts know what server and browser say to each other, and it is what they really say."""

import json
import random
from functools import reduce
from operator import or_

import msgspec
import pytest

from mousehole import shelf
from mousehole.core.game import Decide, Over
from mousehole.core.scene import Scene, Spot
from mousehole.core.words import voice
from mousehole.web.live import wire
from mousehole.web.live.scenes import scene_json, sent_fields, spot_values
from tests.web.browser import Browser
from tools.client import wire_types

FromServer = reduce(or_, wire.ToBrowser.__subclasses__())


def checked(page):
    """Decode a scene; whatever is not of its type raises."""
    return msgspec.json.decode(page, type=wire_types.sent_type(Scene))


def positions(game, most=120):
    """Play at random; yield every position with the event that led there."""
    luck, state, last = random.Random(7), game.new(game.setup()), None
    for _ in range(most):
        turn = game.turn(state)
        yield state, turn, last
        if isinstance(turn, Over):
            return
        last = luck.choice(turn.actions if isinstance(turn, Decide) else [event for event, _ in turn.odds])
        state = game.apply(state, last)


def test_the_types_of_the_scripts_are_those_of_the_server():
    assert wire_types.FILE.read_text("utf-8") == wire_types.page(), "run ./mousehole types"
    assert wire_types.DEFAULTS.read_text("utf-8") == wire_types.defaults(), "run ./mousehole types"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", shelf.every(), ids=lambda game: game.name)
def test_every_scene_is_sent_as_its_types_say(game, language):
    say, offered = voice(language, game.package), 0
    for state, turn, last in positions(game):
        drawn = game.scene(state, turn, getattr(turn, "seat", 0), last)
        scene = checked(scene_json(drawn, say))
        assert [spot.key for spot in scene.spots] == [spot.key for spot in drawn.spots]
        assert [piece.on for piece in scene.pieces] == [piece.on for piece in drawn.pieces]
        assert scene.size == drawn.size
        offered += len(scene.offers)
    assert offered


async def test_every_message_is_sent_as_its_types_say(port):
    anna = Browser(port)
    table = anna.opened()
    async with anna.live(table) as talk:
        await talk.move("throw")
        await talk.say(type="chat", text="hello")
        await talk.say(type="hint", entry=talk.entry)
        assert await talk.refused("play", seat=0, entry=0, action=0, ticket="late") == "stale"
        heard = [talk.welcome, await talk.hear("hints"), *talk.heard]
    kinds = {type(msgspec.json.decode(json.dumps(message), type=FromServer)) for message in heard}
    assert {wire.Welcome, wire.Hints, wire.ChatMessage} <= kinds
    checked(msgspec.json.decode(json.dumps(talk.frame), type=wire.FrameView).scene)


def test_what_is_usual_is_left_out():
    spot = Spot("a1", (1.0, 2.0))
    assert json.loads(wire.encode(sent_fields(Spot, spot_values(spot)))) == {
        "key": "a1",
        "x": 1.0,
        "y": 2.0,
        "w": 1.0,
        "h": 1.0,
    }
