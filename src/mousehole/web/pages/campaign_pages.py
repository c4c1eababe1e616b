"""The home of a campaign: a map of its chapters, the party with its luggage, and what was won."""

from itertools import pairwise
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from mousehole.core.game import AnyGame, Campaign, MapChapter, Traveller
from mousehole.core.setups import Question, questions, text_of
from mousehole.core.words import Line, Voice, line, voice
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
    stars: tuple[int, int] = (0, 0)  # earned, of how many
    deeds: tuple[Line, ...] = ()  # what was won there besides the chapter


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
        tales(game, art, say),
        id="main",
        class_="campaign",
    )
    return page("campaign", say(here.title), language, main, "pages/plain_page.js")


class Named(Struct, frozen=True):
    """A chapter in the words of a reader."""

    name: str
    key: str
    sprite: str
    figure: str
    standing: str


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
        tag("p", say(WORDS[stop.standing]), earned(stop, say), class_=f"standing {stop.standing}"),
        tag("p", say(stop.chapter.words if known else SECRET), class_="chapter-words"),
        tag("ul", [tag("li", say(deed)) for deed in stop.deeds], class_="deeds") if stop.deeds else None,
        tag("div", actions(game, stop, say), class_="chapter-actions"),
        id=f"chapter-{stop.chapter.key}",
        class_=f"chapter {stop.standing}",
    )


def earned(stop: Stop, say: Voice) -> Html | None:
    """Draw the stars of a chapter that was won."""
    n, most = stop.stars
    words = say(line("{n} of {all} stars", n=n, all=most))
    return tag("span", "★" * n + "☆" * (most - n), role="img", aria_label=words, class_="stars") if most else None


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
            return [press(game, "again", stop.table, say(line("Play again")), say), watch]
        case "lost":
            return [press(game, "on", stop.table, say(line("Try again")), say, "primary"), watch]
        case "next" if stop.before:
            return [press(game, "on", stop.before, say(line("Go on")), say, "primary")]
        case "next":
            begin = tag("button", say(line("Begin")), class_="primary", type="submit")
            return [tag("form", begin, method="post", action=f"/play/{game.name}")]
    return [alone]


def choices(game: AnyGame, say: Voice) -> list[Html]:
    """Let people change between chapters what can change there; at first it stays as it was."""
    campaign = game.parts.adventure.campaign
    asked = [question for question in questions(game) if campaign and question.name in campaign.between]
    return [tag("label", say(one.label), choice(one, say), class_="between") for one in asked]


def choice(question: Question, say: Voice) -> Html:
    """Write the answers to a question, the one so far first."""
    rest = [tag("option", say(label), value=text_of(value)) for value, label in question.choices]
    return tag("select", tag("option", say(line("as before")), value=""), rest, name=question.name)


def press(game: AnyGame, do: str, table: str, words: str, say: Voice, kind: str = "") -> Html:
    """A button that opens a table of the campaign."""
    field = tag("input", type="hidden", name="table", value=table)
    button = tag("button", words, type="submit", class_=kind or None)
    return tag("form", field, choices(game, say), button, method="post", action=f"/campaign/{game.name}/{do}")


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
    rows = [
        tag("li", tag("a", f"{say(one.title)}: {progress(one, say)}", href=f"/campaign/{game.name}?run={one.run}"))
        for one in others
    ]
    anew = tag("a", say(line("Begin a new journey")), class_="button", href=f"/new/{game.name}")
    listed = tag("ul", rows, class_="journeys") if rows else None
    return tag("section", tag("h2", say(line("Other journeys"))), listed, anew)


def tales(game: AnyGame, art: str, say: Voice) -> Html | None:
    """List the campaigns that come with a game, where there are several."""
    campaign = game.parts.adventure.campaign
    begun = campaign.beginnings() if campaign else ()
    rows = [tale(game, campaign, setup, art, say) for setup in begun] if campaign and len(begun) > 1 else []
    return tag("section", tag("h2", say(line("Campaigns"))), tag("ul", rows, class_="campaigns")) if rows else None


def tale(game: AnyGame, campaign: Campaign, setup: Any, art: str, say: Voice) -> Html:
    """Show a campaign by its first chapter."""
    chapters = campaign.chapters(setup)
    count = line("{n} chapter", plural="{n} chapters", n=len(chapters))
    return tag(
        "li",
        sprite(art, chapters[0].sprite, viewBox="0 0 100 100"),
        tag("h3", say(campaign.title(setup))),
        tag("p", say(count), class_="help"),
        tag("p", say(chapters[0].words)),
        tag("a", say(line("Begin")), class_="button", href=f"/new/{game.name}?chapter={chapters[0].key}"),
        class_="campaign-card",
    )


Place: TypeAlias = tuple[float, float]
RADIUS = 66
LETTERS = 18  # that fit on one line below a chapter


def drawn(stops: list[Named], told: dict[str, str], art: str, words: str) -> Html:
    """Draw the map twice; the style sheet shows the one that fits the window."""
    count = max(1, len(stops))
    broad = [(150 + 700 * n / max(1, count - 1), 170 - 45 * (-1) ** n) for n in range(count)]
    narrow = [(130.0 if n % 2 == 0 else 250.0, 110 + 215.0 * n) for n in range(count)]
    wide = sheet(stops, broad, (1000, 370), told, art, "wide", words)
    tall = sheet(stops, narrow, (380, 45 + 215 * count), told, art, "tall", words)
    return tag("div", wide, tall, class_="map")


def sheet(
    stops: list[Named],
    places: list[Place],
    size: tuple[int, int],
    told: dict[str, str],
    art: str,
    kind: str,
    words: str,
) -> Html:
    """Draw one parchment."""
    wide, high = size
    clip = tag("clipPath", tag("circle", cx=0, cy=0, r=RADIUS - 4), id=f"map-{kind}")
    medallions = [medallion(stop, at, told, art, kind) for stop, at in zip(stops, places, strict=True)]
    roads = zip(pairwise(places), stops[1:], strict=True)
    return tag(
        "svg",
        tag("defs", clip),
        tag("rect", x=5, y=5, width=wide - 10, height=high - 10, rx=26, class_="parchment"),
        tag("rect", x=17, y=17, width=wide - 34, height=high - 34, rx=18, class_="parchment-line"),
        country(size, places),
        [tag("path", d=bend(a, b), class_=f"road {stop.standing}") for (a, b), stop in roads],
        medallions,
        class_=f"map-{kind}",
        viewBox=f"0 0 {wide} {high}",
        role="group",
        aria_label=words,
    )


def country(size: tuple[int, int], places: list[Place]) -> list[Html]:
    """Scatter hills, trees and a compass rose where no chapter lies."""
    wide, high = size
    house = art_address("house")
    spots = (
        (0.06, 0.84),
        (0.33, 0.18),
        (0.3, 0.8),
        (0.67, 0.18),
        (0.71, 0.82),
        (0.5, 0.15),
        (0.15, 0.45),
        (0.82, 0.62),
    )
    free = [(x * wide, y * high) for x, y in spots if all(far((x * wide, y * high), place) for place in places)]
    kinds = ("house-map-hill", "house-map-tree", "house-map-reed")
    found = [symbol(house, kinds[n % 3], at, 74) for n, at in enumerate(free)]
    return [*found, symbol(house, "house-map-rose", (wide - 66, high - 66), 78)]


def far(one: Place, other: Place) -> bool:
    """Whether two places leave room for a drawing."""
    return abs(one[0] - other[0]) > 165 or not -125 < one[1] - other[1] < 165


def symbol(art: str, name: str, at: Place, size: int) -> Html:
    """Put a drawing on the map."""
    x, y = (round(value - size / 2, 1) for value in at)
    return tag("use", href=f"{art}#{name}", x=str(x), y=str(y), width=size, height=size, class_="map-drawing")


def bend(one: Place, other: Place) -> str:
    """A path that swings from one chapter to the next."""
    (a, b), (c, d) = one, other
    if abs(c - a) > abs(d - b):
        half = (a + c) / 2
        return f"M{a:.0f} {b:.0f}C{half:.0f} {b:.0f} {half:.0f} {d:.0f} {c:.0f} {d:.0f}"
    half = (b + d) / 2
    return f"M{a:.0f} {b:.0f}C{a:.0f} {half:.0f} {c:.0f} {half:.0f} {c:.0f} {d:.0f}"


def medallion(stop: Named, at: Place, told: dict[str, str], art: str, kind: str) -> Html:
    """Draw a chapter: its place in a ring with the figure that waits there, a flag where it is won, its name below."""
    flag = tag("use", href=f"{art_address('house')}#house-map-flag", x=22, y=-92, width=56, height=70)
    return tag(
        "a",
        tag("circle", cx=0, cy=0, r=RADIUS + 4, class_="ring"),
        tag("g", pictures(stop, art), clip_path=f"url(#map-{kind})"),
        tag("circle", cx=0, cy=0, r=RADIUS - 4, class_="mist"),
        flag if stop.standing == "won" else None,
        [tag("text", part, x=0, y=RADIUS + 32 + 24 * n) for n, part in enumerate(lines(stop.name))],
        href=f"#chapter-{stop.key}",
        aria_label=f"{stop.name}: {told[stop.standing]}",
        class_=f"stop {stop.standing}",
        transform=f"translate({at[0]:.0f} {at[1]:.0f})",
    )


def pictures(stop: Named, art: str) -> list[Html]:
    """The place of a chapter, and before it the figure that waits there."""
    side, tall = 2 * RADIUS, 1.5 * RADIUS
    place = tag("use", href=f"{art}#{stop.sprite}", x=-RADIUS, y=-RADIUS, width=side, height=side)
    who = tag("use", href=f"{art}#{stop.figure}", x=f"{-tall / 2}", y=f"{-tall / 2}", width=f"{tall}", height=f"{tall}")
    return [place, who] if stop.figure else [place]


def lines(name: str) -> list[str]:
    """Part a long name into two lines."""
    words = name.split()
    if len(name) <= LETTERS or len(words) < 2:
        return [name]
    cut = min(range(1, len(words)), key=lambda n: abs(len(" ".join(words[:n])) - len(name) / 2))
    return [" ".join(words[:cut]), " ".join(words[cut:])]
