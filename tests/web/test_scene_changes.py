"""A scene that comes as a change is, to the last byte, the scene that would have come whole."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from mousehole import shelf
from mousehole.core.scene import Scene
from mousehole.core.words import Voice, Who, line, voice
from mousehole.web.scenes import scene_json
from mousehole.web.scenes.scene_changes import edit, rising
from mousehole.web.scenes.speech import Speech
from tests.house import tree
from tests.web.browser import Browser
from tests.web.frame_stream import FILLED, changed, edited, film
from tests.web.test_wire_types import positions

keys = some.integers(0, 9).map(lambda n: f"k{n}")
spots = some.builds(
    scene_json.SpotView, keys, *[some.sampled_from([0.5, 1.0])] * 4, glow=some.sampled_from(["", "path", "good"])
)
rows = some.builds(
    scene_json.RowView, keys, value=some.sampled_from(["", "1"]), meter=some.sampled_from([None, (1, 2), (2, 2)])
)
panels = some.builds(scene_json.PanelView, keys, keys, some.lists(rows, max_size=5).map(tuple))
offers = some.builds(
    scene_json.OfferView, some.integers(0, 3), some.tuples(keys), keys, some.integers(0, 1), some.booleans()
)
things = some.one_of(
    *[some.tuples(*[some.lists(kind, max_size=12).map(tuple)] * 2) for kind in (spots, panels, offers)]
)
compact = msgspec.json.encode


def shown(game, language, most=120):
    """The scenes of a game played at random, as they are said."""
    speech = Speech(voice(language, game.package))
    return [
        speech.scene(game.scene(state, turn, getattr(turn, "seat", 0), last))
        for state, turn, last in positions(game, most)
    ]


@given(things)
def test_an_edit_turns_any_list_into_any_other(lists):
    old, new = lists
    found = edit(old, new)
    change = json.loads(compact(found)) if found else {}
    order = FILLED["spots"] if isinstance((*old, *new, None)[0], scene_json.SpotView) else ()
    assert compact(edited(json.loads(compact(old)), change, order)) == compact(json.loads(compact(new)))


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
    first, *rest = shown(game, language)
    held, before, small = json.loads(first.page()), first, 0
    for scene in rest:
        change = scene.since(before)
        held, before = changed(held, json.loads(change)), scene
        assert compact(held) == compact(json.loads(scene.page()))
        small += len(change) * 4 < len(scene.page())
    assert small * 2 > len(rest), "most changes are far smaller than their scenes"


def test_a_list_in_which_nothing_changed_is_not_sent():
    game = shelf.find("mmm")
    scenes = shown(game, "en", 3)
    assert "spots" not in json.loads(scenes[1].since(scenes[1]))


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
    assert Speech(Voice("en", (), names)).scene(scene).view.prompt == asked
