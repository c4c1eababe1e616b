"""No page and no error speaks like a machine to a family: pages of all kinds, and eighty wrong inputs, in words."""

import json
import re
from html import unescape
from urllib.parse import quote

import pytest

LANGUAGES = ("en", "fr", "de", "es")
MACHINE = re.compile(
    r"""\b(json|toml|html|http|utf|ascii|regex|ply|plies|hash(es)?|null|none|nan|undefined|traceback|
    error\ \d+|boolean|string|integer|tuple|struct|unexpected|parse[rd]?|decode[rd]?|syntax|token|cookie|payload|
    query|parameter|schema|seed|ticket|index|byte(s)?|hexadecimal|keyerror|valueerror|[a-z]+_[a-z_]+)\b
    |\b(MMM|CC|MP|MM)-[A-Z]?\d+|\bafter\ \d+\ signs|[{}<>]|\b[0-9a-f]{16,}\b""",
    re.IGNORECASE | re.VERBOSE,
)
FINE = {  # words that are what they say here
    "token",  # of food in Mousewarming Party, of clues in Mice and Mystics
    "none",  # of the mice
    "string", "index", "cookie",  # of cheese, of the manual, on the page about privacy
    "error",
}  # fmt: skip
QUIET = re.compile(
    r"<(script|style|svg|textarea)\b.*?</\1>|<a [^>]*class=\"clause-id\".*?</a>|<code>.*?</code>", re.DOTALL
)


def read(page):
    """What people read on a page, without small anchors and what stands on request behind them."""
    if page.headers["content-type"].startswith("application/json"):
        found = page.json
        return " ".join(str(found[key]) for key in ("problem", "text", "words", "note") if found.get(key))
    return unescape(re.sub(r"<[^>]+>", " ", QUIET.sub(" ", page.text)))


def machine_words(text):
    found = [match[0] for match in MACHINE.finditer(text)]
    return [word for word in found if word.lower() not in FINE]


def table(browser):
    return browser.opened()


GAMES = ("mmm", "chopchop", "mousewarming", "mystics")
PAGES = (
    "/", "/me", "/album", "/privacy", "/week",
    *(f"/{way}/{game}" for game in GAMES for way in ("new", "learn", "rules")),
    *(f"/{way}/mmm" for way in ("explore", "design", "puzzles")),
    "/puzzles/chopchop", "/puzzles/mousewarming", "/campaign/mystics",
    "/table/TABLE", "/table/TABLE/links", "/table/TABLE/replay",
)  # fmt: skip
FORM = {"players": "1", "side": "one_paw", "first": "0", "steps": "", "board": "", "chair-0": "me"}
BOARDS = ("pantry = ", "{}", "B B F F", "pantry = 'Q'", "pantry = ''", "steps = 99\npantry = 'B B'", "x" * 3000, "[a]")
FILES = (
    b"", b"{", b"[]", b"null", b"1", b'"x"', b"hello", b"\xff\xfe", b'{"game":"mmm"}', b'{"game":"nope","events":[]}',
    b'{"game":"mmm","edition":1,"setup":{},"events":[{"type":"x"}]}', b'{"game":"mmm","edition":99}',
    b'{"game":"mmm","edition":1,"setup":{"players":99},"events":[]}', b"PK\x03\x04", b"\x89PNG", b"x = 1",
    b'{"game":"mmm","edition":1,"setup":{},"events":[{"type":"rolled","faces":["x","x","x","x"]}]}',
    b'{"game":"mmm","edition":1,"setup":{},"events":[],"seed":"zz"}',
)  # fmt: skip
WRONG = [
    *(("GET", path, None) for path in (
        "/nope", "/table/doesnotexist", "/table/doesnotexist/replay", "/table/%00", "/table/TABLE/nope",
        "/join/TABLE/nope", "/join/nope/nope", "/join/TABLE/watch/x", "/join/TABLE/owner/x", "/learn/nope", "/new/nope",
        "/rules/nope", "/play/nope", "/learn/mmm/nope", "/explore/nope", "/design/nope", "/puzzles/nope",
        "/campaign/nope", "/campaign/mmm", "/explore/chopchop", "/design/chopchop", "/table/TABLE/replay?ply=x",
        "/table/TABLE/check", "/table/TABLE/next", "/album/nope", "/static/nope.js", "/docs/nope",
        "/new/mmm?players=x", "/new/mmm?players=99", f"/new/mmm?board={quote('pantry = ')}", "/new/mystics?chapter=c99",
        "/learn/mmm/first/x.svg", "/table/TABLE/links?x=1", "/me?x", "/puzzles/mmm?number=x", "/album/x.svg",
    )),
    *(("POST", f"/new/{game}", {"players": players}) for game in GAMES for players in ("", "99", "x")),
    *(("POST", "/new/mmm", {**FORM, "board": board}) for board in BOARDS),
    ("POST", "/new/mmm", {**FORM, "steps": "x"}), ("POST", "/new/mmm", {**FORM, "first": "7"}),
    ("POST", "/new/mmm", {**FORM, "side": "three"}), ("POST", "/new/mystics", {"players": "1", "party.0": "x"}),
    ("POST", "/new/mousewarming", {"players": "1", "mice_start.0": "77"}),
    ("POST", "/new/chopchop", {"players": "2", "cat": "9"}),
    ("POST", "/code", {"code": "hello"}), ("POST", "/code", {"code": ""}), ("POST", "/play/mmm", {"players": "77"}),
    ("POST", "/join/TABLE/nope", {}), ("POST", "/table/TABLE/fork", {"ply": "x"}), ("POST", "/table/TABLE/owner", {}),
    ("POST", "/table/nope/owner", {"do": "delete"}), ("POST", "/table/TABLE/leave", {"x": "y" * 99}),
    *(("FILE", "/upload", data) for data in FILES),
]  # fmt: skip


def asked(browser, way, path, sent, language="en"):
    if way == "GET":
        return browser.get(path, accept="text/html", accept_language=language)
    if way == "FILE":
        return browser.post(path, body=sent, accept="application/json", accept_language=language)
    return browser.post(path, sent, accept="text/html", accept_language=language)


def test_no_page_speaks_like_a_machine(browser):
    opened = table(browser)
    found = {}
    for path in PAGES:
        page = browser.get(path.replace("TABLE", opened), accept="text/html")
        assert page.status == 200, path
        if words := machine_words(read(page)):
            found[path] = words
    assert found == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_eighty_wrong_inputs_are_answered_in_words(browser, language):
    assert len(WRONG) >= 80
    found, opened = {}, table(browser)
    for way, path, sent in WRONG:
        page = asked(browser, way, path.replace("TABLE", opened), sent, language)
        assert page.status < 500, (way, path, sent)
        if page.status in (301, 302, 303, 307, 404) and not page.data:
            continue
        told = re.search("text|json", page.headers["content-type"])
        if told and (words := machine_words(read(page))):
            found[f"{way} {path} {sent!r:.80}"] = words
    assert found == {}


def test_a_program_is_still_told_what_is_wrong_with_a_file(browser):
    told = browser.post("/upload", body=b"hello", accept="application/json").json
    assert told["problem"].startswith("This is not a game that can be opened here.")
    assert "not JSON" in told["why"]


def test_machine_words_are_noticed():
    assert machine_words("board:1: not TOML: Expected '='") == ["TOML"]
    assert machine_words("that is not JSON: something is wrong after 0 signs") == ["JSON", "after 0 signs"]
    assert machine_words("MMM-13 says so") == ["MMM-13"]
    assert machine_words("3 tokens on the plate, a hash of potatoes")[0] == "hash"
    assert json.dumps(machine_words("Your turn, Anna! Place at least one die.")) == "[]"
