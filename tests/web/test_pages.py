"""Pages say what they should in every language, load nothing from elsewhere, and name every mistake."""

import gzip
import json
import re
import sqlite3
from contextlib import closing

import pytest

from mousehole import shelf
from mousehole.core.learn import guides
from mousehole.core.words import languages
from mousehole.web.static_files import STATIC, modules, static
from tests.web.browser import Browser
from tests.web.conftest import running

PAGES = ["/", *(f"/{page}/{name}" for name in shelf.names() for page in ("new", "learn"))]


def text(name):
    return static()[name].data.decode()


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", languages())
def test_a_page_opens_in_every_language(browser, path, language):
    page = browser.get(path, Accept_Language=language)
    assert page.status == 200
    assert f'<html lang="{language}">' in page.text
    assert "⟦" not in page.text


@pytest.mark.parametrize("path", PAGES)
def test_a_page_loads_and_runs_nothing_that_is_not_ours(browser, path):
    page = browser.get(path)
    assert "default-src 'none'; script-src 'self'" in page.headers["content-security-policy"]
    assert not re.search(r"<script(?![^>]*(src=|application/json))", page.text)
    assert not re.search(r"\son\w+=|style=|javascript:", page.text)
    assert not re.search(r'(?:src|href|action)="(?:https?:)?//', page.text)


WISHES = {  # what browsers ask for, and what they hear
    "": "en",
    "fr-CA,fr;q=0.9,en;q=0.8": "fr",
    "en;q=0.3, fr;q=0.7": "fr",
    "ja, tlh;q=0.9, FR-fr;q=0.1": "fr",
    "fr;q=0, en": "en",
    "frr, fry": "en",
    "*, ;q=x,, fr;q=,": "fr",
    "de-AT, en;q=0.5": "de",
    "es-419,es;q=0.9,en;q=0.8": "es",
}


@pytest.mark.parametrize("wish", WISHES)
def test_a_page_speaks_the_language_that_the_browser_wishes_most(browser, wish):
    assert f'<html lang="{WISHES[wish]}">' in browser.get("/privacy", Accept_Language=wish).text


def test_the_switch_names_every_language_in_its_own_words(browser):
    page = browser.get("/privacy", Accept_Language="fr").text
    names = dict(re.findall(r'<option value="(\w+)"[^>]*>([^<]+)</option>', page))
    assert names.items() >= {"en": "English", "de": "Deutsch", "es": "Español", "fr": "Français"}.items()
    assert (tuple(names), len(set(names.values()))) == (languages(), len(languages()))


@pytest.mark.parametrize("language", languages())
def test_the_language_switch_is_remembered_whatever_the_browser_wishes(browser, language):
    browser.post("/language", {"language": language}, Referer="http://127.0.0.1/new/mmm")
    assert f'<html lang="{language}">' in browser.get("/", Accept_Language="fr").text
    browser.post("/language", {"language": "klingon"})
    assert f'<html lang="{language}">' in browser.get("/", Accept_Language="de").text


@pytest.mark.parametrize(
    "path",
    [
        "/nope",
        "/new/chess",
        "/learn/chess",
        "/table/nowhere",
        "/static/..%2fapp.py",
        "/static/0/ui/fonts-OFL.txt",
        "/art/x.svg",
    ],
)
def test_what_is_not_there_is_told_on_a_page(browser, path):
    page = browser.get(path)
    assert page.status == 404
    assert "Back to the shelf" in page.text
    assert "Traceback" not in page.text


@pytest.mark.parametrize(
    ("form", "field", "words"),
    [
        ({"players": "9"}, "players", "a whole number from 1 to 6"),
        ({"players": "many"}, "players", "many"),
        ({"players": "2", "first": "4"}, "first", "is not playing, so it cannot go first"),
        ({"players": "1", "side": "three_paws"}, "side", "choose one of those on the list"),
        ({"players": "1", "board": 'pantry = "B Q"'}, "board", "This board cannot be played."),
        ({"players": "1", "board": "pantry = "}, "board", "Draw it anew"),
    ],
)
def test_a_mistake_in_a_set_up_is_told_at_its_field(browser, form, field, words):
    usual = {"side": "one_paw", "first": "0", "steps": "", "board": "", "chair-0": "me"}
    page = browser.post("/new/mmm", {**usual, **form})
    assert page.status == 422
    block = re.search(rf'<div [^>]*data-field="{field}".*?(?=<div class="field|</form>)', page.text, re.DOTALL)
    assert block
    assert words in block[0]
    assert 'class="problem"' in block[0]
    told = browser.post("/new/mmm/check", {**usual, **form}).json["problems"]
    assert [found["field"] for found in told if not found["notice"]] == [field]


def test_the_form_says_of_a_chosen_bot_where_it_is_not_perfect(browser):
    sent = {"players": "2", "side": "one_paw", "first": "0", "chair-0": "me", "chair-1": "bot:best"}
    told = browser.post("/new/mmm/check", sent | {"in_line": "true"}).json
    assert [(found["field"], found["notice"]) for found in told["problems"]] == [("chairs", True)]
    assert "not perfect in line" in told["problems"][0]["text"]
    assert browser.post("/new/mmm/check", sent | {"chair-1": "bot:easy"}).json["problems"] == []


def test_all_seats_of_a_table_may_be_given_away(browser):
    page = browser.post("/new/mmm", {"players": "1", "side": "one_paw", "first": "0", "chair-0": "link"})
    assert page.status == 303
    assert 'id="link-seat-0"' in browser.get(f"{page.headers['location'].removesuffix('/links')}/links").text


def test_the_home_page_lists_this_browsers_games_only(browser, port):
    table = browser.opened()
    assert f"/table/{table}" in browser.get("/").text
    assert f"/table/{table}" not in type(browser)(port).get("/").text
    browser.post(f"/forget/{table}")
    assert f"/table/{table}" not in browser.get("/").text


def test_art_is_kept_by_its_hash(browser):
    address = re.search(r"/art/mmm\.svg\?v=\w+", browser.get("/").text)[0]
    kept = browser.get(address)
    assert "immutable" in kept.headers["cache-control"]
    assert browser.get("/art/mmm.svg").headers["cache-control"] == "no-cache"
    assert browser.get("/art/mmm.svg", If_None_Match=kept.headers["etag"]).status == 304


def test_whatever_a_page_loads_is_kept_for_good(browser):
    page = browser.get(f"/table/{browser.opened()}").text
    linked = re.findall(r'(?:src|href|data-art|data-house)="(/(?:static|art)/[^"#]+)', page)
    assert {name.rpartition(".")[2].partition("?")[0] for name in linked} == {"css", "js", "svg", "woff2"}
    assert {browser.get(name).headers["cache-control"] for name in linked} == {"public, max-age=31536000, immutable"}


@pytest.mark.parametrize("mark", ["", "000000000000/"])
def test_a_page_from_before_an_update_gets_the_files_of_today_for_this_time(browser, mark):
    today = re.search(r'"(/static/\w+)/joined/home\.js"', browser.get("/").text)[1]
    found = browser.get(f"/static/{mark}joined/home.js")
    assert (found.text, found.headers["cache-control"]) == (browser.get(f"{today}/joined/home.js").text, "no-cache")


def test_the_style_sheet_holds_all_others(browser):
    sheet = browser.get("/static/ui/house.css").text
    assert "@import" not in sheet
    others = [
        name for name in static() if name.endswith(".css") and name != "ui/night.css"
    ]  # which a page may leave out
    assert all(static()[name].data.decode() in sheet for name in others)
    assert static()["ui/night.css"].data.decode() not in sheet


def imports(script):
    """The modules that a script imports itself."""
    found = re.findall(r'^import (?:.* from )?"(\.{1,2}/.+?)";$', text(script), re.MULTILINE)
    return [
        (STATIC / script).parent.joinpath(name).resolve().relative_to(STATIC.resolve()).as_posix() for name in found
    ]


def test_a_page_names_every_module_that_its_script_will_import():
    scripts = [path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")]
    assert len(scripts) > 40
    for script in scripts:
        imported = {near for name in modules(script) for near in imports(name)}
        assert {script, *imported} == set(modules(script))
    assert len(modules("table/table.js")) > 20


def test_a_page_asks_for_one_script_that_holds_all_its_modules(browser):
    asked = re.findall(r'/static/\w+/([\w./-]+\.js)"', browser.get("/new/mmm").text)
    assert sorted(set(asked)) == ["joined/new_game.js", "ui/before_paint.js"]
    joined = {name: file.data.decode() for name, file in static().items() if name.startswith("joined/")}
    assert len(joined) > 10
    for name, script in joined.items():
        assert not re.search(r"^(import|export)\b", script, re.MULTILINE), name
    taken = set(re.findall(r"= (\$\w+);", joined["joined/table.js"]))
    made = re.findall(r"^const (\$\w+) = \(\(\) => \{$", joined["joined/table.js"], re.MULTILINE)
    assert taken <= set(made)
    assert len(made) == len(set(made)) == len(modules("table/table.js")) - 1
    assert 'import("../ui/studio.js")' in joined["joined/table.js"]


def test_files_are_packed_for_browsers_that_unpack(browser):
    script = "/static/board/board.js"
    plain, packed = browser.get(script), browser.get(script, Accept_Encoding="br, gzip")
    assert "content-encoding" not in plain.headers
    assert (packed.headers["content-encoding"], packed.headers["vary"]) == ("gzip", "accept-encoding")
    assert gzip.decompress(packed.data).decode() == plain.text
    assert browser.get("/static/ui/manrope.woff2", Accept_Encoding="gzip").headers["content-encoding"] is None


def test_names_are_shown_as_text(browser):
    table = browser.opened(players="1", side="one_paw", first="0", **{"chair-0": "me", "name-0": "<b>Ana</b>"})
    page = browser.get(f"/table/{table}/links").text
    assert "&lt;b&gt;Ana&lt;/b&gt;" in page
    assert "<b>Ana" not in page


def test_guided_games_come_in_the_order_their_files_state():
    assert list(guides(shelf.find("chopchop"))) == ["mouse", "cat"]


@pytest.mark.parametrize(
    ("column", "words"), [("game", "A damaged game"), ("setup", "cannot be opened"), ("touched", "only its beginning")]
)
def test_one_damaged_game_leaves_the_others_on_the_shelf(tmp_path, column, words):
    with running(tmp_path) as (_, port):
        browser = Browser(port)
        good, bad = browser.opened(), browser.opened()
    with closing(sqlite3.connect(tmp_path / "mousehole.db", isolation_level=None)) as db:
        db.execute(f"UPDATE tables SET {column} = CAST(x'ff' AS TEXT) WHERE id = ?", [bad])
    with running(tmp_path) as (_, port):
        browser.port = port
        page = browser.get("/")
        assert page.status == 200
        assert f"/table/{good}" in page.text
        assert words in page.text
        assert browser.get(f"/table/{good}").status == 200
        assert browser.get(f"/table/{bad}").status in (200, 422)


def test_a_phone_can_put_the_house_beside_its_other_apps(browser):
    assert '<link rel="manifest" href="/manifest.webmanifest">' in browser.get("/").text
    manifest = json.loads(browser.get("/manifest.webmanifest").text)
    assert manifest["display"] == "standalone" and manifest["start_url"] == "./"
    for picture in (*manifest["icons"], *manifest["screenshots"]):
        found = browser.get(f"/{picture['src']}")
        assert (found.status, found.headers["content-type"]) == (200, picture["type"])
    assert [one["name"] for one in manifest["shortcuts"]] == ["Continue", "Puzzle of the day"]
    for shortcut in manifest["shortcuts"]:
        assert browser.get(shortcut["url"].removeprefix(".")).status in (200, 303)


def test_the_manifest_speaks_the_language_of_the_visitor(browser):
    german = browser.get("/manifest.webmanifest", Accept_Language="de").json
    assert german["shortcuts"][0]["name"] == "Fortsetzen"


def test_a_visitor_continues_with_the_game_played_last_or_at_the_shelf(browser):
    assert browser.get("/continue").headers["location"] == "/"
    table = browser.opened()
    assert browser.get("/continue").headers["location"] == f"/table/{table}"
