"""The home of a campaign: a map of its chapters, the party with its luggage, and what was won."""

from typing import Literal, TypeAlias

from msgspec import Struct

from mousehole.core.game import AnyGame
from mousehole.core.setups.campaign import MapChapter, Traveller
from mousehole.core.words import Line, Voice, line, voice
from mousehole.web.pages.campaign_map import Named, drawn
from mousehole.web.pages.house_pages import page
from mousehole.web.pages.html import Html, sprite, tag
from mousehole.web.static_files import art_address

Standing: TypeAlias = Literal["won", "now", "next", "lost", "ahead"]
WORDS: dict[Standing, Line] = {
    "won": line("won", context="a chapter"),
    "now": line("being played"),
    "next": line("comes next"),
    "lost": line("not won yet"),
    "ahead": line("still ahead"),
}

SECRET = line("Its tale begins when the chapter before it is won.")


class Stop(Struct, frozen=True):
    """A chapter on a journey: how it stands there, and the table that matters."""

    chapter: MapChapter
    standing: Standing
    table: str = ""  # where it is played, or was played last
    before: str = ""  # where the chapter before it was won
    running: str = ""  # where a chapter that was won is being played once more


class Journey(Struct, frozen=True):
    """One way through a campaign; `run` names it in addresses."""

    run: str
    title: Line
    stops: tuple[Stop, ...]
    party: tuple[Traveller, ...] = ()
    gains: tuple[Line, ...] = ()

    @property
    def won(self) -> int:
        """How many chapters are won."""
        return sum(stop.standing == "won" for stop in self.stops)


def home(game: AnyGame, here: Journey, others: tuple[Journey, ...], language: str) -> str:
    """Write the home of a campaign."""
    say, art = voice(language, game.package), art_address(game.name)
    stops = [named(stop, say) for stop in here.stops]
    told: dict[str, str] = {standing: say(words) for standing, words in WORDS.items()}
    main = tag(
        "main",
        tag("h1", say(here.title)),
        tag("p", progress(here, say), class_="map-progress"),
        drawn(stops, told, art, say(line("The map of the campaign"))),
        tag("ol", [chapter(game, n, stop, say) for n, stop in enumerate(here.stops, 1)], class_="chapters"),
        party(here, art, say),
        gains(here, say),
        journeys(game, others, say),
        id="main",
        class_="campaign",
    )
    return page("campaign", say(here.title), language, main, "pages.js")


def named(stop: Stop, say: Voice) -> Named:
    """A chapter as the map needs it."""
    found = stop.chapter
    return Named(say(found.name), found.key, found.sprite, found.figure, stop.standing)


def progress(here: Journey, say: Voice) -> str:
    """Say how far a journey has come."""
    return say(line("{n} of {all} chapters won", plural="{n} of {all} chapters won", n=here.won, all=len(here.stops)))


def chapter(game: AnyGame, number: int, stop: Stop, say: Voice) -> Html:
    """Show a chapter: how it begins once one has come there, and what can be done with it."""
    known = stop.standing != "ahead"
    return tag(
        "li",
        tag("h2", tag("span", f"{number}", class_="chapter-number", aria_hidden="true"), say(stop.chapter.name)),
        tag("p", say(WORDS[stop.standing]), class_=f"standing {stop.standing}"),
        tag("p", say(stop.chapter.words if known else SECRET), class_="chapter-words"),
        tag("div", actions(game, stop, say), class_="chapter-actions"),
        id=f"chapter-{stop.chapter.key}",
        class_=f"chapter {stop.standing}",
    )


def actions(game: AnyGame, stop: Stop, say: Voice) -> list[Html | None]:
    """Offer what can be done with a chapter."""
    alone = tag(
        "a", say(line("Play it by itself")), class_="quiet", href=f"/new/{game.name}?chapter={stop.chapter.key}"
    )
    watch = tag("a", say(line("Watch the game again")), class_="quiet", href=f"/table/{stop.table}/replay")
    match stop.standing:
        case "now":
            return [tag("a", say(line("Continue")), class_="button primary", href=f"/table/{stop.table}")]
        case "won" if stop.running:
            return [tag("a", say(line("Continue")), class_="button", href=f"/table/{stop.running}"), watch]
        case "won":
            return [press(game, "again", stop.table, say(line("Play again"))), watch]
        case "lost":
            return [press(game, "on", stop.table, say(line("Try again")), "primary"), watch]
        case "next" if stop.before:
            return [press(game, "on", stop.before, say(line("Go on")), "primary")]
        case "next":
            begin = tag("button", say(line("Begin")), class_="primary", type="submit")
            return [tag("form", begin, method="post", action=f"/play/{game.name}")]
    return [alone]


def press(game: AnyGame, do: str, table: str, words: str, kind: str = "") -> Html:
    """A button that opens a table of the campaign."""
    field = tag("input", type="hidden", name="table", value=table)
    button = tag("button", words, type="submit", class_=kind or None)
    return tag("form", field, button, method="post", action=f"/campaign/{game.name}/{do}")


def party(here: Journey, art: str, say: Voice) -> Html | None:
    """Show who goes along, with what each brings."""
    if not here.party:
        return None
    rows = [traveller(one, art, say) for one in here.party]
    return tag("section", tag("h2", say(line("The party"))), tag("ul", rows, class_="travellers"))


def traveller(one: Traveller, art: str, say: Voice) -> Html:
    """Show somebody of the party."""
    luggage = tag("ul", [tag("li", say(thing)) for thing in one.luggage], class_="luggage")
    none = tag("p", say(line("no luggage yet")), class_="help")
    return tag(
        "li",
        sprite(art, one.sprite, viewBox="0 0 100 100"),
        tag("strong", say(one.name)),
        tag("p", say(line("stays at home")), class_="help") if one.home else None,
        luggage if one.luggage else none,
        class_="traveller home" if one.home else "traveller",
    )


def gains(here: Journey, say: Voice) -> Html | None:
    """List the titles and treasures."""
    if not here.gains:
        return None
    crown = sprite(art_address("house"), "house-crown")
    rows = [tag("li", crown, tag("span", say(words))) for words in here.gains]
    return tag("section", tag("h2", say(line("Titles and treasures"))), tag("ul", rows, class_="gains"))


def journeys(game: AnyGame, others: tuple[Journey, ...], say: Voice) -> Html | None:
    """Lead to the other journeys of this browser, and to a new one."""
    rows = [tag("li", tag("a", progress(one, say), href=f"/campaign/{game.name}?run={one.run}")) for one in others]
    anew = tag("a", say(line("Begin a new journey")), class_="button", href=f"/new/{game.name}")
    listed = tag("ul", rows, class_="journeys") if rows else None
    return tag("section", tag("h2", say(line("Other journeys"))), listed, anew)
