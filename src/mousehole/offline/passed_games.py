"""Games that go from phone to phone as a link: each has a name by which it is known when it comes back."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import msgspec
from msgspec import Struct

from mousehole.core.words import Voice, line, voice
from mousehole.host.stored_table import settings_of
from mousehole.store import TableRow
from mousehole.table import Table
from mousehole.web.pages.house_pages import SavedGame, page
from mousehole.web.pages.html import Html, tag

NAME = "passed"  # the key of a table's `extra` with the name of the game, where it came by a link


class PassedRecord(Struct, frozen=True):
    """What a record says of its name."""

    passed: str = ""


def name_of(row: TableRow) -> str:
    """The name of the game at a table, on every phone that has it."""
    return str(settings_of(row).extra.get(NAME, row.id))


def named(record: bytes, name: str) -> bytes:
    """A record with the name of its game."""
    return msgspec.json.encode({NAME: name, **msgspec.json.decode(record)})


def name_in(record: bytes) -> str:
    """The name that a record has, if it came by a link."""
    try:
        return msgspec.json.decode(record, type=PassedRecord).passed
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""


def alike(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many events two games have in common before they part."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def parted_page(tables: Sequence[Table], games: Sequence[SavedGame], language: str) -> str:
    """Show side by side how a game stands that went on in two ways: as it was here, and as it came."""
    say = voice(language, tables[0].game.package)
    common = alike(*(table.events for table in tables))
    titles = (line("As it was here"), line("As it came"))
    cards = [
        _card(say(title), table, saved, common, say) for title, table, saved in zip(titles, tables, games, strict=True)
    ]
    words = line("Somebody played on here as well as there. Play on with either of them: both are kept.")
    main = tag(
        "main",
        tag("h1", say(line("One game, two ways on"))),
        tag("p", say(words)),
        tag("div", cards, class_="links"),
        id="main",
    )
    return page("links", say(tables[0].game.title), language, main, "pages/plain_page.js")


def _card(title: str, table: Table, saved: SavedGame, common: int, say: Voice) -> Html:
    since = line("{n} move since then", plural="{n} moves since then", n=table.ply - common)
    return tag(
        "section",
        tag("h2", title),
        tag("p", say(since), class_="help"),
        tag("p", saved.waits),
        tag("a", say(line("Play on with this one")), class_="button primary", href=f"/table/{table.id}"),
        class_="link-card",
    )
