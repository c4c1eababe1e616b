"""The family album: numbers, trophies, a card for every game, people, and how close to perfect somebody plays."""

from collections.abc import Sequence

from msgspec import Struct

from mousehole import shelf
from mousehole.core.words import Line, Voice, line, plain, voice
from mousehole.web.album.finale import WIDTH, people, room_for
from mousehole.web.album.memory import Memory
from mousehole.web.album.statistics import Partner, evenings_played, game_pages, partners, tally
from mousehole.web.album.streaks import wins_in_a_row
from mousehole.web.album.trophies import Award, Earned, earned, every
from mousehole.web.pages.album.album_cards import game_card
from mousehole.web.pages.album.album_plot import closeness
from mousehole.web.pages.house_pages import page
from mousehole.web.pages.html import Html, sprite, tag
from mousehole.web.static_files import art_address


class Said(Struct, frozen=True):
    """What has just happened to an album: it was emptied, or so many pages came from a file."""

    deleted: bool = False
    brought: int | None = None


def album(pages: Sequence[Memory], said: Said, language: str) -> str:
    """Write the album, or how one begins."""
    say = voice(language)
    main = tag(
        "main",
        tag("h1", say(line("Family album"))),
        news(said, say),
        filled(pages, say, language) if pages else empty(say),
        keep(bool(pages), say),
        id="main",
        class_="album",
    )
    return page("album", say(line("Family album")), language, main, "album.js")


def news(said: Said, say: Voice) -> Html | None:
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


def filled(pages: Sequence[Memory], say: Voice, language: str) -> list[Html | None]:
    """Everything about games that were played."""
    won = earned(pages)
    return [
        numbers(pages, len(won), say),
        trophy_case(won, language, say),
        *(game_card(one, say, language) for one in game_pages(pages)),
        closeness(pages, say, language),
        company(partners(pages), say),
    ]


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
    """How often somebody was met, and on which side."""
    together = line("{n} game together", plural="{n} games together", n=one.together)
    against = line("{n} game against each other", plural="{n} games against each other", n=one.against)
    if one.together and one.against:
        return line("{together}, {against}", together=together, against=against)
    return together if one.together else against


def keep(there: bool, say: Voice) -> Html:
    """Offer to take the album along, to bring another, and to delete it."""
    take = tag("a", say(line("Keep it as a file")), class_="button", href="/album/album.json", download=True)
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
    return page("finale", say(game.title), language, main, "album.js")
