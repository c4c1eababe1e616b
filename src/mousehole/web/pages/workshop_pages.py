"""The pages of the workshop: the adventures of a browser, and the place where one is drawn."""

from collections.abc import Sequence

from mousehole.core.game import AnyGame
from mousehole.core.words import Voice, line, voice
from mousehole.store import WorkshopNote
from mousehole.web.pages.house_pages import live, page
from mousehole.web.pages.html import Html, tag

UNNAMED = line("An adventure without a name")


def home(game: AnyGame, rows: Sequence[WorkshopNote], examples: Sequence[str], language: str) -> str:
    """Write the list of adventures, and the ways to a new one."""
    say = voice(language)
    main = tag(
        "main",
        tag("h1", say(line("Your own adventures"))),
        tag("p", say(line("Draw tiles, invent creatures, write a story: then play it, and give it to others."))),
        tag("ul", [entry(row, say) for row in rows], class_="drafts") if rows else None,
        begin(say),
        copies(examples, say) if examples else None,
        bring(say),
        id="main",
        class_="workshop-home",
        data_game=game.name,
    )
    return page("workshop-home", say(line("Your own adventures")), language, main, "pages/workshop_home.js")


def entry(row: WorkshopNote, say: Voice) -> Html:
    """One adventure, and a way to delete it."""
    title = row.title or say(UNNAMED)
    sure = say(line("Delete {name} for good?", name=title))
    delete = tag("button", say(line("Delete")), type="submit", class_="quiet")
    return tag(
        "li",
        tag("a", title, href=f"/workshop/{row.id}"),
        tag("time", data_time=str(row.touched)),
        tag("form", delete, method="post", action=f"/workshop/{row.id}/forget", data_sure=sure),
    )


def begin(say: Voice) -> Html:
    """A new adventure needs a name."""
    field = tag("input", name="name", id="draft-name", maxlength=60, autocomplete="off")
    return tag(
        "form",
        tag("label", say(line("What is your adventure called?")), for_="draft-name"),
        field,
        tag("button", say(line("Begin")), type="submit", class_="primary"),
        method="post",
        action="/workshop/new",
        class_="draft-new",
    )


def copies(examples: Sequence[str], say: Voice) -> Html:
    """Begin with the copy of an example."""
    buttons = [
        tag("button", say(line("A copy of {name}", name=name)), type="submit", name="example", value=name)
        for name in examples
    ]
    return tag("form", buttons, method="post", action="/workshop/new", class_="draft-copies")


def bring(say: Voice) -> Html:
    """Open an adventure that was kept as a file."""
    field = tag("input", type="file", name="file", accept=".zip,.toml", id="draft-file")
    return tag(
        "form",
        tag("label", say(line("Open an adventure from a file")), for_="draft-file"),
        field,
        tag("p", class_="problem", role="alert", hidden=True),
        method="post",
        action="/workshop/open",
        class_="draft-open",
    )


def workshop(game: AnyGame, name: str, title: str, language: str) -> str:
    """Write the page on which an adventure is drawn; it is built in the browser."""
    said = title or voice(language)(UNNAMED)
    return live("workshop", said, language, "pages/workshop.js", game.name, data_way=f"/workshop/{name}", data_key="")
