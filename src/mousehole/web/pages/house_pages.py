"""The pages that are the same for everybody: frame, home, problems."""

from functools import cache
from typing import NamedTuple

import msgspec

from mousehole import shelf
from mousehole.core.game import Adventure, AnyGame, Parts, Solvable
from mousehole.core.learn import guides
from mousehole.core.setups import sizes
from mousehole.core.words import Line, Voice, languages, line, plain, voice
from mousehole.store import TableRow
from mousehole.table import Chair
from mousehole.web.faces import face_of
from mousehole.web.pages.html import Child, Html, sprite, tag
from mousehole.web.static_files import art_address, manual_folder, script_names, static_address, words_json

OWN_NAME = line("English", context="this language")  # what a language calls itself
NIGHT = "(prefers-color-scheme: dark)"  # unless the visitor chose another one
FONTS = ("ui/mousehole-display.woff2", "ui/manrope.woff2")
ART = {"rel": "preload", "as_": "fetch", "crossorigin": "anonymous"}  # what the script would ask for later
FONT = {"rel": "preload", "as_": "font", "type": "font/woff2", "crossorigin": "anonymous"}


def page(name: str, title: str, language: str, main: Html, script: str = "", where: str = "", **data: str) -> str:
    """Write a whole page around its main part."""
    say, scripts = voice(language), script_names(script) if script else ()
    head = [
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        tag("meta", name="theme-color", content="#7a4a1e"),
        tag("title", title),
        tag("link", rel="icon", href="/icon.svg", type="image/svg+xml"),
        tag("link", rel="apple-touch-icon", href="/icon-192.png"),
        tag("link", rel="manifest", href="/manifest.webmanifest"),
        [tag("link", href=static_address(font), **FONT) for font in FONTS],
        tag("link", rel="stylesheet", href=static_address("ui/house.css")),
        tag("link", rel="stylesheet", href=static_address("ui/night.css"), media=NIGHT, data_night=""),
        tag("script", src=static_address("ui/before_paint.js")),
        [tag("link", rel="modulepreload", href=static_address(name)) for name in scripts],
        [tag("link", href=data[art], **ART) for art in ("data_house", "data_art") if art in data],
    ]
    words = tag("script", Html(words_json(say).replace("</", "<\\/")), type="application/json", id="words")
    module = tag("script", type="module", src=static_address(scripts[0])) if scripts else None
    body = tag(
        "body",
        tag("a", say(line("Skip to the content")), class_="skip", href="#main"),
        bar(language, say, where),
        main,
        footer(say) if not where else None,
        words if script else None,
        module,
        class_="page playing" if where else "page",
        data_page=name,
        data_language=language,
        **data,
    )
    return "<!doctype html>" + tag("html", tag("head", head), body, lang=language)


def footer(say: Voice) -> Html:
    """Write the small print."""
    ways = [("/me", line("My tables")), ("/privacy", line("Privacy"))]
    if manual_folder() is not None:
        ways.append(("/docs/", line("Manual")))
    return tag("footer", [tag("a", say(words), href=way) for way, words in ways], class_="small-print")


def bar(language: str, say: Voice, where: str = "") -> Html:
    """Write the bar on top: the way home, where one is, and the language switch."""
    choices = [tag("option", voice(n)(OWN_NAME), value=n, selected=n == language, lang=n) for n in languages()]
    switch = tag(
        "form",
        tag("select", choices, name="language", id="language", aria_label=say(line("Language"))),
        tag("button", say(line("Change")), type="submit"),
        class_="language",
        method="post",
        action="/language",
    )
    brand = tag("a", sprite(art_address("house"), "house-mark", class_="mark"), "mousehole", class_="brand", href="/")
    place = tag("span", where, class_="where", aria_hidden="true") if where else None
    book = sprite(art_address("house"), "house-trophy-album", viewBox="0 0 100 100")
    album = (
        tag("a", book, tag("span", say(line("Family album"))), class_="bar-way", href="/album") if not where else None
    )
    nav = tag("nav", album, switch, class_="bar-nav", aria_label=say(line("mousehole")))
    return tag("header", brand, place, nav, class_="bar")


class SavedGame(NamedTuple):
    """A game of this browser as the shelf shows it."""

    row: TableRow
    waits: str  # what it waits for, in words
    mine: bool = False  # whether that is somebody at this browser
    standing: str = ""  # how far it has come, where the game tells


def home(language: str, saved: list[SavedGame], alone: bool = False, puzzle: Html | None = None) -> str:
    """Write the home page: shelf, puzzle of the day, saved games of this browser, and a way to bring a record."""
    say = voice(language)
    main = tag(
        "main",
        tag("h1", say(line("What shall we play?"))),
        latest_games(saved, say, language),
        tag("div", [box(game, language, saved) for game in shelf.every()], class_="shelf"),
        broken_games(say),
        puzzle,
        saved_games(saved, say, language),
        nearby(say) if alone else None,
        upload(say, alone),
        id="main",
    )
    return page("home", "mousehole", language, main, "pages/home.js")


def box(game: AnyGame, language: str, saved: list[SavedGame]) -> Html:
    """Show a game as the lid of its box, with the way on where one is being played that tells how far it is."""
    say = voice(language, game.package)
    running = next((one for one in saved if one.standing and one.row.game == game.name and not one.row.over), None)
    return tag(
        "article",
        tag("a", lid(game), class_="box-lid", href=f"/new/{game.name}", aria_hidden="true", tabindex="-1"),
        tag("h2", say(game.title)),
        tag(
            "ul", [tag("li", sprite(art_address("house"), art), say(words)) for art, words in facts(game)], class_="lid"
        ),
        tag("p", say(game.blurb), class_="blurb"),
        tag(
            "div",
            continuing(running, say) if running else None,
            play_now(game, say),
            tag("a", say(line("New table")), class_="button", href=f"/new/{game.name}"),
            tag("a", say(line("How to play")), class_="quiet", href=f"/learn/{game.name}"),
            more_with(game, say),
            class_="box-actions",
        ),
        class_="box",
    )


def more_with(game: AnyGame, say: Voice) -> Html:
    """What else a game offers, and its rules: one press away, so that the buttons of all boxes stand in line."""
    campaign = tag("a", say(line("Campaign")), class_="quiet", href=f"/campaign/{game.name}")
    workshop = tag("a", say(line("Your own adventures")), class_="quiet", href="/workshop")
    ways = [
        campaign if Adventure.campaign in game.parts.adventure else None,
        workshop if Adventure.workshop in game.parts.adventure else None,
        *sketches(game, say),
        tag("a", say(line("All the rules")), class_="quiet", href=f"/rules/{game.name}"),
    ]
    return tag("details", tag("summary", say(line("More with this game"))), tag("div", ways), class_="box-more")


def continuing(running: SavedGame, say: Voice) -> Html:
    """One press to the game that goes on."""
    words = say(line("Continue: {standing}", standing=plain(running.standing)))
    return tag("a", words, class_="button primary continue", href=f"/table/{running.row.id}")


def facts(game: AnyGame) -> list[tuple[str, Line]]:
    """What a lid says in small print, each with its sprite: how many play, from which age, for how long."""
    few, many = sizes(game)
    told = [("house-people", line("{n} player", plural="{n} players", n=few))]
    if many > few:
        told = [("house-people", line("{few} to {many} players", few=few, many=many))]
    if game.age:
        told.append(("house-cake", line("from age {n}", n=game.age)))
    if game.minutes:
        short, long = game.minutes
        told.append(("house-clock", line("{short} to {long} minutes", short=short, long=long)))
    return told


def play_now(game: AnyGame, say: Voice) -> Html:
    """One press to a game with bots; where seats differ, one press for each kind of seat."""
    teams = {kind.team: (seat, kind) for seat, kind in reversed([*enumerate(game.seats(game.setup()))])}
    roles = sorted(teams.values(), key=lambda role: role[0])
    if len(roles) == 1:
        button = tag("button", say(line("Play now")), class_="primary", type="submit")
        return tag("form", button, welcome(game, say), method="post", action=f"/play/{game.name}")
    buttons: Child = [
        tag(
            "button",
            sprite(art_address("house"), f"house-face-{face_of(seat, Chair('person'), kind)}", class_="role-art"),
            say(kind.name),
            class_="primary",
            type="submit",
            name="seat",
            value=str(seat),
        )
        for seat, kind in roles
    ]
    asked = tag("legend", say(line("Play now as")))
    return tag("form", tag("fieldset", asked, buttons, class_="roles"), method="post", action=f"/play/{game.name}")


def welcome(game: AnyGame, say: Voice) -> Html | None:
    """Ask whoever plays a long game for the first time whether to show it; a script opens this once."""
    lesson = first_lesson(game.name)
    if Adventure.first not in game.parts.adventure or not lesson:
        return None
    title = f"welcome-{game.name}"
    shows = tag("a", say(line("New here? Show me (four minutes)")), class_="button large primary", href=lesson)
    knows = tag("button", say(line("I know it")), class_="large", type="submit", value="known")
    words = tag("p", say(line("A mouse takes you by the paw through a first fight.")))
    return tag(
        "dialog",
        tag("h2", say(game.title), id=title),
        words,
        tag("div", shows, knows, class_="box-actions"),
        class_="welcome",
        aria_labelledby=title,
        data_game=game.name,
    )


@cache
def first_lesson(name: str) -> str:
    """Where the first guided game of a game is; nowhere if it has none."""
    found = next(iter(guides(shelf.find(name))), "")
    return found and f"/learn/{name}/{found}"


def broken_games(say: Voice) -> Html | None:
    """List the games that cannot be played, and why."""
    rows = [tag("li", say(one.line)) for one in shelf.broken_games()]
    return tag("ul", rows, class_="broken") if rows else None


def sketches(game: AnyGame, say: Voice) -> list[Html]:
    """Link to what a game lets people put together by hand."""
    known = (
        (Solvable.explorer in game.parts.solvable, "explore", line("Explore positions")),
        (Solvable.designer in game.parts.solvable, "design", line("Draw your own board")),
        (Parts.puzzles in game.parts, "puzzles", line("Puzzles")),
    )
    return [tag("a", say(words), class_="quiet", href=f"/{way}/{game.name}") for there, way, words in known if there]


def lid(game: AnyGame) -> Html:
    """Draw the lid of a game's box."""
    return sprite(art_address(game.name), f"{game.name}-box", class_="box-art", viewBox="0 0 320 400")


ON_TOP = 3  # games that stand above the shelf


def latest_games(saved: list[SavedGame], say: Voice, language: str) -> Html:
    """List unfinished games above the shelf, those that wait for this browser first."""
    return tag("div", game_list(line("Your games"), going(saved)[:ON_TOP], say, language), class_="saved", id="going")


def saved_games(saved: list[SavedGame], say: Voice, language: str) -> Html:
    """List the other games of this browser, and apart those that are over."""
    over = [game for game in saved if game.row.over]
    more = game_list(line("More of your games"), going(saved)[ON_TOP:], say, language)
    every = tag("p", tag("a", say(line("All my tables")), class_="quiet", href="/me")) if saved else None
    return tag("div", more, game_list(line("Finished games"), over, say, language), every, class_="saved", id="saved")


def going(saved: list[SavedGame]) -> list[SavedGame]:
    """Unfinished games, those that wait for this browser first."""
    return sorted((game for game in saved if not game.row.over), key=lambda game: not game.mine)


def game_list(title: Line, games: list[SavedGame], say: Voice, language: str) -> Html | None:
    """A list of saved games under its title, unless there is none."""
    rows = [saved_game(game, say, language) for game in games]
    return tag("section", tag("h2", say(title)), tag("ul", rows)) if games else None


def saved_game(saved: SavedGame, say: Voice, language: str) -> Html:
    """Show one saved game with what it waits for."""
    row, whose, mine, standing = saved
    game = shelf.find(row.game) if row.game in shelf.names() else None
    title = voice(language, game.package)(game.title) if game else say(line("A damaged game"))
    link = tag(
        "a",
        sprite(art_address(game.name), f"{game.name}-box", viewBox="0 0 320 400") if game else None,
        tag("strong", title, tag("em", say(line("Your turn")), class_="turn-mark") if mine else None),
        tag("span", standing, class_="whose") if standing else None,
        tag("span", whose, class_="whose"),
        tag("time", data_time=str(int(row.touched)), class_="when"),
        href=f"/table/{row.id}",
    )
    forget = tag(
        "button",
        say(line("Remove from list")),
        class_="quiet",
        type="submit",
        aria_label=say(line("Remove this game of {title} from the list", title=plain(title))),
    )
    return tag(
        "li", link, tag("form", forget, method="post", action=f"/forget/{row.id}"), class_="saved-game", data_mine=mine
    )


def nearby(say: Voice) -> Html:
    """Offer to join the table of a phone that is near."""
    return tag(
        "section",
        tag("h2", say(line("Play together, phone to phone"))),
        tag("p", say(line("Somebody invites you from the page “Invite” of a table: read the code on that phone."))),
        tag("button", say(line("Read the code")), type="button", class_="button", data_together="read"),
        class_="upload",
    )


def upload(say: Voice, alone: bool = False) -> Html:
    """Offer to bring a recorded game and, in the edition without a server, everything else kept in files."""
    label = line("A saved game, a board or an adventure, as a file") if alone else line("A saved game, as a file")
    kinds = "application/json,.json,.mousehole" + ",.toml,.zip" * alone
    return tag(
        "section",
        tag("h2", say(line("Open a game from a file"))),
        tag(
            "form",
            tag("label", say(label), for_="record"),
            tag("input", type="file", id="record", accept=kinds),
            tag("button", say(line("Open it")), type="submit"),
            tag("p", role="alert", class_="problem", hidden=True),
            action="/upload",
        ),
        class_="upload",
    )


def problem(language: str, words: Line) -> str:
    """Write a page that says what is wrong, and the way home."""
    say = voice(language)
    main = tag(
        "main",
        sprite(art_address("house"), "house-mark", class_="mark"),
        tag("h1", say(line("That did not work"))),
        tag("p", say(words)),
        tag("a", say(line("Back to the shelf")), class_="button primary", href="/"),
        id="main",
        class_="problem-page",
    )
    return page("problem", "mousehole", language, main, "pages/plain_page.js")


def live(name: str, title: str, language: str, script: str, game: str, **data: str) -> str:
    """Write a page whose main part is built in the browser, with the art of a game."""
    art = {"data_game": game, "data_art": art_address(game), "data_house": art_address("house")}
    note = tag(
        "noscript", tag("p", voice(language)(line("This page needs JavaScript: the table is drawn and moved by it.")))
    )
    return page(name, title, language, tag("main", note, id="main", class_="live", **art, **data), script, title)


def json_bytes(value: object) -> bytes:
    """Write JSON."""
    return msgspec.json.encode(value)
