"""The board of the week: its card on the shelf, and the page that tells how everybody did."""

from typing import NamedTuple
from urllib.parse import urlencode

from mousehole.core.words import Line, Voice, line, percent, voice
from mousehole.library.weekly import GAME, WeeklyBoard
from mousehole.web.pages.house_pages import page
from mousehole.web.pages.html import Html, sprite, tag
from mousehole.web.static_files import art_address

SAME = line("Everybody gets the same board and the same dice.")


def week_card(language: str) -> Html:
    """Offer the board of the week on the shelf; the same words in every week."""
    say = voice(language)
    title = say(line("Board of the week"))
    picture = sprite(art_address("house"), "house-crown", class_="day-room", viewBox="0 0 100 100")
    words = tag("span", tag("strong", title), tag("span", say(SAME)), class_="day-words")
    return tag("section", tag("a", picture, words, href="/week", class_="day-card"), class_="day-puzzle week")


class WeekStanding(NamedTuple):
    """Where a browser stands with the board of the week."""

    table: str  # where it plays, if it does
    over: bool
    score: int | None  # None where the game does not count
    scores: dict[int, int]  # how often everybody here reached what


def week_page(board: WeeklyBoard, standing: WeekStanding, language: str) -> str:
    """Show the board with what perfect play makes of it, the way to the table, and the results once one is over."""
    say = voice(language)
    address = f"/new/{GAME}/board.svg?{urlencode({'board': board.board})}"
    told = results(board, standing, say) if standing.over else tag("p", say(taking_part(sum(standing.scores.values()))))
    main = tag(
        "main",
        tag("h1", say(line("Board of the week"))),
        tag("p", say(SAME), " ", say(line("One game each: no hints, and nothing is taken back."))),
        tag("img", src=address, alt=say(line("The board")), class_="week-board"),
        tag("p", say(line("Perfect play wins {share} of the games on this board.", share=percent(board.chance, 0)))),
        way_in(standing, say),
        told,
        tag("p", say(line("A new board comes every Monday.")), class_="help"),
        id="main",
        class_="week-page",
    )
    return page("week", say(line("Board of the week")), language, main, "pages/plain_page.js")


def way_in(standing: WeekStanding, say: Voice) -> Html:
    """One press to the game, or to look at it again."""
    if standing.over:
        address = f"/table/{standing.table}/replay?review=1"
        return tag("a", say(line("Look at your game")), class_="button", href=address)
    words = line("Go on playing") if standing.table else line("Play this board")
    button = tag("button", say(words), class_="primary large", type="submit")
    return tag("form", button, method="post", action="/week")


def taking_part(many: int) -> Line:
    """How many have played it here; what they reached is told afterwards."""
    if not many:
        return line("Nobody has played it here yet.")
    return line("{n} player has played it here.", plural="{n} players have played it here.", n=many)


def results(board: WeeklyBoard, standing: WeekStanding, say: Voice) -> list[Html]:
    """What everybody reached, the best first, with this player and perfect play among them."""
    scores, mine = standing.scores, standing.score
    most = max(scores.values(), default=1)
    rows = [
        tag(
            "li",
            tag("span", say(reached(score)), class_="week-score"),
            tag("meter", value=str(scores.get(score, 0)), max=str(most), aria_hidden="true"),
            tag("span", say(line("{n} player", plural="{n} players", n=scores[score]))) if score in scores else None,
            tag("strong", say(line("you", context="in a list of results"))) if score == mine else None,
            tag("em", say(line("perfect play"))) if score == board.score else None,
            class_="mine" if score == mine else None,
        )
        for score in sorted({*scores, board.score}, reverse=True)
    ]
    return [tag("p", say(compared(scores, mine)), class_="notice"), tag("ul", rows, class_="week-results")]


def compared(scores: dict[int, int], mine: int | None) -> Line:
    """How a result compares with those of the others."""
    if mine is None:
        return line("Your game does not count: a bot has played, or there were hints.")
    others = sum(scores.values()) - 1
    if others < 1:
        return line("You are the first here to finish it.")
    behind = sum(many for score, many in scores.items() if score < mine)
    words = "You did better than {behind} of {n} other player."
    return line(words, plural="You did better than {behind} of {n} other players.", behind=behind, n=others)


def reached(score: int) -> Line:
    """A result in words."""
    if score > 0:
        return line("Won, the cat {n} step away", plural="Won, the cat {n} steps away", n=score)
    return line("Lost, {n} bite short", plural="Lost, {n} bites short", n=-score)
