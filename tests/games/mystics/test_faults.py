"""Whoever writes an adventure is told every mistake at once: where it stands, and what would be right."""

import pytest

from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics.packs import library
from mousehole.games.mystics.packs.library import faults
from mousehole.games.mystics.tools.authoring import notes

SPACES = "a1, a2, a3, b1, b2, b3, c1, c2, c3, d1, d2, d3"

# file: what the guide writes, what a careless hand makes of it, and all that is told then
SLIPS = [
    ("encounters", "honey_wasp = 2", "honey_wsap = 2",
     ["encounters.toml:4: buzz.bands.1.minions.honey_wsap: there is no minion honey_wsap; did you mean honey_wasp?"]),
    ("tiles", 'exits = [{ colour = "gold", edge = "east", near = ["d1", "d2", "d3"] }]', "",
     ["chapters.toml:12: honey.goal.colour: h1a has no gold exit"]),
    ("minions", 'verb = "cheese"', 'verb = "chese"',
     ["minions.toml:16: honey_wasp.cards.1.effects.2.do.1.verb: there is no verb chese; did you mean cheese?"]),
    ("minions", "battle = 2", 'battle = "two"',
     ['minions.toml:12: honey_wasp.cards.1.battle: a whole number is needed here, not "two"']),
    ("minions", "most = 4", "most = 40", ["minions.toml:7: honey_wasp.most: 40 is too large: 12 at most"]),
    ("minions", "most = 4", "most = 0", ["minions.toml:7: honey_wasp.most: 0 is too small: 1 at least"]),
    ("minions", "flying = true", 'flying = "yes"',
     ['minions.toml:8: honey_wasp.flying: true or false is needed here, not "yes"']),
    ("minions", 'kinds = ["wasp"]', 'kinds = "wasp"',
     ['minions.toml:4: honey_wasp.kinds: a list in square brackets is needed here, not "wasp"']),
    ("minions", 'looks = "hornet_lancer"', 'looks = "hornet"',
     ["minions.toml:9: honey_wasp.looks: the game has no drawing of hornet; did you mean hornet_lancer?"]),
    ("minions", "life = 4", "", []),
    ("minions", 'on = "wounds", do', 'on = "entered", do',
     ["minions.toml:15: honey_wasp.cards.1.effects.1.on: at entered nothing happens here; did you mean tested?"]),
    ("minions", "battle = 2\n", "battle = 2\ndefense = 2\n",
     ["minions.toml:13: honey_wasp.cards.1.defense: there is no key defense here; did you mean defence?"]),
    ("minions", "boss = true", "",
     ["chapters.toml:12: honey.goal.defeated.1: queen is no boss; give it boss = true"]),
    ("conditions", 'bars = ["move"]', 'bars = ["search"]',
     ['conditions.toml:5: sticky.bars.1: "search" is not possible here; there are action, move']),
    ("conditions", "[sticky]", "[stickey]",
     ["chapters.toml:20: honey.effects.1.do.2.mark: there is no condition sticky; did you mean stickey?",
      "minions.toml:15: honey_wasp.cards.1.effects.1.do.1.mark: there is no condition sticky; did you mean stickey?",
      "minions.toml:34: queen.cards.1.effects.1.when.other.mark: there is no condition sticky; did you mean stickey?"]),
    ("tiles", "[h1a.spaces]\n", "[h1a.spaces]\ne9 = { x = 2.0, y = 3.6 }\n",
     ["tiles.toml:20: h1a.spaces.e9: no path leads there: name it in paths, beside a neighbour"]),
    ("tiles", "a2 = { x = 0.0, y = 1.2 }", "a2 = { x = 0.0, y = 0.4 }",
     ["tiles.toml:24: h1a.spaces.a2: it lies on a1: keep spaces about one unit apart"]),
    ("tiles", "d1 = { x = 3.9,", "d1 = { x = 39,",
     ["tiles.toml:23: h1a.spaces.d1: x: a side is at most 6 units across, this one 39"]),
    ("tiles", ', up = "b1"', "",
     ['tiles.toml:16: h1a.lines.1: a yellow line needs one of its spaces as up: up = "a1" or up = "b1"']),
    ("tiles", 'at = "c2"', 'at = "c7"',
     [f"tiles.toml:17: h1a.tokens.1.at: there is no space c7; there are {SPACES}"]),
    ("tiles", 'token = "mousetrap"', 'token = "mousetrip"',
     ["tiles.toml:17: h1a.tokens.1.token: there is no token mousetrip; did you mean mousetrap?"]),
    ("tiles", 'terrain = "syrup"', 'terrain = "sirup"',
     ["tiles.toml:25: h1a.spaces.b2.terrain: there is no terrain sirup; did you mean syrup?"]),
    ("tiles", 'entries = ["d1", "d3"]', "entries = []",
     ["tiles.toml:14: h1a.entries: the list is empty, but something has to be in it"]),
    ("tiles", 'between = ["a1", "b1"]', 'between = ["a1"]',
     ["tiles.toml:16: h1a.lines.1.between: a list of 2 is needed here, not of 1"]),
    ("chapters", "end_page = 4", "endpage = 4",
     ["chapters.toml:1: honey.end_page: this key is missing",
      "chapters.toml:9: honey.endpage: there is no key endpage here; did you mean end_page?"]),
    ("chapters", "queen = 1, honey_wasp = 2", "honey_wasp = 1",
     ["chapters.toml:12: honey.goal.defeated.1: queen never comes"]),
    ("chapters", 'defeated = ["queen"]', 'carries = "dinner_fork"', []),
    ("chapters", 'defeated = ["queen"]', 'carries = "great_lamp"',
     ["chapters.toml:12: honey.goal.carries: " + "great_lamp cannot be found: lay its token somewhere, or give it by "
      + "a story token"]),
    ("chapters", ', defeated = ["queen"], side = "h1a", colour = "gold" }', " }",
     [("chapters.toml:12: honey.goal: the goal asks for nothing, and no verb win ends the chapter: say defeated, "
       "carries or side")]),
    ("chapters", 'bee = "She', 'be = "She',
     ["tokens.toml:8: stuck_bee.effects.1.do.2.moment: honey has no words for the moment bee; did you mean be?"]),
    ("chapters", 'drip = "The jar leaks.', 'drip = "The {jar} leaks.',
     ["chapters.toml:24: honey.story.drip: a text cannot contain curly brackets"]),
    ("chapters", 'on = "page"', 'on = "pages"',
     ['chapters.toml:18: honey.effects.1.on: "pages" is not possible here; did you mean page?']),
    ("chapters", "party = 2", "party == 2", ["chapters.toml:6: not TOML: Invalid value: party == 2"]),
    ("terrain", 'name = "syrup"', 'name = ""', ["terrain.toml:2: syrup.name: a text has to stand here"]),
    ("campaign", "bee_friend", "bee_fiend",
     [("tokens.toml:10: stuck_bee.effects.1.do.4.token: campaign.toml knows no story token bee_friend; did "
       "you mean bee_fiend?")]),
]  # fmt: skip


def slip(folder, name, old, new):
    file = folder / f"{name}.toml"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def told(found, language="en"):
    return [voice(language, GAME.package)(one.line) for one in found]


@pytest.mark.parametrize(("name", "old", "new", "wanted"), SLIPS, ids=[f"{slip[0]}-{slip[2][:30]}" for slip in SLIPS])
def test_a_slip_is_told_with_its_line_and_what_would_be_right(honey, name, old, new, wanted):
    slip(honey, name, old, new)
    assert told(faults(honey)) == wanted
    assert all(voice("fr", GAME.package).knows(one.line) for one in faults(honey) if "TOML" not in str(one))


def test_all_slips_are_told_at_once_even_in_one_table_and_beside_a_file_that_is_no_toml(honey):
    slip(honey, "chapters", "party = 2", "party = 9")
    slip(honey, "chapters", '["buzz"]', '["buz"]')
    slip(honey, "minions", 'verb = "afflict"', 'verb = "stick"')
    slip(honey, "minions", "stars = 1,", 'stars = 1, other = { mark = "wet" } }, cost = 1, x = {')
    slip(honey, "tiles", 'terrain = "ledge"', 'terrain = "edge"')
    slip(honey, "conditions", 'name = "sticky"', 'name == "sticky"')
    found = told(faults(honey))
    keys = [one.split(": ")[:2] for one in found]
    assert keys == [
        ["chapters.toml:6", "honey.party"],
        ["chapters.toml:11", "honey.encounters.1"],
        ["conditions.toml:2", "not TOML"],
        ["minions.toml:15", "honey_wasp.cards.1.effects.1.do.1.verb"],
        ["minions.toml:16", "honey_wasp.cards.1.effects.2.x"],
        ["minions.toml:16", "honey_wasp.cards.1.effects.2.when.other.mark"],
        ["tiles.toml:21", "h1a.spaces.b1.terrain"],
    ]


def test_a_bad_space_is_told_beside_a_path_that_leads_nowhere(honey):
    slip(honey, "tiles", '["a1", "a2", "a3"]', '["a1", "a2", "a9"]')
    slip(honey, "tiles", "d3 = { x = 3.9, y = 2.5 }", "d3 = { x = 2.6, y = 2.4 }")
    keys = [one.key for one in faults(honey)]
    assert keys == ["h1a.paths.4.3", "h1a.spaces.d3"]


def test_a_file_under_a_wrong_name_is_told(honey):
    (honey / "minion.toml").write_text("", "utf-8")
    assert told(faults(honey)) == ["minion.toml: no kind of content is called so; did you mean minions.toml?"]


def test_a_file_in_another_encoding_is_told_with_its_line(honey):
    file = honey / "terrain.toml"
    file.write_bytes(file.read_bytes().replace(b"Sticky", "Gluée".encode("latin-1")))
    assert told(faults(honey)) == ["terrain.toml:3: not UTF-8: save the file in that encoding"]


def test_mistakes_are_told_in_french(honey):
    slip(honey, "minions", "most = 4", "most = 40")
    slip(honey, "encounters", "honey_wasp = 2", "honey_wsap = 2")
    assert told(faults(honey), "fr") == [
        (
            "encounters.toml:4\xa0: buzz.bands.1.minions.honey_wsap\xa0: il n’y a pas de sbire honey_wsap\u202f; "
            "vouliez-vous dire honey_wasp\u202f?"
        ),
        "minions.toml:7\xa0: honey_wasp.most\xa0: 40, c’est trop\xa0: 12 au plus",
    ]


def test_a_sound_pack_gets_notes_on_what_is_idle_hidden_or_out_of_reach(honey):
    (honey / "words" / "fr.po").unlink()
    assert notes(honey) == []
    slip(honey, "encounters", "[buzz]", '[hum]\nname = "A hum"\nbands = [{ minions = { honey_wasp = 5 } }]\n'
         'surge = { minions = { honey_wasp = 1 } }\n\n[buzz]')  # fmt: skip
    slip(honey, "terrain", "[syrup]", '[ledge]\nname = "edge"\nwords = "High."\n\n[syrup]')
    slip(honey, "chapters", 'bee = "She', 'bees = "They."\nbee = "She')
    slip(honey, "tiles", "lines = [", 'lines = [{ between = ["c1", "d1"], kind = "red" }, { between = ["c2", "d2"], '
         'kind = "red" }, { between = ["c3", "d3"], kind = "red" }, ')  # fmt: skip
    assert faults(honey) == []
    assert told(notes(honey)) == [
        "chapters.toml:12: honey.goal: on foot no mouse gets from the start to the goal; is there another way?",
        "chapters.toml:25: honey.story.bees: nothing tells this moment",
        "encounters.toml:1: hum: nothing uses it",
        "encounters.toml:3: hum.bands.1.minions.honey_wasp: 5 of them are asked for, but most = 4",
        "terrain.toml:1: ledge: it takes the place of the game's own ledge",
    ]


def test_a_pack_with_mistakes_names_the_first_and_counts_the_rest(honey):
    slip(honey, "minions", "most = 4", "most = 40")
    slip(honey, "tiles", 'at = "c2"', 'at = "c7"')
    with pytest.raises(Exception, match=r"minions\.toml:7: .* \(1 more mistake: mousehole pack check honey\)"):
        library.add(honey)
