"""The full rules of a game in the browser: every clause of its ledger, with an address of its own."""

from itertools import groupby

from mousehole.core.game import AnyGame
from mousehole.core.ledger import Clause, ledger
from mousehole.core.words import Voice, line, plain, voice
from mousehole.web.pages.house_pages import page
from mousehole.web.pages.html import Html, tag

TEN = 1  # digits of a clause's id that tell it from its neighbours: those of one ten stand together


def rules(game: AnyGame, language: str) -> str:
    """Write all rules of a game; a script searches them."""
    say = voice(language, game.package)
    clauses = [(name, clause) for name, clause in ledger(game.package).items() if not clause.open]
    tens = [list(group) for _, group in groupby(clauses, key=lambda each: each[0][:-TEN])]
    found = line("{n} rule", plural="{n} rules", n=len(clauses))
    main = tag(
        "main",
        tag("h1", say(line("The rules of {title}", title=game.title))),
        tag("p", say(line("Every rule that the computer plays by, one by one. Each number is a link to pass on."))),
        search(say, say(found)),
        tag("div", [_ten(ten, language, say) for ten in tens], class_="clauses"),
        tag("p", say(line("No rule says that.")), class_="nothing", hidden=True),
        tag("a", say(line("How to play")), class_="button", href=f"/learn/{game.name}"),
        id="main",
        class_="rules",
    )
    return page("rules", say(line("The rules of {title}", title=game.title)), language, main, "rules.js")


def search(say: Voice, found: str) -> Html:
    """Write the field that the script searches with, and how many rules it has found."""
    return tag(
        "form",
        tag("label", say(line("Search the rules")), for_="search"),
        tag("input", type="search", id="search", autocomplete="off", spellcheck="false"),
        tag("output", found, for_="search", class_="found"),
        class_="search",
        role="search",
    )


def _ten(clauses: list[tuple[str, Clause]], language: str, say: Voice) -> Html:
    return tag("ul", [_clause(name, clause.text(language), say) for name, clause in clauses])


def _clause(name: str, text: str, say: Voice) -> Html:
    link = tag("a", name, class_="clause-id", href=f"#{name}", aria_label=say(line("rule {name}", name=plain(name))))
    return tag("li", link, tag("p", text), id=name)
