"""The manual as a site: built without a warning, whole in itself, and saying what the code says."""

import re
import zlib
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag

import pytest

import mousehole
from mousehole.cli.main import COMMANDS, Parser, command_at
from tests.built_manual import manual

HEAD = b"# The remainder of this file is compressed using zlib.\n"
OUTSIDE = ("http://", "https://", "mailto:")


class Page(HTMLParser):
    """What a page links to, what it loads, and what can be linked to in it."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loads, self.anchors, self.inside = [], [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        has = dict(attributes)
        self.anchors |= {has["id"]} if "id" in has else set()
        if tag == "a":
            self.links.append(has.get("href", ""))
        elif "href" in has or "src" in has:
            self.loads.append(has.get("src") or has["href"])
        if "style" in has or tag == "style" or (tag == "script" and "src" not in has):
            self.inside.append(self.get_starttag_text())


@pytest.fixture(scope="module")
def pages():
    return {path.name: Page(path.read_text("utf-8")) for path in manual().glob("*.html")}


def text(name):
    return re.sub(r"<[^>]+>", "", (manual() / name).read_text("utf-8"))


def test_every_link_and_every_anchor_leads_somewhere(pages):
    wrong = []
    for name, page in pages.items():
        for link in page.links:
            path, anchor = urldefrag(link)
            target = pages.get(unquote(path) or name)
            if not link.startswith(OUTSIDE) and (not target or (anchor and unquote(anchor) not in target.anchors)):
                wrong.append(f"{name}: {link}")
    assert wrong == []
    assert sum(len(page.links) for page in pages.values()) > 1000


def test_everything_that_a_page_loads_is_part_of_the_site(pages):
    loads = {(name, load) for name, page in pages.items() for load in page.loads if not load.startswith("#")}
    missing = {(name, load) for name, load in loads if not (manual() / load.partition("?")[0]).is_file()}
    assert missing == set()
    assert {load for _, load in loads if load.startswith(("//", *OUTSIDE))} == set()


def test_no_page_holds_scripts_or_styles_that_the_server_forbids(pages):
    assert {name: page.inside for name, page in pages.items() if page.inside} == {}


def test_every_column_of_every_table_has_a_name():
    nameless = re.compile(r"<th\b[^>]*>(?:\s|<p>|</p>)*</th>")
    assert [path.name for path in manual().glob("*.html") if nameless.search(path.read_text("utf-8"))] == []


def test_the_reference_has_every_public_name():
    packed = (manual() / "objects.inv").read_bytes().partition(HEAD)[2]
    known = {row.split()[0] for row in zlib.decompress(packed).decode().splitlines()}
    assert {f"mousehole.{name}" for name in mousehole.__all__ if name != "__version__"} <= known


def test_every_command_and_every_option_is_explained():
    page = text("commands.html")
    for name, (place, _) in COMMANDS.items():
        parser = Parser(f"mousehole {name}", "")
        command_at(place).arguments(parser)
        assert f"usage: mousehole {name}" in page
        assert [option for one in parser._actions for option in one.option_strings if option not in page] == []


@pytest.mark.parametrize("game", ["mmm", "chopchop", "mousewarming", "mystics"])
def test_every_game_shows_its_set_up_its_events_and_a_position(game):
    page, found = text("games.html"), mousehole.find(game)
    names = [*found.setup.__struct_fields__, *(kind.__name__ for kind in found.event.__args__)]
    assert [name for name in names if name not in page] == []
    assert (manual() / "_images" / f"{game}-position.svg").is_file()
