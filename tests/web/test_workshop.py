"""The workshop over the wire: whose an adventure is, changes one by one, two people at once, quotas."""

import io
import json
import shutil
import time
import zipfile
from pathlib import Path

import pytest

from mousehole.web.workshop.archive import packed
from tests.web.browser import Browser
from tests.web.conftest import running

WELL = Path(__file__).parents[2] / "examples" / "frozen_well"
TILE = {
    "name": "Honey Shelf",
    "words": "A shelf.",
    "tile": "h1",
    "paths": [["a1", "b1", "c1"]],
    "entries": ["a1"],
    "spaces": {"a1": {"x": 0, "y": 0}, "b1": {"x": 1.2, "y": 0}, "c1": {"x": 2.4, "y": 0}},
}
JSON = {"Accept": "application/json"}


def begun(browser, name="Sweet Trouble"):
    """A new adventure, by its address."""
    answer = browser.post("/workshop/new", {"name": name})
    assert answer.status == 303, answer.text
    return answer.headers["location"]


def edit(browser, at, revision, *edits, label="", way="edit"):
    """Send a change."""
    sent = [dict(zip(("file", "path", "value"), one, strict=True)) for one in edits]
    body = json.dumps({"revision": revision, "edits": sent, "label": label}).encode()
    return browser.post(f"{at}/{way}", body=body, Content_Type="application/json", **JSON)


def well():
    """The example as a file."""
    found = {str(one.relative_to(WELL)): one.read_bytes() for one in WELL.rglob("*") if one.suffix in (".toml", ".po")}
    return packed("frozen_well", found)


def test_every_change_is_kept_through_a_kill_and_taken_back_one_by_one(tmp_path):
    with running(tmp_path) as (process, port):
        anna = Browser(port)
        at = begun(anna)
        first = edit(anna, at, 0, ("tiles", ["h1a"], TILE), label="A tile").json
        second = edit(anna, at, 1, ("tiles", ["h1a", "spaces", "a1", "x"], 0.3), label="Move a1").json
        assert (second["revision"], second["undo"], second["redo"]) == (2, "Move a1", None)
        assert second["files"]["tiles"]["h1a"]["spaces"]["a1"] == {"x": 0.3, "y": 0}
        process.kill()
        process.wait()
    with running(tmp_path) as (_, port):
        anna.port = port
        assert anna.get(f"{at}/state").json == second
        undone = edit(anna, at, 2, way="undo").json
        assert (undone["files"], undone["redo"]) == (first["files"], "Move a1")
        assert edit(anna, at, 3, way="redo").json["files"] == second["files"]
        assert "Sweet Trouble" in anna.get("/workshop").text


def test_mistakes_are_told_at_their_place_in_the_language_of_the_reader(browser):
    at = begun(browser)
    broken = {**TILE, "entries": ["a1", "z9"], "paths": [["a1", "b1"], ["b1", "c1"], ["c1", "y"]]}
    state = edit(browser, at, 0, ("tiles", ["h1a"], broken)).json
    places = {tuple(one["path"]): one["words"] for one in state["mistakes"]}
    assert places.keys() == {("h1a", "entries", 1), ("h1a", "paths", 2, 1)}
    french = browser.get(f"{at}/state", Accept_Language="fr").json["mistakes"]
    assert {tuple(one["path"]) for one in french} == places.keys()
    assert {one["words"] for one in french}.isdisjoint(places.values())
    assert browser.get(f"{at}/side/h1a").status == 200


def test_only_its_owner_and_those_with_the_link_see_an_adventure(port):
    anna, ben, eve = Browser(port), Browser(port), Browser(port)
    at = begun(anna)
    link = anna.get(f"{at}/state").json["link"]
    ways = ("", "/state", "/export", "/side/h1a", "/look/h1a?space=a1")
    assert [eve.get(at + way).status for way in ways] == [404] * len(ways)
    assert eve.get(f"{at}/state?key={'0' * 32}").status == 404
    assert edit(eve, at, 0, ("campaign", ["name"], "Mine")).status == 404
    assert ben.get(link).status == 303
    assert ben.get(at).status == 200
    state = edit(ben, at, 0, ("campaign", ["name"], "Ours")).json
    assert (state["name"], state["mine"]) == ("Ours", False)
    assert at not in ben.get("/workshop").text
    ben.post(f"{at}/forget")
    assert anna.get(f"{at}/state").json["name"] == "Ours"
    anna.post(f"{at}/forget")
    assert (anna.get(at).status, ben.get(at).status) == (404, 404)


def test_two_people_who_change_at_once_lose_nothing(port):
    anna, ben = Browser(port), Browser(port)
    at = begun(anna)
    ben.get(anna.get(f"{at}/state").json["link"])
    edit(anna, at, 0, ("tiles", ["h1a"], TILE))
    late = edit(ben, at, 0, ("campaign", ["name"], "Ours"))
    assert (late.status, late.json["revision"], late.json["name"]) == (409, 1, "Sweet Trouble")
    assert "Somebody else" in late.json["problem"]
    again = edit(ben, at, late.json["revision"], ("campaign", ["name"], "Ours"))
    assert (again.status, again.json["name"], list(again.json["files"]["tiles"])) == (200, "Ours", ["h1a"])


def test_an_adventure_is_opened_from_a_file_and_written_as_one(browser):
    data = well()
    opened = browser.post("/workshop/open", body=data, **JSON)
    assert opened.status == 200, opened.text
    at = opened.json["address"]
    state = browser.get(f"{at}/state").json
    assert (state["mistakes"], [one["playable"] for one in state["chapters"]]) == ([], [True])
    assert state["words"]["fr"]
    back = browser.get(f"{at}/export")
    assert "attachment" in back.headers["content-disposition"]
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(io.BytesIO(back.data)) as after:
        texts = [{name.partition("/")[2]: one.read(name) for name in one.namelist()} for one in (before, after)]
    assert texts[0] == texts[1]
    one = browser.post("/workshop/open?name=tiles.toml", body=(WELL / "tiles.toml").read_bytes(), **JSON)
    assert list(browser.get(f"{one.json['address']}/state").json["files"]) == ["tiles"]


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_what_is_no_adventure_is_told_in_words(browser, language):
    said = browser.post("/workshop/open", body=b"nothing", Accept_Language=language, **JSON)
    assert said.status == 422 and ".toml" in said.json["problem"]
    torn = browser.post("/workshop/open", body=well()[:900], Accept_Language=language, **JSON)
    assert torn.status == 422 and len(torn.json["problem"]) < 120


def test_a_change_that_is_refused_changes_nothing(browser):
    at = begun(browser)
    before = browser.get(f"{at}/state").json
    assert edit(browser, at, 0, ("tiles", ["x" * 10_000], {})).status == 422
    assert browser.post(f"{at}/edit", body=b"{", **JSON).status == 422
    assert browser.post(f"{at}/edit", body=b'{"revision":0,"edits":[{"file":1}]}', **JSON).status == 422
    assert browser.post(f"{at}/edit", body=b"[" * 100_000, **JSON).status == 422
    assert browser.post(f"{at}/edit", body=b" " * 2_000_000, **JSON).status == 403
    assert edit(browser, at, 0, way="undo").status == 422
    assert browser.get(f"{at}/state").json == before


def test_drawings_travel_along_and_can_only_be_seen(browser):
    at = begun(browser)
    svg = "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjxwYXRoIGQ9Ik0wIDB6Ii8+PHNjcmlwdC8+PC9zdmc+"
    state = edit(browser, at, 0, ("drawings", ["wasp.svg"], svg)).json
    shown = browser.get(state["drawings"]["wasp.svg"])
    assert shown.headers["content-type"] == "image/svg+xml"
    assert b"script" not in shown.data and b"M0 0z" in shown.data
    assert "default-src 'none'" in shown.headers["content-security-policy"]
    assert edit(browser, at, 1, ("drawings", ["wasp.svg"], None)).json["drawings"] == {}


def test_quotas_hold_on_a_public_server(tmp_path):
    limits = ("workshop_drafts=2", "workshop_megabytes=0.01")
    with running(tmp_path, *(word for one in limits for word in ("--limit", one))) as (_, port):
        anna = Browser(port)
        at = begun(anna)
        begun(anna)
        third = anna.post("/workshop/new", {"name": "Third"}, **JSON)
        assert (third.status, "2 adventures" in third.json["problem"]) == (413, True)
        texts = [("chapters", ["c", f"text{n}"], "x" * 4_000) for n in range(4)]
        full = edit(anna, at, 0, *texts)
        assert (full.status, "full" in full.json["problem"]) == (413, True)
        assert anna.get(f"{at}/state").json["revision"] == 0


def test_what_there_is_to_choose_from_is_said_in_every_language(browser):
    english, german = (browser.get("/workshop/kinds", Accept_Language=one).json for one in ("en", "de"))
    assert english["kinds"].keys() == german["kinds"].keys() >= {"tiles", "minions", "chapters", "campaign"}
    assert dict(english["choices"]["terrain"])["water"] != dict(german["choices"]["terrain"])["water"]
    assert "t1a" in english["base"]["tiles"]


def test_a_look_says_what_the_rules_say(browser):
    at = browser.post("/workshop/open", body=well(), **JSON).json["address"]
    side = next(iter(browser.get(f"{at}/state").json["files"]["tiles"]))
    whole = browser.get(f"{at}/side/{side}").json
    space, near = next(iter(whole["graph"].items()))
    seen = browser.get(f"{at}/look/{side}?space={space}&as=rat").json
    assert space in seen["sight"] and seen["reach"][space] == 0
    assert all(seen["reach"][one] >= 1 for one in near if one in seen["reach"])
    assert whole["scene"]["spots"]
    assert browser.get(f"{at}/look/{side}?space=nope", **JSON).status == 422
    assert browser.get(f"{at}/side/nope", **JSON).status == 422


def test_one_press_brings_an_adventure_to_a_table_that_survives_the_server(tmp_path):
    with running(tmp_path) as (process, port):
        anna = Browser(port)
        at = anna.post("/workshop/open", body=well(), **JSON).json["address"]
        table = anna.post(f"{at}/table", {"chapter": "frozen_well"})
        assert table.status == 303, table.text
        where = table.headers["location"]
        assert "frozen_well" not in anna.get("/new/mystics").text  # others are not offered what somebody draws
        setup = anna.get(f"{where}/record.json").json["setup"]
        assert (setup["chapter"], setup["opening"], setup["players"]) == ("frozen_well", "ready", 3)
        anna.post(f"{at}/forget")
        process.kill()
        process.wait()
    with running(tmp_path) as (_, port):
        anna.port = port
        assert (anna.get(where).status, anna.get(f"{where}/scene.json").status) == (200, 200)
    shutil.rmtree(tmp_path / "adventures")  # as on another machine
    with running(tmp_path) as (_, port):
        anna.port = port
        assert anna.get(f"{where}/record.json").json["setup"] == setup
        assert "The Frozen Well" in anna.get(where, Accept_Language="en").text + anna.get("/").text


def test_an_adventure_with_mistakes_comes_to_no_table(browser):
    at = begun(browser)
    assert browser.post(f"{at}/table", **JSON).status == 422
    edit(browser, at, 0, ("tiles", ["h1a"], {**TILE, "entries": ["z9"]}))
    assert "z9" in browser.post(f"{at}/table", **JSON).json["problem"]


def test_companions_try_a_chapter_in_the_background(browser):
    at = browser.post("/workshop/open", body=well(), **JSON).json["address"]
    assert browser.get(f"{at}/try").json == {"running": False, "done": 0, "of": 0}
    begin = b'{"chapter": "frozen_well", "level": "random", "games": 2, "seed": "s"}'
    assert browser.post(f"{at}/try", body=begin, **JSON).json["of"] == 2
    while (found := browser.get(f"{at}/try").json)["running"]:
        time.sleep(0.2)
    assert (found["done"], found["of"], found["games"], sum(found["pages"].values())) == (2, 2, 2, 2)
    assert browser.post(f"{at}/try", body=b'{"level": "nobody"}', **JSON).status == 422
    assert browser.post(f"{at}/try", body=b'{"games": 100000}', **JSON).status == 422
    empty = begun(browser)
    browser.post(f"{empty}/try", body=b'{"games": 1}', **JSON)
    while (told := browser.get(f"{empty}/try").json)["running"]:
        time.sleep(0.2)
    assert "no chapter" in told["problem"]


def test_an_adventure_begins_as_the_copy_of_an_example(browser):
    assert 'value="Sweet Trouble"' in browser.get("/workshop").text
    at = browser.post("/workshop/new", {"example": "Sweet Trouble"}).headers["location"]
    state = browser.get(f"{at}/state").json
    assert (state["mistakes"], [one["id"] for one in state["chapters"]]) == ([], ["honey"])


def with_lines(count):
    """A content file with so many lines, of ten bytes each or so."""
    return ('name = "Long"\n' + "".join(f"k{number} = 1\n" for number in range(count))).encode()


def test_looking_into_a_long_adventure_counts_for_more_and_one_that_is_too_long_is_refused(tmp_path):
    with running(tmp_path, "--limit", "edits=4") as (_, port):
        anna = Browser(port)
        bring = "/workshop/open?name=campaign.toml"
        refused = anna.post(bring, body=with_lines(40_000), **JSON)
        assert refused.status == 422 and "too large for an adventure" in refused.text
        at = anna.post(bring, body=with_lines(15_000), **JSON).json["address"]  # counts for six
        assert anna.get(f"{at}/state", **JSON).status == 429
        assert anna.get(f"{begun(anna)}/state", **JSON).status == 200
