"""Pages about one table: new, links, invitation, replay, dice check."""

from typing import Any
from urllib.parse import urlsplit

import msgspec
import segno

from mousehole import shelf
from mousehole.core.game import Chance, Parts, Problem, Seat
from mousehole.core.record import draw, words_of
from mousehole.core.setups.questions import Question
from mousehole.core.setups.variants import most_seats
from mousehole.core.words import Line, Voice, line, plain, voice
from mousehole.host.level_words import levels
from mousehole.players.player import players
from mousehole.table import Chair, Table
from mousehole.web.pages import form
from mousehole.web.pages.house_pages import live, page, sketches
from mousehole.web.pages.html import Html, sprite, tag
from mousehole.web.static_files import art_address

LONGEST_NAME = 24
ALONE = "These links work on this computer alone. For phones in the same home start mousehole with {option}."


def new_table(game: shelf.AnyGame, sent: form.Sent, problems: tuple[Problem, ...], language: str) -> str:
    """Write the form of a new table."""
    say = voice(language, game.package)
    rest = [problem for problem in problems if problem.field not in game.setup.__struct_fields__]
    first, chosen, optional = form.parted(game)
    main = tag(
        "main",
        tag("h1", say(line("A new table of {title}", title=game.title))),
        tag(
            "form",
            [tag("p", say(problem.line), class_="problem", role="alert") for problem in rest],
            form.fields(first, sent, problems, say),
            form.chairs_block(sent, levels(game, say), [say(kind.name) for kind in most_seats(game)], say),
            form.fields(chosen, sent, problems, say),
            more(optional, sent, problems, say),
            tag("button", say(line("Open the table")), class_="primary", type="submit"),
            tag("p", sketches(game, say)) if Parts.designer in game.parts else None,
            method="post",
            class_="setup",
            data_check=f"/new/{game.name}/check",
        ),
        sprite(art_address(game.name), f"{game.name}-box", class_="box-art", viewBox="0 0 320 400"),
        id="main",
        class_="new",
    )
    return page("new", say(game.title), language, main, "new.js")


def more(optional: list[Question], sent: form.Sent, problems: tuple[Problem, ...], say: Voice) -> Html:
    """Offer what most tables leave as it is; open where something in it is wrong."""
    rows = (
        ("auto_throw", line("Dice roll by themselves"), line("Nobody has to tap them.")),
        ("real_dice", line("We roll real dice"), line("Type in what your own dice show; the computer draws nothing.")),
    )
    extras = [*(_extra(sent, say, *row) for row in rows), _hints(sent, say)]
    return tag(
        "details",
        tag("summary", say(line("More"))),
        form.fields(optional, sent, problems, say),
        extras,
        open=bool(problems) or any(sent.get(question.name) for question in optional),
    )


HINTS = (
    ("", line("unless people compete")),
    ("on", line("on", context="hints")),
    ("off", line("off", context="hints")),
)


def hints_wish(sent: form.Sent) -> bool | None:
    """Read whether a table shall give hints."""
    return {"on": True, "off": False}.get(sent.get("hints", ""))


def _hints(sent: form.Sent, say: Voice) -> Html:
    options = [tag("option", say(words), value=key, selected=key == sent.get("hints", "")) for key, words in HINTS]
    about = tag("p", say(line("Show, on request, what each choice is worth.")), id="hints-help", class_="help")
    select = tag("select", options, name="hints", id="f-hints", aria_describedby="hints-help")
    return tag("div", tag("label", say(line("Hints")), for_="f-hints"), select, about, class_="field")


def _extra(sent: form.Sent, say: Voice, name: str, label: Any, about: Any) -> Html:
    box = tag(
        "input",
        type="checkbox",
        name=name,
        id=f"f-{name}",
        value="true",
        checked=name in sent,
        aria_describedby=f"{name}-help",
    )
    words = [tag("label", say(label), for_=f"f-{name}"), box, tag("p", say(about), id=f"{name}-help", class_="help")]
    return tag("div", words, class_="field")


def chairs(game: shelf.AnyGame, sent: form.Sent, seats: int) -> tuple[Chair, ...]:
    """Read who sits where."""
    return tuple(_chair(game, sent, seat) for seat in range(seats))


def _chair(game: shelf.AnyGame, sent: form.Sent, seat: int) -> Chair:
    wished = sent.get(f"chair-{seat}", "here")
    name = " ".join(sent.get(f"name-{seat}", "").split())[:LONGEST_NAME]
    if wished.startswith("bot:"):
        level = wished.removeprefix("bot:")
        return Chair("bot", name, level if level in players(game) else next(iter(players(game))))
    return Chair("empty" if wished == "link" else "person", name)


def links(table: Table, addresses: dict[str, str], names: tuple[str, ...], own: tuple[int, ...], language: str) -> str:
    """Write the page with a link and a code per seat, and one for watching."""
    say = voice(language, table.game.package)
    people = [seat for seat, chair in enumerate(table.chairs) if chair.kind != "bot"]
    cards = [
        _card(names[seat], _whose(table.chairs[seat], seat in own), addresses[f"seat-{seat}"], f"seat-{seat}", say)
        for seat in sorted(people, key=lambda seat: seat in own)  # what is to be sent comes first
    ]
    watch = _card(say(line("Only watch")), line("Anyone may watch."), addresses["watch"], "watch", say)
    main = tag(
        "main",
        tag("h1", say(line("Invite others"))),
        tag("p", say(line("Send each person the link of one seat, or let a phone read the code."))),
        _warning(addresses["watch"], say),
        tag("div", cards, watch, class_="links"),
        tag("a", say(line("To the table")), class_="button large primary", href=f"/table/{table.id}"),
        id="main",
    )
    return page("links", say(table.game.title), language, main, "links.js")


def invitation(table: Table, seat: Seat | None, language: str) -> str:
    """Write the page behind a link: which game, who invites, and one button; only the button takes the seat."""
    say, game = voice(language, table.game.package), table.game
    names = table.names([say(kind.name) for kind in game.seats(table.setup)])
    others = [chair.name for n, chair in enumerate(table.chairs) if chair.kind == "person" and chair.name and n != seat]
    free = seat is not None and table.chairs[seat].kind == "empty"
    about = _place(plain(names[seat]), free) if seat is not None else line("You are welcome to watch.")
    enter = line("Watch") if seat is None else line("Sit down") if free else line("Play on")
    main = tag(
        "main",
        sprite(art_address(game.name), f"{game.name}-box", class_="box-art", viewBox="0 0 320 400"),
        tag("h1", say(game.title)),
        tag("p", say(_inviting(others, seat))),
        tag("p", say(about), class_="help"),
        tag("form", tag("button", say(enter), class_="large primary", type="submit", autofocus=True), method="post"),
        id="main",
        class_="invitation",
    )
    return page("invitation", say(game.title), language, main)


def _inviting(names: list[str], seat: Seat | None) -> Line:
    """Say who is at the table already."""
    if not names:
        return line("You are invited to this table.")
    said = tuple(map(plain, names))
    if seat is None:
        return line("At the table: {names}", names=said)
    several = "{names} invite you to play."
    return line("{names} invites you to play.", plural=several, n=len(names), names=said)


def _place(name: Line, free: bool) -> Line:
    """Say which seat an invitation is for."""
    if free:
        return line("Your place: {name}", name=name)
    return line("The place of {name}, who plays already. Is that you, on another device?", name=name)


def _whose(chair: Chair, own: bool) -> Line:
    """Say for whom the link of a seat is."""
    if own:
        return line("This is you. Open it to play on from another device.")
    return line("Still free.") if chair.kind == "empty" else line("Taken. The link works on another device too.")


def _warning(address: str, say: Voice) -> Html | None:
    """Say it where links lead to this computer alone."""
    alone = urlsplit(address).hostname in ("localhost", "127.0.0.1", "::1")
    return tag("p", say(line(ALONE, option="--host 0.0.0.0")), class_="remark") if alone else None


def _card(name: str, whose: Line, address: str, key: str, say: Voice) -> Html:
    code = segno.make(address, error="m").svg_inline(scale=4, border=2, dark="#2b1a0e", light="#fffaf0", omitsize=True)
    return tag(
        "section",
        tag("h2", name),
        tag("p", say(whose), class_="help"),
        tag(
            "div",
            Html(code),
            class_="qr",
            role="img",
            aria_label=say(line("QR code of the link for {name}", name=plain(name))),
        ),
        tag(
            "input",
            class_="address",
            readonly=True,
            value=address,
            id=f"link-{key}",
            aria_label=say(line("Link for {name}", name=plain(name))),
        ),
        tag("button", say(line("Copy")), type="button", data_copy=f"link-{key}"),
        class_="link-card",
    )


def at_table(table: Table, language: str) -> str:
    """Write the page of a table."""
    title = voice(language, table.game.package)(table.game.title)
    return live("table", title, language, "table.js", table.game.name, data_table=table.id)


def replay(table: Table, ply: int, over: bool, owner: bool, language: str) -> str:
    """Write the page that walks through a game."""
    say = voice(language, table.game.package)
    names = table.names([say(kind.name) for kind in table.game.seats(table.setup)])
    rows = zip(names, table.chairs, strict=True)
    seats = [{"seat": n, "name": name, "kind": c.kind, "present": None} for n, (name, c) in enumerate(rows)]
    more = {
        "data_table": table.id,
        "data_seats": msgspec.json.encode(seats).decode(),
        "data_plies": str(table.ply),
        "data_ply": str(ply),
        "data_over": str(int(over)),
        "data_owner": str(int(owner)),
    }
    return live("replay", say(table.game.title), language, "replay.js", table.game.name, **more)


def dice_check(table: Table, language: str) -> str:
    """Show that the seed is the one whose hash was shown at the start, and that it draws all the luck of the game."""
    say, seed = voice(language, table.game.package), table.seed or b""
    rows = [_drawn(table, ply, seed) for ply in range(table.ply) if table.movers[ply] is None]
    good = all(rows)
    told = line("All {n} rolls match the seed.", n=len(rows)) if good else line("Some rolls do not match the seed!")
    facts = ((line("Hash shown at the start"), table.seed_hash), (line("Seed"), seed.hex()))
    main = tag(
        "main",
        tag("h1", say(line("Were the dice fair?"))),
        tag(
            "p",
            say(line("The table showed a hash before the first roll. Only this seed has it; it draws all luck.")),
        ),
        tag("dl", [[tag("dt", say(name)), tag("dd", tag("code", text))] for name, text in facts]),
        tag("p", say(told), class_="notice" if good else "problem"),
        tag("a", say(line("Download the game")), class_="button", href=f"/table/{table.id}/record.json"),
        tag("a", say(line("Back to the table")), class_="button", href=f"/table/{table.id}"),
        id="main",
        class_="check",
    )
    return page("check", say(table.game.title), language, main)


def _drawn(table: Table, ply: int, seed: bytes) -> bool:
    turn, event = table.plies[ply].turn, table.plies[ply + 1].event
    return isinstance(turn, Chance) and words_of(draw(turn.odds, seed, ply)) == words_of(event)
