"""A card of the album for one game: numbers by board and company, titles, the campaign, and its best finale."""

from mousehole.core.kit.trophies import Stage
from mousehole.core.words import Line, Voice, line, percent, voice
from mousehole.web.album.memory import Memory
from mousehole.web.album.statistics import GamePage, Kind, Tally
from mousehole.web.pages.html import Html, sprite, tag
from mousehole.web.static_files import art_address

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


def summed(sums: Tally) -> Line:
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
