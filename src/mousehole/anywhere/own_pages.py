"""Pages that take the place of those that need a server: passing a game on, and what is kept on this device."""

from mousehole.core.words import Line, Voice, line, voice
from mousehole.table import Table
from mousehole.web.pages.house_pages import page
from mousehole.web.pages.html import Html, tag
from mousehole.web.pages.link_pages import qr_code

SCANNED = 1_200  # bytes of a link that the camera of a phone still reads well
KEPT = (
    line("Your games are kept in this browser, on this device, and nowhere else."),
    line("Each move is on the disk before the board shows it."),
    line("If you clear the data of this website, the games are gone: keep a copy as a file now and then."),
    line("Pages load nothing from anywhere else, and tell nobody else anything."),
)


def pass_on(table: Table, address: str, language: str) -> str:
    """Write the page that hands a game to somebody else: as a link that holds it, as a code, as a file."""
    say = voice(language, table.game.package)
    main = tag(
        "main",
        tag("h1", say(line("Pass the game on"))),
        tag("p", say(line("This game lives on this device: nobody can join it from elsewhere."))),
        tag(
            "p",
            say(
                line(
                    "The link below holds the whole game. Whoever opens it plays on from here, in a game of their own."
                )
            ),
        ),
        tag("div", _link(address, say), class_="links"),
        tag(
            "p",
            tag("a", say(line("Download the game")), class_="button", href=f"/table/{table.id}/record.json"),
            tag("a", say(line("To the table")), class_="button primary", href=f"/table/{table.id}"),
            class_="ways",
        ),
        id="main",
    )
    return page("links", say(table.game.title), language, main, "links.js")


def _link(address: str, say: Voice) -> Html:
    label = say(line("QR code of the game"))
    small = len(address) <= SCANNED
    code = tag("div", Html(qr_code(address)), class_="qr", role="img", aria_label=label) if small else None
    long = tag("p", say(line("It is too long for a code: send the link, or the file.")), class_="help")
    return tag(
        "section",
        tag("h2", say(line("The game so far"))),
        code or long,
        tag("input", class_="address", readonly=True, value=address, id="link-game", aria_label=say(line("Link"))),
        tag("button", say(line("Copy")), type="button", data_copy="link-game"),
        class_="link-card",
    )


def kept_here(language: str) -> str:
    """Write what is kept on this device, with ways to take it along and to bring it back."""
    say = voice(language)
    main = tag(
        "main",
        tag("h1", say(line("What is kept"))),
        [tag("p", say(words)) for words in KEPT],
        tag("p", tag("a", say(line("Keep all games as a file")), class_="button", href="/kept/games")),
        tag("p", say(line("To bring them back, on this device or another one, open that file on the shelf."))),
        tag("p", tag("a", say(line("Back to the shelf")), class_="button", href="/")),
        id="main",
        class_="privacy",
    )
    return page("privacy", say(line("What is kept")), language, main)


def nobody_comes() -> Line:
    """Say why there is no way in from elsewhere."""
    return line("Links and codes of tables need a server. Here a game is passed on as a file or a link that holds it.")
