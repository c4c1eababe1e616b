"""Pages about the visitor: their tables, and what is kept about them."""

from mousehole.core.words import Line, Voice, line, voice
from mousehole.web.pages.house_pages import SavedGame, page, saved_game
from mousehole.web.pages.html import Html, tag


def my_tables(saved: list[SavedGame], place: int, more: bool, language: str) -> str:
    """Write the page with all tables of a browser, a code to bring another, and what is kept."""
    say = voice(language)
    none = tag("p", say(line("No tables yet. Those you open or join appear here.")))
    rows = tag("ul", [saved_game(game, say, language) for game in saved]) if saved else none
    main = tag(
        "main",
        tag("h1", say(line("My tables"))),
        tag("section", rows, pager(place, more, say), class_="saved"),
        by_code(say),
        about_me(say),
        id="main",
        class_="me",
    )
    return page("me", say(line("My tables")), language, main, "pages/plain_page.js")


def pager(place: int, more: bool, say: Voice) -> Html | None:
    """Lead to the pages before and after."""
    before, after = ("prev", line("Newer"), place - 1), ("next", line("Older"), place + 1)
    asked = [before] * (place > 1) + [after] * more
    ways = [tag("a", say(words), class_="button", rel=rel, href=f"/me?page={to}") for rel, words, to in asked]
    return tag("nav", ways, class_="pager", aria_label=say(line("Pages"))) if ways else None


def by_code(say: Voice) -> Html:
    """Ask for the code of a table."""
    return tag(
        "section",
        tag("h2", say(line("Enter a code"))),
        tag("p", say(line("The owner of a table finds its code below the links; it brings the table here."))),
        tag(
            "form",
            tag("label", say(line("Code")), for_="code"),
            tag(
                "input",
                type="text",
                name="code",
                id="code",
                required=True,
                maxlength=40,
                autocomplete="off",
                autocapitalize="characters",
                spellcheck="false",
                placeholder="XXXX-XXXX-XXXX-XXXX-XXXX",
            ),
            tag("button", say(line("Bring the table here")), type="submit"),
            method="post",
            action="/code",
            class_="plate",
        ),
    )


def about_me(say: Voice) -> Html:
    """Offer to download or delete what is kept."""
    choices = (
        ("leave", line("Leave my tables to the others")),
        ("delete", line("Delete the tables that are mine")),
    )
    return tag(
        "section",
        tag("h2", say(line("What is kept about you"))),
        tag("p", tag("a", say(line("What is kept, and how long")), href="/privacy")),
        tag("p", tag("a", say(line("Download it")), class_="button", href="/me/data.json", download=True)),
        tag("p", tag("a", say(line("Your family album")), class_="button", href="/album")),
        tag(
            "form",
            [_choice(key, words, key == "leave", say) for key, words in choices],
            tag("button", say(line("Forget me")), type="submit"),
            tag("p", say(line("You leave all tables, and this browser forgets them.")), class_="help"),
            method="post",
            action="/me/forget",
            class_="plate",
            data_sure=say(line("Really delete all that is kept about you? This cannot be taken back.")),
        ),
    )


def _choice(key: str, words: Line, chosen: bool, say: Voice) -> Html:
    mark = tag("input", type="radio", name="owned", value=key, id=f"owned-{key}", checked=chosen)
    return tag("div", mark, tag("label", say(words), for_=f"owned-{key}"), class_="wish")


KEPT = (
    (
        line("Your tables"),
        line("The game, its moves, and the names people typed. Everybody at the table sees them."),
        line("Until the owner deletes the table. Tables nobody has touched for a year go by themselves."),
    ),
    (
        line("What your browser may do"),
        line("Which tables it plays at, watches or owns. One cookie without your name tells it from others."),
        line("Until you leave the table, or press “Forget me”. The cookie lasts a year."),
    ),
    (
        line("Your family album"),
        line("How the games you finished went, and the names of those at the table. Only you see it."),
        line("Until you delete it, press “Forget me”, or nobody opens it for a year; also when a table is gone."),
    ),
    (
        line("Your puzzles"),
        line("A rating for each game, what you solved in a row, which puzzles came last, and your board of the week."),
        line("Until you press “Forget me”. A year after your last answer it goes by itself."),
    ),
    (
        line("The chat"),
        line("The last fifty messages of a table, for those who are there."),
        line("Until everybody has left. Chat is never written to the disk."),
    ),
    (
        line("Your language"),
        line("A cookie, if you have chosen one."),
        line("A year."),
    ),
    (
        line("Addresses on the internet"),
        line("Counted for a moment, so that nobody crowds out everybody else."),
        line("They are never written down."),
    ),
)


def privacy(forgotten: bool, language: str) -> str:
    """Write in plain words what is kept, how long, and what is not."""
    say = voice(language)
    rows = [[tag("dt", say(name)), tag("dd", say(what)), tag("dd", say(until))] for name, what, until in KEPT]
    done = tag("p", say(line("Done. This browser has been forgotten.")), class_="notice", role="status")
    main = tag(
        "main",
        tag("h1", say(line("Privacy"))),
        done if forgotten else None,
        tag("p", say(line("There are no accounts, no e-mail addresses, no tracking and no advertising."))),
        tag("dl", rows),
        tag("p", say(line("Names in the moves of a game stay with the table until it is deleted."))),
        tag("p", say(line("Pages load nothing from anywhere else, and tell nobody else anything."))),
        tag("p", say(line("Whoever runs this server can see what is played here."))),
        tag("p", tag("a", say(line("My tables, downloading and deleting")), class_="button", href="/me")),
        id="main",
        class_="privacy",
    )
    return page("privacy", say(line("Privacy")), language, main, "pages/plain_page.js")
