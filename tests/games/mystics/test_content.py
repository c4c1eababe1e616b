"""Content is checked: every mistake names file, key and reason."""

import re
import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from mousehole import shelf
from mousehole.core.content import BadContent, raw
from mousehole.core.words import voice
from mousehole.games.mystics import GAME, check
from mousehole.games.mystics.content import pack
from mousehole.games.mystics.moves import Learn, PackName, Setup
from mousehole.games.mystics.packs import library
from mousehole.games.mystics.rules.engine import turn
from mousehole.games.mystics.tools.authoring import ANY_KIND, keys, schemas
from mousehole.games.mystics.tools.positions import MouseAt, PagePosition, state_of

CONTENT = files("mousehole.games.mystics") / "content"

# file: what stands there, what a careless hand makes of it, and what is told
BROKEN = [
    ("heroes", 'classes = ["healer"]', 'classes = ["surgeon"]',
     'yarrow.classes.1: "surgeon" is not possible here; there are archer,'),
    ("heroes", "lore = 3\n", 'lore = "three"\n', 'yarrow.lore: a whole number is needed here, not "three"'),
    ("heroes", 'items = ["censer"]', 'items = ["hammer"]', "yarrow.items.1: there is no item hammer"),
    ("heroes", 'items = ["censer"]', 'items = ["reed_bow"]', "yarrow.items.1: reed_bow cannot be worn by this hero"),
    ("heroes", 'items = ["pin_knife"]', 'items = ["bodkin"]', "pip.items.1: bodkin is in the search deck"),
    ("heroes", "life = 5\n", "", "odda.life: this key is missing"),
    ("minions", 'size = "large"', 'size = "huge"',
     'loom_spider.size: "huge" is not possible here; there are large, small,'),
    ("minions", "boss = true", "bos = true", "cute_scoundrel.bos: there is no key bos here; did you mean boss?"),
    ("minions", 'mark = "stunned"', 'mark = "dizzy"',
     "pit_centipede.cards.1.effects.1.do.1.mark: there is no condition dizzy;"),
    ("minions", "body = [1, 1, 2, 2]", "", "hesster.body: a snake strikes or coils, and has a body"),
    ("minions", "stacked = true", "stacked = true\nboss = true", "molox.stacked: a stack is no boss's"),
    ("minions", 'name = "Ditch rat"', 'name = "Ditch rat"\ntogether = true', "ditch_rat.cards: only several cards"),
    ("achievements", 'minion = "brodie"', 'minion = "tiger"',
     "cat_tamer.earn.1.when.other.minion: there is no minion tiger; did you"),
    ("items", 'verb = "add_dice"', 'verb = "more_dice"',
     "tin_sword.effects.1.do.1.verb: there is no verb more_dice; there are"),
    ("items", 'kind = "armour"\nslot = "head"\n', 'kind = "armour"\n', "walnut_helm: what is worn needs a slot"),
    ("items", 'slot = "paw"\nattack = "melee"\n', 'slot = "paw"\n', "tin_sword: a weapon needs an attack"),
    ("items", 'slot = "head"', 'slot = "head"\npaws = 2', "walnut_helm: two paws need the slot paw"),
    ("items", "copies = 2", "copies = 3", "copies: the search deck has 41 cards, rules.toml says 40"),
    ("items", 'token = "fork"', 'token = "spoon"', "dinner_fork.token: there is no token spoon"),
    ("items", '{ on = "drawn", do = [{ verb = "weather", rain', '{ on = "use", do = [{ verb = "weather", rain',
     "cloudburst: an event needs an effect when it is drawn"),
    ("items", "larder_roach = 2", "larder_wasp = 2",
     "roach_nest.effects.1.do.1.minions.larder_wasp: there is no minion"),
    ("abilities", 'kind = "reaction"', 'kind = "sometimes"',
     'preemptive_shot.kind: "sometimes" is not possible here; there are'),
    ("abilities", 'token = "snap_trap"', 'token = "bear_trap"',
     "set_trap.effects.1.do.1.token: there is no token bear_trap; did you"),
    ("conditions", '"toadstool", "clover"', '"toadstool", "nettle"',
     "cursed.recover.on.2: there is no token nettle; did you mean turtle?"),
    ("terrain", "[floor]", "[ground]", "there is no terrain floor"),
    ("tokens", 'item = "fishhook"', 'item = "anchor"', "hook.item: there is no item anchor"),
    ("tiles", 'terrain = "table"', 'terrain = "chair"', "t2b.spaces.c3.terrain: there is no terrain chair"),
    ("tiles", '["b3", "b4", "b5"]', '["b3", "b4", "b9"]', "t1a.paths.7.3: there is no space b9"),
    ("tiles", 'between = ["c3", "d3"]', 'between = ["c3", "e3"]',
     "t1b.lines.3: c3 and e3 are no neighbours; no path joins them"),
    ("tiles", ', up = "d2" }', " }", 't1b.lines.1: a yellow line needs one of its spaces as up: up = "d2" or'),
    ("tiles", 'kind = "red" }', 'kind = "red", up = "c3" }', "t1b.lines.3: a red line has neither up nor gecko"),
    ("tiles", 'current = "d2"', 'current = "e3"', "t3a.spaces.c2.current: c2 and e3 are no neighbours"),
    ("tiles", 'entries = ["e1", "d5"]\nexits = [{ colour = "blue"', 'entries = ["crates"]\nexits = [{ colour = "blue"',
     "t1a.entries.1: nobody can enter crates"),
    ("tiles", 'flips = ["c5"]\n', "", "t1b.flips: the other side has no flip space"),
    ("tiles", "[t1a.spaces]\n", "[t1a.spaces]\nz9 = { x = 9, y = 9 }\n",
     "t1a.spaces.z9: no path leads there"),
    ("tiles", 'leads = "t3a"', 'leads = "t9a"', "t1b.points.1.leads: there is no tile side t9a; did you mean t8a?"),
    ("heroes", 'first = "resolve"', 'first = "resolv"',
     "bram.first: there is no ability resolv; did you mean resolve?"),
    ("encounters", "page = 3", "page = 1", "e1.bands: the pages of the rows must begin with 1 and rise"),
    ("encounters", "rat_slinger = 2", "rat_singer = 2",
     "e1.bands.3.minions.rat_singer: there is no minion rat_singer; did you"),
    ("achievements", '"grant" }] }]  # MM-010', '"surge" }] }]',
     "marksman.earn.1.do.1.verb: there is no verb surge; did you mean sure?"),
    ("chapters", 'up = "t2a"', 'up = "t3b"', "c1.tiles.2: t3b is no side of the tile t2"),
    ("chapters", "at = [1, 0]", "at = [0, 0]", "c1.tiles.2.at: two tiles lie on the same place"),
    ("chapters", '"e7"]', '"e17"]', "c1.encounters.7: there is no encounter e17; did you mean e7?"),
    ("chapters", 'story = "drain"', 'story = "rain"',
     "c1.places.5.story: c1 has no words for the moment rain; did you mean"),
    ("chapters", 'defeated = ["cute_scoundrel"]', 'defeated = ["ditch_rat"]',
     "c1.goal.defeated.1: ditch_rat is no boss; give it boss = true"),
    ("chapters", "cute_scoundrel = 1, ember_newt", "ember_newt",
     "c1.goal.defeated.1: cute_scoundrel never comes"),
    ("chapters", 'colour = "gold" }', 'colour = "silver" }', "c1.goal.colour: t3b has no silver exit"),
    ("chapters", 'by = "leaf", to = "t5a"', 'by = "leaf", to = "t5b"', "c2.goal.journeys.1: no leaf leads to t5b"),
    ("chapters", 'by = "leaf", to = "t5a"', 'by = "kite", to = "t5a"',
     'c2.goal.journeys.1.by: "kite" is not possible here'),
    ("tiles", 'tokens = [{ token = "leaf", at = "t1" }]', "", "c2.goal.journeys.1: no leaf leads to t5a"),
    ("minions", 'friend = "ally"', 'friend = "ally"\nboss = true', "warden_rook: an ally or a pet has one card"),
    ("abilities", 'friend = "meeps"', 'friend = "ditch_rat"',
     "meeps.effects.1.do.1.friend: ditch_rat is neither ally nor pet"),
    ("encounters", "ditch_rat = 3", "warden_rook = 3",
     "e1.bands.1.minions.warden_rook: warden_rook is a friend of the mice: it"),
    ("tiles", 'lanes = [["w1"', 'lanes = [["b1"', "t5a.lanes.1: b1 is no water"),
    ("tiles", 'drop = { side = "t4a", at = "e1" }', 'drop = { side = "t4a", at = "z9" }',
     "br1.drop: there is no space t4a/z9"),
    ("chapters", 'overlays = ["br1"', 'overlays = ["t1a"', "c2.overlays.1: t1a is no overlay"),
    ("chapters", 'token = "grape_friend"', 'token = "plum_friend"',
     "c1.effects.1.do.2.token: campaign.toml knows no story token"),
    ("campaign", '"c3"]', '"c3", "c4"]', "chapters.4: there is no chapter c4; there are c1, c2, c3"),
    ("rules", "wheel = 6", "wheel = six", "not TOML: Invalid value"),
    ("rules", "pack = 3            # MM-201\n", "", "pack: this key is missing"),
]  # fmt: skip


EVERYWHERE = {"c1.goal.defeated.1: cute_scoundrel never comes": -1}  # he waits in more than one row


@pytest.fixture
def folder(tmp_path):
    """A copy of the content that can be broken."""
    shutil.copytree(Path(str(CONTENT)), tmp_path / "content")
    return tmp_path / "content"


def test_the_content_of_the_game_is_sound(folder):
    assert library.read(folder).chapters.keys() >= {"c1"}
    assert len(BROKEN) >= 30


@pytest.mark.parametrize(("name", "old", "new", "told"), BROKEN, ids=[told for *_, told in BROKEN])
def test_a_broken_file_is_told_with_file_key_and_reason(folder, name, old, new, told):
    file = folder / f"{name}.toml"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, EVERYWHERE.get(told, 1)), "utf-8")
    with pytest.raises(BadContent, match=re.escape(told)) as caught:
        library.read(folder)
    assert str(caught.value).startswith(f"{caught.value.file}:")
    assert voice("fr", GAME.package)(caught.value.line)


def test_a_missing_file_is_told(folder):
    (folder / "tokens.toml").unlink()
    with pytest.raises(BadContent, match=r"tokens\.toml: the file is missing"):
        library.read(folder)


def test_a_file_that_is_no_text_is_told(folder):
    (folder / "tokens.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadContent, match=r"tokens\.toml:1: not UTF-8"):
        library.read(folder)


def test_an_exit_without_a_counterpart_is_told(folder):
    file = folder / "tiles.toml"
    file.write_text(
        file.read_text("utf-8").replace('colour = "green", edge = "east"', 'colour = "pink", edge = "east"')
    )
    with pytest.raises(BadContent, match="the pink exit of t2a has no counterpart"):
        library.read(folder)


def test_a_goal_out_of_reach_is_told(folder):
    file = folder / "tiles.toml"
    text = file.read_text("utf-8")
    for part in (
        'flips = ["d4"]\n',
        'flips = ["a5"]\n',
        '    { colour = "green", edge = "west", near = ["a2", "a3"] },\n',
        '    { colour = "green", edge = "east", near = ["e3", "e4"] },\n',
    ):
        assert part in text
        text = text.replace(part, "", 1)
    file.write_text(text, "utf-8")
    with pytest.raises(BadContent, match="no way leads from the start to t3b"):
        library.read(folder)


def test_a_minion_with_a_name_that_figures_cannot_bear_is_told(folder):
    file = folder / "minions.toml"
    file.write_text(file.read_text("utf-8").replace("ember_newt", "ember-newt"), "utf-8")
    with pytest.raises(BadContent, match="ember-newt: a name may not contain - or /"):
        library.read(folder)


def test_a_pack_is_laid_over_the_games_own_content():
    home = Path(__file__).parent / "scenarios" / "packs" / "two_heads"
    name = library.add(home)
    found = pack.find(name)
    assert (name.name, len(name.sha256)) == ("two_heads", 64)
    assert found.minions.keys() >= {"two_heads", "ditch_rat"}
    assert found.chapters.keys() == {*library.own().chapters, "heads", "heads_also"}
    assert check(Setup(chapter="heads", party=("bram",), pack=name)) == ()
    assert GAME.new(Setup(chapter="heads", party=("bram",), pack=name)).side == "m1a"


def test_a_pack_that_is_not_at_hand_is_told():
    setup = Setup(pack=PackName("lost", "0" * 64))
    assert check(setup)[0].field == "pack"
    with pytest.raises(pack.NoSuchPack, match="the pack lost is not at hand"):
        GAME.new(setup)


def test_every_kind_of_file_has_a_schema():
    found = schemas()
    assert {*(f"{name}.toml" for name in (*pack.TABLES, *pack.SHEETS)), "scenario.toml"} == set(found)
    assert "add_dice" in str(found["items.toml"])
    assert found["rules.toml"]["$defs"]["RuleNumbers"]["additionalProperties"] is False


def test_the_sides_of_the_first_chapter_are_real_graphs():
    for side, ground in library.own().grounds.items():
        walkers = [name for name in ground.ways if ground.sites[name].terrain.enter in ("free", "ends_move")]
        assert 15 <= len(walkers) <= 22, side
        assert all(set(ground.far[name]) >= set(walkers) for name in walkers)
        assert all(a in ground.sight[b] for a in ground.sight for b in ground.sight[a])


def test_terrain_says_whether_a_flyer_crosses_it_and_whether_free_actions_are_possible_there(tmp_path):
    (tmp_path / "terrain.toml").write_text(
        '[lava]\nname = "smoke"\nwords = "Thick."\nenter = "deadly"\nblocks_flight = true\n'
        '[water]\nname = "water"\nwords = "Still."\nenter = "ends_move"\nclimbs = true\nwet = true\n',
        "utf-8",
    )
    smoky = library.add(tmp_path)

    def crossed(one):
        ground = pack.find(one).grounds["t3b"]
        lava = {name for name, site in ground.sites.items() if site.terrain.enter == "deadly"}
        return lava & {to for ways in ground.flights.values() for to in ways}

    def free(one):
        bather = MouseAt(at="b2", cheese=7)
        return Learn("feint") in turn(state_of(PagePosition(mice={"bram": bather}, side="t3a"), one)).actions

    assert (bool(crossed(None)), bool(crossed(smoky))) == (True, False)
    assert (free(None), free(smoky)) == (False, True)


def test_every_key_of_every_file_is_explained_to_editors_and_no_other():
    pages = {name: page for name, page in schemas().items() if name != "scenario.toml"}
    found = [(kind, key, part) for page in pages.values() for kind, key, part in keys(page)]
    assert [f"{kind}.{key}" for kind, key, part in found if not part.get("description")] == []
    meanings = raw(GAME.package, "keys.toml")
    known = {(kind, key) for kind, key, _ in found}
    assert [f"{kind}.{key}" for kind, table in meanings.items() if kind != ANY_KIND for key in table
            if (kind, key) not in known] == []  # fmt: skip
    assert all(any(key == one for _, one in known) for key in meanings[ANY_KIND])


def test_the_adventure_of_the_guide_can_be_copied_in_the_workshop(honey):
    guide = {str(one.relative_to(honey)): one.read_bytes() for one in honey.glob("*.toml")}
    assert guide in shelf.find("mystics").parts.adventure.workshop.examples()
