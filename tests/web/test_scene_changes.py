"""A scene that comes as a change is, to the last byte, the scene that would have come whole."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from mousehole import shelf
from mousehole.core.scene import Offer, Panel, Row, Scene, Spot
from mousehole.core.words import Voice, Who, line, voice
from mousehole.table import Table
from mousehole.web.live.frames import FrameCache
from mousehole.web.live.room import Viewer
from mousehole.web.live.scenes import (
    edit,
    localize,
    offer_values,
    panel_values,
    rising,
    scene_change,
    scene_json,
    sent_fields,
    spot_values,
)
from mousehole.web.rights.access import Grants
from tests.house import tree
from tests.web.browser import Browser
from tests.web.frame_stream import FILLED, changed, edited, film
from tests.web.test_wire_types import positions

keys = some.integers(0, 9).map(lambda n: f"k{n}")
words, points = keys.map(line), some.tuples(*[some.sampled_from([0.5, 1.0])] * 2)
spots = some.builds(Spot, keys, points, points, glow=some.sampled_from(["", "path", "good"]))
rows = some.builds(
    Row, words, some.sampled_from([None, line("1")]), meter=some.sampled_from([None, (1, 2), (2, 2)]), mark=keys
)
panels = some.builds(Panel, keys, words, some.lists(rows, max_size=5).map(tuple))
offers = some.builds(Offer, some.integers(0, 3), some.tuples(keys), words, minor=some.booleans())
things = some.one_of(
    *[some.tuples(*[some.lists(kind, max_size=12).map(tuple)] * 2) for kind in (spots, panels, offers)]
)
DRAWN = {Spot: spot_values, Panel: panel_values, Offer: lambda offer: offer_values(offer, 0), type(None): None}
compact = msgspec.json.encode


def scene_bytes(scene, say):
    """A scene or its change as it is sent."""
    return bytes(scene_json(scene, say))


def shown(game, language, most=120):
    """The scenes of a game played at random, and who says them."""
    say = voice(language, game.package)
    return say, [game.scene(state, turn, getattr(turn, "seat", 0), last) for state, turn, last in positions(game, most)]


def written(things, say):
    """A list of things as it is sent."""
    kind = type((*things, None)[0])
    return compact([localize(sent_fields(kind, DRAWN[kind](thing)), say) for thing in things])


@given(things)
def test_an_edit_turns_any_list_into_any_other(lists):
    old, new = lists
    say, kind = voice("en"), type((*old, *new, None)[0])
    found = edit(old, new, DRAWN[kind])
    change = json.loads(compact(localize(found, say))) if found else {}
    order = FILLED["spots"] if kind is Spot else ()
    assert compact(edited(json.loads(written(old, say)), change, order)) == compact(json.loads(written(new, say)))


@given(some.permutations(range(9)))
def test_of_a_list_in_another_order_as_much_stays_as_can(order):
    chosen = rising(order)
    assert chosen == sorted(chosen)
    longest = [1] * len(order)
    for n, number in enumerate(order):
        longest[n] += max((longest[m] for m in range(n) if order[m] < number), default=0)
    assert len(chosen) == max(longest)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", shelf.every(), ids=lambda game: game.name)
def test_changes_lead_through_a_whole_game_to_the_very_scenes(game, language):
    say, (first, *rest) = shown(game, language)
    held, before, small = json.loads(scene_bytes(first, say)), first, 0
    for scene in rest:
        whole = scene_bytes(scene, say)
        change = scene_change(before, scene)
        sent = scene_bytes(change, say) if change else whole
        held, before = changed(held, json.loads(sent)) if change else json.loads(whole), scene
        assert compact(held) == compact(json.loads(whole))
        small += len(sent) * 4 < len(whole)
    assert small * 2 > len(rest), "most changes are far smaller than their scenes"


def test_a_list_in_which_nothing_changed_is_not_sent():
    game = shelf.find("mmm")
    say, scenes = shown(game, "en", 3)
    assert "spots" not in json.loads(scene_bytes(scene_change(scenes[1], scenes[1]), say))


async def test_an_old_page_gets_every_scene_whole(port):
    anna = Browser(port)
    table = anna.opened()
    async with anna.live(table, version=1) as old, anna.live(table) as new:
        assert (old.welcome["version"], new.welcome["version"]) == (1, 2)
        await old.move("throw")
        await new.shown(old.entry)
        assert "scene" in old.sent[-1]
        assert "change" in new.sent[-1]
        assert old.frame["scene"] == new.frame["scene"]


async def test_who_comes_back_gets_a_whole_scene_first(port):
    anna = Browser(port)
    table = anna.opened()
    async with anna.live(table) as talk:
        before = talk.entry
        await talk.move("throw")
        await talk.move("play", action=0)
    async with anna.live(table, known=before) as back:
        await back.shown(talk.entry)
        assert [("scene" in frame, "change" in frame) for frame in back.sent] == [(True, False), (False, True)]
        assert back.frame["scene"] == talk.frame["scene"]


async def test_names_that_change_at_the_table_change_the_scene(port):
    anna = Browser(port)
    table = anna.opened(players="2", side="one_paw", first="0", **{"chair-0": "me", "chair-1": "me"})
    async with anna.live(table) as talk:
        await talk.say(type="sit", seat=1, chair={"kind": "bot", "name": "", "level": "random"})
        await talk.hear("frames")
        await talk.move("throw")
        whole = anna.get(f"/table/{table}/scene.json").json
        assert talk.frame["scene"] == whole["scene"]


def test_a_replay_that_reads_changes_is_the_same_and_far_smaller(port):
    anna = Browser(port)
    record = (tree.ROOT / "examples" / "mmm.json").read_bytes()
    table = anna.post("/upload", body=record, Accept="application/json").json["address"].split("/")[2]
    whole = anna.get(f"/table/{table}/frames.json?from=3&to=40")
    changes = anna.get(f"/table/{table}/frames.json?from=3&to=40&changes")
    assert film(changes.json["frames"]) == whole.json["frames"]
    assert len(changes.data) * 5 < len(whole.data)


def test_a_lesson_that_reads_changes_is_the_same(port):
    anna = Browser(port)
    whole = anna.get("/learn/mmm/first/frames.json")
    changes = anna.get("/learn/mmm/first/frames.json?changes")
    assert film(changes.json["frames"]) == whole.json["frames"]
    assert len(changes.data) * 3 < len(whole.data)


@pytest.mark.parametrize(
    ("names", "asked"),
    [(("Anna",), "Roll 3 dice."), (("Anna", "Ben"), "Anna: roll 3 dice."), ((), "Player 1: roll 3 dice.")],
)
def test_a_table_for_one_calls_nobody_by_name(names, asked):
    prompt = line("{who}: roll {n} die.", plural="{who}: roll {n} dice.", who=Who(0), n=3)
    scene = Scene((1, 1), (), (), prompt)
    assert json.loads(scene_bytes(scene, Voice("en", (), names)))["prompt"] == asked


def test_a_table_whose_log_is_still_empty_can_be_shown():
    game = shelf.find("mmm")
    viewer = Viewer(Grants(), "en")
    view = FrameCache().now(Table("new", game, game.setup(players=2), b"0" * 16), viewer, None)
    assert (view.entry, view.ply) == (0, 0)
