"""The family album: numbers, trophies, a card for every game, people, and how close to perfect somebody plays."""

import math
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

from msgspec import Struct

from mousehole import shelf
from mousehole.core.game import AnyGame, Stage
from mousehole.core.setups import text_of
from mousehole.core.words import Line, Voice, line, percent, plain, voice
from mousehole.players.advice_words import points
from mousehole.web.album.finale import WIDTH, people, room_for
from mousehole.web.album.memory import Memory
from mousehole.web.album.statistics import (
    GamePage,
    Kind,
    Outcomes,
    Partner,
    evenings_played,
    game_pages,
    partners,
    tally,
    wins_in_a_row,
)
from mousehole.web.album.trophies import Award, Earned, earned, every
from mousehole.web.pages.house_pages import page
from mousehole.web.pages.html import Html, sprite, tag
from mousehole.web.static_files import art_address


class Notice(Struct, frozen=True):
    """What has just happened to an album: it was emptied, or so many pages came from a file."""

    deleted: bool = False
    brought: int | None = None


def album(games: str, said: Notice, language: str) -> str:
    """Write the album around what it shows of its `games`, or how an album begins."""
    say = voice(language)
    main = tag(
        "main",
        tag("h1", say(line("Family album"))),
        news(said, say),
        Html(games) if games else empty(say),
        keep(bool(games), say),
        id="main",
        class_="album",
    )
    return page("album", say(line("Family album")), language, main, "pages/album.js")


def news(said: Notice, say: Voice) -> Html | None:
    """Say what has just happened."""
    words = None
    if said.deleted:
        words = line("Done. The album is empty.")
    elif said.brought is not None:
        n = said.brought
        words = line("{n} page was added.", plural="{n} pages were added.", n=n)
    return tag("p", say(words), class_="notice", role="status") if words else None


def empty(say: Voice) -> Html:
    """Invite somebody to the first page."""
    art = art_address("house")
    return tag(
        "section",
        sprite(art, "house-trophy-album", class_="album-open", viewBox="0 0 100 100"),
        tag("h2", say(line("The first page is still empty"))),
        tag("p", say(line("Every game you finish is pasted in here by itself: who won, with whom, and the trophies."))),
        tag("a", say(line("Choose a game")), class_="button primary large", href="/"),
        class_="album-empty",
    )


def filled(pages: Sequence[Memory], language: str) -> str:
    """Everything about games that were played."""
    if not pages:
        return ""
    say, won = voice(language), earned(pages)
    shown = [
        numbers(pages, len(won), say),
        trophy_case(won, language, say),
        stickers(pages, language, say),
        calendar(pages, say),
        *(game_card(one, say, language) for one in game_pages(pages)),
        closeness(pages, say, language),
        company(partners(pages), say),
    ]
    return "".join(filter(None, shown))


def numbers(pages: Sequence[Memory], trophies: int, say: Voice) -> Html:
    """The album in five numbers."""
    sums, longest = tally(pages), max(wins_in_a_row(pages), default=0)
    told = (
        (sums.games, line("game", plural="games", context="counted", n=sums.games)),
        (sums.won, line("win", plural="wins", context="counted", n=sums.won)),
        (longest, line("in a row", context="counted")),
        (evenings_played(pages), line("evening", plural="evenings", context="counted", n=evenings_played(pages))),
        (trophies, line("trophy", plural="trophies", context="counted", n=trophies)),
    )
    rows = [tag("li", tag("strong", str(n)), " ", tag("span", say(words))) for n, words in told]
    return tag("ul", rows, class_="album-numbers")


def trophy_case(won: Sequence[Earned], language: str, say: Voice) -> Html:
    """All trophies: those that were earned, and those still to come."""
    had = {one.award.key: one for one in won}
    first = [shown(one.award, one.by, language) for one in won]
    rest = [shown(award, None, language) for award in every() if award.key not in had]
    open_ = tag(
        "details",
        tag("summary", say(line("{n} still to come", plural="{n} still to come", n=len(rest)))),
        tag("ul", rest, class_="trophies"),
        class_="to-come",
    )
    none = tag("p", say(line("The first one comes with the first game you finish.")))
    return tag(
        "section",
        tag("h2", say(line("Trophies"))),
        tag("ul", first, class_="trophies") if first else none,
        open_ if rest else None,
    )


def shown(award: Award, by: Memory | None, language: str) -> Html:
    """One trophy: its medal, its name, what it is for and, once it is earned, since when."""
    say = voice(language, award.package)
    since = tag("time", data_time=str(int(by.ended)), class_="when") if by else None
    return tag(
        "li",
        medal(award),
        tag("strong", say(award.name)),
        tag("span", say(award.words), class_="for"),
        since,
        class_="trophy" if by else "trophy missing",
    )


def medal(award: Award) -> Html:
    """A trophy as a medal; its own name stands beside it."""
    art = art_address(award.game if award.sprite.startswith(f"{award.game}-") else "house")
    return tag("span", sprite(art, award.sprite), class_="medal", aria_hidden="true")


def stickers(pages: Sequence[Memory], language: str, say: Voice) -> Html:
    """A sticker for each board of the boxes: in colour once somebody has won on it."""
    rows = [sticker(game, name, value, label, pages, language) for game, name, value, label in boards()]
    about = tag("p", say(line("One for each board on which you have won.")))
    return tag("section", tag("h2", say(line("Stickers"))), about, tag("ul", rows, class_="stickers"))


def boards() -> Iterator[tuple[AnyGame, str, Any, Line]]:
    """The boards of all boxes, by the field of the set-up that chooses among them; a game with one board has itself."""
    for game in shelf.every():
        pictured = [(name, field) for name, field in game.fields.items() if field.pictured and field.choices]
        if not pictured:
            yield game, "", None, game.title
        for name, field in pictured[:1]:
            for value, label in field.choices:
                yield game, name, value, label


def sticker(game: AnyGame, name: str, value: Any, label: Line, pages: Sequence[Memory], language: str) -> Html:
    """One sticker: the board, or the lid of a box that has one board."""
    mine = [page for page in pages if page.game == game.name and page.won and page.played is not None and page.printed]
    won = any(not name or getattr(page.played, name) == value for page in mine)
    say, address = voice(language, game.package), f"/new/{game.name}/board.svg?{urlencode({name: text_of(value)})}"
    lid = sprite(art_address(game.name), f"{game.name}-box", viewBox="0 0 320 400")
    picture = tag("img", src=address, alt="", loading="lazy") if name else lid
    words = [tag("strong", say(game.title)), tag("span", say(label))] if name else [tag("strong", say(label))]
    state = None if won else tag("span", say(line("still to be won")), class_="unseen")
    return tag("li", picture, words, state, class_="sticker" if won else "sticker missing")


WEEKS, IN_A_WEEK, SECONDS = 10, 7, 86400  # the last: of a day


def calendar(pages: Sequence[Memory], say: Voice) -> Html:
    """The days of ten weeks up to the newest game, and which of them were played on."""
    played = {int(page.ended // SECONDS) for page in pages}
    last = max(played)
    days = range(last - WEEKS * IN_A_WEEK + 1, last + 1)
    n = sum(day in played for day in days)
    cells = [tag("li", class_="played" if day in played else None) for day in days]
    words = line("Played on {n} day in ten weeks.", plural="Played on {n} days in ten weeks.", n=n)
    grid = tag("ol", cells, class_="calendar", aria_hidden="true")
    return tag("section", tag("h2", say(line("Days played"))), grid, tag("p", say(words)))


def company(met: Sequence[Partner], say: Voice) -> Html | None:
    """The people somebody played with."""
    art = art_address("house")
    rows = [
        tag(
            "li",
            sprite(art, f"house-face-{one.face or 'bow'}", viewBox="0 0 100 100"),
            tag("strong", one.name),
            tag("span", say(met_words(one))),
        )
        for one in met
    ]
    head = tag("h2", say(line("Around the table")))
    return tag("section", head, tag("ul", rows, class_="partners")) if rows else None


def met_words(one: Partner) -> Line:
    """How often somebody played along, and on which side."""
    together = line("{n} game together", plural="{n} games together", n=one.together)
    against = line("{n} game against each other", plural="{n} games against each other", n=one.against)
    if one.together and one.against:
        return line("{together}, {against}", together=together, against=against)
    return together if one.together else against


def keep(there: bool, say: Voice) -> Html:
    """Offer to take the album along, to bring another, and to delete it."""
    take = tag("a", say(line("Save a copy")), class_="button", href="/album/album.json", download=True)
    delete = tag(
        "form",
        tag("button", say(line("Delete the album")), type="submit", class_="danger"),
        tag("p", say(line("The games themselves stay; the album forgets them for good.")), class_="help"),
        method="post",
        action="/album/delete",
        data_sure=say(line("Really delete the whole album? This cannot be taken back.")),
    )
    return tag(
        "section",
        tag("h2", say(line("The album is yours"))),
        tag("p", say(line("It is kept for this browser, and nobody else can open it."))),
        tag("p", say(line("On a server, an album that nobody opens for a year goes by itself; a file keeps it."))),
        tag("div", take if there else None, bring(say), delete if there else None, class_="album-keep"),
        tag("p", tag("a", say(line("What is kept, and how long")), class_="quiet", href="/privacy")),
    )


def bring(say: Voice) -> Html:
    """Offer to add an album from a file."""
    return tag(
        "form",
        tag("label", say(line("Add an album from a file")), for_="album-file"),
        tag("input", type="file", id="album-file", accept="application/json,.json"),
        tag("p", role="alert", class_="problem", hidden=True),
        action="/album/import",
        class_="album-bring",
    )


def finale_page(found: Memory, language: str) -> str:
    """Write the page with the last picture of a game, to be kept or shared."""
    game = shelf.find(found.game)
    say = voice(language, game.package)
    picture, who = f"/album/{found.table}.svg", people(found, say)
    alt = line("The last moment ({game}): {ending}", game=game.title, ending=game.ending(found.over))
    main = tag(
        "main",
        tag("h1", say(game.title)),
        tag("p", say(line("With {names}", names=plain(", ".join(who))))) if who else None,
        tag(
            "img",
            src=picture,
            alt=say(alt),
            class_="finale",
            id="finale",
            width=WIDTH,
            height=room_for(found, language),
        ),
        tag(
            "p",
            tag("button", say(line("Share")), type="button", class_="primary", id="share", hidden=True),
            tag("button", say(line("Save as a photo")), type="button", id="save", hidden=True),
            tag("a", say(line("Save as a drawing")), class_="button", href=picture, download=f"{found.game}.svg"),
            tag("a", say(line("Back to the album")), class_="quiet", href="/album"),
            class_="ways",
        ),
        id="main",
        class_="album-finale",
    )
    return page("finale", say(game.title), language, main, "pages/album.js")


TITLES = 5  # that are shown, the newest first


def game_card(found: GamePage, house: Voice, language: str) -> Html:
    """Show everything about one game."""
    say, name = voice(language, found.game.package), found.game.name
    return tag(
        "section",
        tag(
            "header",
            sprite(art_address(name), f"{name}-box", class_="album-lid", viewBox="0 0 320 400"),
            tag("div", tag("h2", say(found.game.title)), tag("p", say(summed(found.tally))), rows_words(found, say)),
        ),
        tag(
            "div",
            finale_of(found.best, say),
            tag("div", by_board(found.kinds, say), titles(found.titles, say), progress(found.stages, say)),
            class_="album-two",
        ),
        class_="album-game",
    )


def summed(sums: Outcomes) -> Line:
    """How the games of a card went, in a sentence."""
    played = line("{n} game", plural="{n} games", n=sums.games)
    counted = sums.won + sums.lost + sums.drawn
    if not counted or not sums.won:
        return line("{played} so far", played=played)
    won = line("{n} won", plural="{n} won", n=sums.won)
    return line("{played}, {won}: {share}", played=played, won=won, share=percent(sums.won / counted, 0))


def rows_words(found: GamePage, say: Voice) -> Html | None:
    """How many wins in a row there are now, and were at best."""
    if not found.longest:
        return None
    now = say(line("{n} win in a row right now", plural="{n} wins in a row right now", n=found.row))
    best = say(line("best: {n} in a row", n=found.longest))
    return tag("p", f"{now} · {best}" if found.row else best, class_="album-row")


def by_board(kinds: tuple[Kind, ...], say: Voice) -> Html:
    """Count by board and company."""
    heads = (line("Board"), line("Games", context="a column"), line("Won", context="a column"))
    rows = [
        tag(
            "tr",
            tag("th", say(kind.board), tag("span", say(kind.company)), scope="row"),
            tag("td", str(kind.tally.games), class_="count"),
            tag("td", str(kind.tally.won), class_="count"),
        )
        for kind in kinds
    ]
    head = tag("thead", tag("tr", [tag("th", say(words), scope="col") for words in heads]))
    notes = [tag("p", say(words), class_="help") for words in aside(kinds)]
    return tag("div", tag("table", head, tag("tbody", rows), class_="album-table"), notes)


def aside(kinds: tuple[Kind, ...]) -> list[Line]:
    """Say which games count neither as won nor as lost."""
    shared, tried = sum(kind.tally.shared for kind in kinds), sum(kind.tally.tried for kind in kinds)
    told = line(
        "{n} game was played at one screen for both sides: neither won nor lost.",
        plural="{n} games were played at one screen for both sides: neither won nor lost.",
        n=shared,
    )
    more = line(
        "{n} game does not count as won: dice were taken back, or it began in the middle.",
        plural="{n} games do not count as won: dice were taken back, or they began in the middle.",
        n=tried,
    )
    return [told] * bool(shared) + [more] * bool(tried)


def finale_of(best: Memory, say: Voice) -> Html | None:
    """The finest finale as a picture that leads to its own page."""
    if bytes(best.last) == b"null":
        return None
    words = say(line("Your finest finale")) if best.won else say(line("Your latest finale"))
    picture = tag("img", src=f"/album/{best.table}.svg", alt="", loading="lazy", width=1080, height=1180)
    return tag("a", picture, tag("span", words), href=f"/album/{best.table}", class_="album-finest")


def titles(won: tuple[Memory, ...], say: Voice) -> Html | None:
    """The titles that were earned, such as legends and golden trays."""
    crown = art_address("house")
    rows = [
        tag("li", sprite(crown, "house-crown"), tag("span", say(Line(one.title))), when(one))
        for one in reversed(won[-TITLES:])
    ]
    return tag("ul", rows, class_="album-titles") if rows else None


def progress(stages: tuple[Stage, ...], say: Voice) -> Html | None:
    """How far the campaign is."""
    if not stages:
        return None
    done = sum(stage.won for stage in stages)
    head = say(line("The campaign: {done} of {n} chapters", done=done, n=len(stages)))
    won, open_ = say(line("won", context="a chapter")), say(line("still to come", context="a chapter"))
    rows = [
        tag("li", say(stage.name), tag("span", won if stage.won else open_, class_="unseen"), class_="done" * stage.won)
        for stage in stages
    ]
    return tag("div", tag("h3", head), tag("ol", rows, class_="album-stages"))


def when(page: Memory) -> Html:
    """When a game ended."""
    return tag("time", data_time=str(int(page.ended)), class_="when")


WEEK = 7 * 24 * 3600.0
WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 640, 240, 44, 12, 14, 26
MIN_SCALE = 6  # points that the scale shows at least
MIN_GAMES = 2  # games before there is anything to draw


class Dot(Struct, frozen=True):
    """A reviewed game: when it ended, what its decisions cost in hundredths, and whether that is exact."""

    time: float
    points: float
    exact: bool


def closeness(pages: Sequence[Memory], say: Voice, language: str) -> Html:
    """Draw what decisions cost, game by game and week by week, and say how much is known."""
    dots = known(pages)
    intro = line("What your own decisions cost in a game, as chances to win out of a hundred. Zero is perfect.")
    honest = line("Looked back at so far: {n} of {all}.", n=len(dots), all=len(pages))
    how = line("A game is reviewed when somebody asks “Could we have done better?”, and by itself where the exact "
               "chances are known.")  # fmt: skip
    return tag(
        "section",
        tag("h2", say(line("How close to perfect?"))),
        tag("p", say(intro)),
        drawn(dots, say) if len(dots) >= MIN_GAMES else None,
        tag("p", say(honest), " ", say(how), class_="help"),
    )


def known(pages: Sequence[Memory]) -> list[Dot]:
    """The games that were reviewed, in order."""
    found = [(page.ended, page.measure) for page in pages if page.measure and page.measure.decisions]
    return [Dot(time, 100 * measure.loss, measure.exact) for time, measure in found]


def weeks(dots: Sequence[Dot]) -> list[tuple[float, float]]:
    """The middle and the mean of every week with reviewed games."""
    by: dict[int, list[Dot]] = {}
    for dot in dots:
        by.setdefault(int(dot.time // WEEK), []).append(dot)
    return [
        (sum(dot.time for dot in some) / len(some), sum(dot.points for dot in some) / len(some))
        for _, some in sorted(by.items())
    ]


def drawn(dots: Sequence[Dot], say: Voice) -> Html:
    """The plot with its legend."""
    means = weeks(dots)
    scale = Scale(dots[0].time, dots[-1].time, scale_end(dots))
    first, last = (points(mean / 100) for _, mean in (means[0], means[-1]))
    told = line("From {first} to {last} points a game.", first=first, last=last)
    keys = [
        tag("li", say(words), class_=kind)
        for kind, words in (
            ("exact", line("exact", context="a game")),
            ("estimate", line("estimated", context="a game")),
            ("mean", line("weekly average")),
        )
    ]
    art = tag(
        "svg",
        tag("title", say(told)),
        grid(scale),
        tag("polyline", points=" ".join(f"{scale.x(time)},{scale.y(mean)}" for time, mean in means), class_="mean"),
        [point(scale, dot) for dot in dots],
        viewBox=f"0 0 {WIDE} {HIGH}",
        role="img",
        class_="album-plot",
    )
    ends = tag("p", [tag("time", data_time=str(int(dot.time))) for dot in (dots[0], dots[-1])], class_="plot-ends")
    return tag("figure", art, ends, tag("figcaption", tag("ul", keys, class_="plot-keys")))


def scale_end(dots: Sequence[Dot]) -> float:
    """The points at the top of the scale: an even number, so that its middle is a whole one."""
    return float(max(MIN_SCALE, 2 * math.ceil(max(dot.points for dot in dots) / 2)))


class Scale(Struct, frozen=True):
    """Where times and points stand in the picture."""

    first: float
    last: float
    most: float

    def x(self, time: float) -> str:
        """How far to the right a time is."""
        share = (time - self.first) / (self.last - self.first) if self.last > self.first else 0.5
        return f"{LEFT + share * (WIDE - LEFT - RIGHT):.1f}"

    def y(self, points: float) -> str:
        """How far down points are; perfect is at the bottom."""
        return f"{TOP + (1 - points / self.most) * (HIGH - TOP - BOTTOM):.1f}"


def grid(scale: Scale) -> list[Html]:
    """Three lines with their numbers."""
    found = []
    for share in (0.0, 0.5, 1.0):
        cost = share * scale.most
        y = scale.y(cost)
        found += [
            tag("line", x1=LEFT, x2=WIDE - RIGHT, y1=y, y2=y, class_="grid"),
            tag("text", str(round(cost)), x=LEFT - 8, y=f"{float(y) + 5:.1f}", class_="scale"),
        ]
    return found


def point(scale: Scale, dot: Dot) -> Html:
    """A game."""
    return tag("circle", cx=scale.x(dot.time), cy=scale.y(dot.points), r=5, class_="exact" if dot.exact else "estimate")
