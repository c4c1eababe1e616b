"""The form of a new table, and what packs at hand bring to it: chapters, heroes, and smaller parties."""

from collections.abc import Iterator

from msgspec.structs import replace

from mousehole.core.game import Field
from mousehole.core.words import Line, line
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.packs_at_hand import added
from mousehole.games.mystics.moves import PackName, Setup
from mousehole.games.mystics.packs.library import own

HEROES = tuple((name, line(hero.name)) for name, hero in own().heroes.items())
CHAPTERS = tuple((name, line(chapter.name)) for name, chapter in own().chapters.items())
FIELDS = {
    "players": Field(line("Players"), line("One to four of you share the mice of the party.")),
    "chapter": Field(
        line("Chapter"),
        line("They tell one tale, but each can be played by itself."),
        CHAPTERS,
        open=True,
        pictured=True,
    ),
    "party": Field(line("Party"), line("The mice that go along."), HEROES, open=True),
    "steers": Field(
        line("Who steers whom"),
        line("For every mouse its seat, such as 0 0 1 1 for two players. Leave it empty to deal them out in turn."),
    ),
    "searches": Field(
        line("Searching"),
        line("How often a mouse can search each side of a tile."),
        (("once", line("once, whether it finds anything or not")), ("until_found", line("until it has found a card"))),
    ),
    "difficulty": Field(
        line("Difficulty"),
        line("How hard the minions strike, bosses too."),
        (
            ("gentle", line("gentle: minions attack with one die fewer")),
            ("usual", line("usual: as the chapter is written")),
            ("grim", line("grim: minions attack with one die more")),
        ),
    ),
    "carry": Field(line("Luggage"), line("What the party brings from the last chapter."), hidden=True),
    "pack": Field(line("Content pack"), line("Chapters and creatures from outside."), hidden=True),
}
NOBODY = ("", line("nobody"))  # a chapter of a pack may need fewer mice


def fields() -> dict[str, Field]:
    """The fields of the form; packs add their choices."""
    packs = added()
    if not packs:
        return FIELDS
    chapters = {name: label for pack in packs for name, label in _chapters(pack)}
    heroes = {name: line(hero.name) for pack in packs for name, hero in pack.heroes.items()}
    return FIELDS | {"chapter": _with(FIELDS["chapter"], chapters), "party": _with(FIELDS["party"], heroes, NOBODY)}


def completed(setup: Setup) -> Setup:
    """Let the chapter decide which pack is played, and leave out nobody."""
    party = tuple(name for name in setup.party if name)
    return replace(setup, party=party, pack=setup.pack or _pack(setup.chapter))


def _pack(chapter: str) -> PackName | None:
    return next((pack.name for pack in reversed(added()) if chapter in dict(_chapters(pack))), None)


def _chapters(pack: Pack) -> Iterator[tuple[str, Line]]:
    """List the chapters that a pack brings or changes."""
    for name, chapter in pack.chapters.items():
        if chapter is not own().chapters.get(name):
            yield name, line(chapter.name)


def _with(field: Field, more: dict[str, Line], *last: tuple[str, Line]) -> Field:
    known = dict(field.choices)
    news = ((name, label) for name, label in more.items() if name not in known)
    return replace(field, choices=(*field.choices, *news, *last))
