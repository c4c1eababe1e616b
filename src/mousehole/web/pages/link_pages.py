"""Pages about who comes to a table: its links, and the invitation behind each of them."""

from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias
from urllib.parse import urlsplit

import segno

from mousehole.core.game import Seat
from mousehole.core.words import Line, Voice, line, plain, voice
from mousehole.table import Chair, Table
from mousehole.web.faces import FACES, LONGEST_NAME, face_of
from mousehole.web.pages.house_pages import page
from mousehole.web.pages.html import Html, sprite, tag
from mousehole.web.rights.access import OWNER, WATCH, seat_of, seat_role
from mousehole.web.static_files import art_address

ONLY_HERE = line("These links only work on this computer.")
HOW_TO_JOIN = line("How phones in the same home can join")


Phones: TypeAlias = Literal["", "open", "closed"]  # whether phones of this home are let in; empty: not to be changed


class Link(NamedTuple):
    """The link of a role, and the epoch in which it counts."""

    address: str
    epoch: int


def links(
    table: Table, ways_in: dict[str, Link], code: str, own: tuple[int, ...], phones: Phones, language: str
) -> str:
    """Write the page with a link and a code per seat, one for watching, and one for the owner."""
    say = voice(language, table.game.package)
    names = table.names([say(kind.name) for kind in table.game.seats(table.setup)])
    people = [seat for seat, chair in enumerate(table.chairs) if chair.kind != "bot"]
    cards = [
        card(table, names[seat], _whose(table.chairs[seat], seat in own), ways_in, seat_role(seat), say)
        for seat in sorted(people, key=lambda seat: seat in own)  # what is to be sent comes first
    ]
    watch = card(table, say(line("Only watch")), line("Anyone may watch."), ways_in, WATCH, say)
    intro = line("Send each person the link of one seat, or let a phone read the code.")
    main = tag(
        "main",
        tag("h1", say(line("Invite others"))),
        tag("p", say(intro)) if not alone(ways_in[WATCH].address) else None,
        _door(table, ways_in[WATCH].address, phones, say),
        tag("div", cards, watch, class_="links"),
        tag("a", say(line("To the table")), class_="button large primary", href=f"/table/{table.id}"),
        owners(table, ways_in, code, say),
        id="main",
    )
    return page("links", say(table.game.title), language, main, "pages/plain_page.js")


def owners(table: Table, ways_in: dict[str, Link], code: str, say: Voice) -> Html:
    """Show the code that brings the table to another browser of its owner."""
    about = line("Whoever opens this link owns the table too: they can remove players and delete it.")
    by_hand = tag(
        "section",
        tag("h3", say(line("Or write this down"))),
        tag("p", tag("code", code, class_="owner-code"), class_="owner-code-line"),
        tag("p", say(line("Type it on the page “My tables” of any browser.")), class_="help"),
        class_="link-card",
    )
    return tag(
        "section",
        tag("h2", say(line("For yourself, on another device"))),
        tag("p", say(line("If this browser loses its cookies, these bring the table back to you."))),
        tag(
            "div",
            card(table, say(line("Owner")), about, ways_in, OWNER, say),
            by_hand,
            class_="links owner-links",
        ),
    )


@lru_cache(512)  # drawing one takes longer than the rest of the page
def qr_code(address: str) -> str:
    """Draw an address for the camera of a phone."""
    code: str = segno.make(address, error="m").svg_inline(
        scale=4, border=2, dark="#2b1a0e", light="#fffaf0", omitsize=True
    )
    return code


def card(table: Table, name: str, whose: Line, ways_in: dict[str, Link], role: str, say: Voice) -> Html:
    """Show one link: as a code, to copy, and with a way to end it."""
    (address, epoch), key = ways_in[role], f"link-{role}"
    code = None if alone(address) else qr_code(address)
    label = say(line("QR code of the link for {name}", name=plain(name)))
    return tag(
        "section",
        tag("h2", name),
        tag("p", say(whose), class_="help"),
        tag("div", Html(code), class_="qr", role="img", aria_label=label) if code else None,
        tag(
            "input",
            class_="address",
            readonly=True,
            value=address,
            id=key,
            aria_label=say(line("Link for {name}", name=plain(name))),
        ),
        tag("button", say(line("Copy")), type="button", data_copy=key),
        _renewal(table, name, role, epoch, say),
        class_="link-card",
    )


def _renewal(table: Table, name: str, role: str, epoch: int, say: Voice) -> Html:
    """Offer to end a link."""
    again = say(line("New link"))
    return tag(
        "form",
        tag("input", type="hidden", name="do", value="renew"),
        tag("input", type="hidden", name="role", value=role),
        tag("input", type="hidden", name="epoch", value=str(epoch)),
        tag(
            "button",
            again,
            class_="quiet",
            type="submit",
            aria_label=say(line("New link for {name}", name=plain(name))),
        ),
        method="post",
        action=f"/table/{table.id}/owner",
        data_sure=say(line("The old link ends, and whoever came with it has to leave. Make a new one?")),
    )


def invitation(table: Table, role: str, language: str) -> str:
    """Write the page behind a link: which game, who invites, and one button; only the button takes the seat."""
    say, game, seat = voice(language, table.game.package), table.game, seat_of(role)
    names = table.names([say(kind.name) for kind in game.seats(table.setup)])
    others = [chair.name for n, chair in enumerate(table.chairs) if chair.kind == "person" and chair.name and n != seat]
    about, enter = _offered(table, seat, names) if seat is not None else WELCOME[role]
    main = tag(
        "main",
        sprite(art_address(game.name), f"{game.name}-box", class_="box-art", viewBox="0 0 320 400"),
        tag("h1", say(game.title)),
        tag("p", say(_inviting(others, role))),
        tag("p", say(about), class_="help"),
        tag(
            "form",
            _who_comes(table, seat, say) if seat is not None and table.chairs[seat].kind == "empty" else None,
            tag("button", say(enter), class_="large primary", type="submit", autofocus=True),
            method="post",
        ),
        id="main",
        class_="invitation",
    )
    return page("invitation", say(game.title), language, main, "pages/invitation.js")


def _who_comes(table: Table, seat: Seat, say: Voice) -> list[Html]:
    """Ask a guest for a name and a face; without an answer the seat keeps its own."""
    chair, kind = table.chairs[seat], table.game.seats(table.setup)[seat]
    return [
        tag("label", say(line("Your name")), for_="name"),
        tag(
            "input",
            type="text",
            name="name",
            id="name",
            value=chair.name,
            maxlength=LONGEST_NAME,
            placeholder=say(kind.name),
            autocomplete="nickname",
        ),
        tag(
            "fieldset",
            tag("legend", say(line("Your face"))),
            [_face(name, say(words), name == face_of(seat, chair, kind)) for name, words in FACES.items()],
            class_="faces",
        ),
    ]


def _face(name: str, words: str, chosen: bool) -> Html:
    picture = sprite(art_address("house"), f"house-face-{name}", class_="face")
    return tag("label", tag("input", type="radio", name="face", value=name, checked=chosen, aria_label=words), picture)


WELCOME = {
    WATCH: (line("You are welcome to watch."), line("Watch")),
    OWNER: (line("This link is for the owner of the table."), line("Make this my table")),
}


def _offered(table: Table, seat: Seat, names: tuple[str, ...]) -> tuple[Line, Line]:
    """Say which seat an invitation is for, and what the button does."""
    name = plain(names[seat])
    if table.chairs[seat].kind == "empty":
        return line("Your place: {name}", name=name), line("Sit down")
    return line("The place of {name}, who plays already. Is that you, on another device?", name=name), line("Play on")


def _inviting(names: list[str], role: str) -> Line:
    """Say who is at the table already."""
    said = tuple(map(plain, names))
    if seat_of(role) is None and names:
        return line("At the table: {names}", names=said)
    if role == OWNER:
        return line("Your table, on another device")
    if not names:
        return line("You are invited to this table.")
    several = "{names} invite you to play."
    return line("{names} invites you to play.", plural=several, n=len(names), names=said)


def _whose(chair: Chair, own: bool) -> Line:
    """Say for whom the link of a seat is."""
    if own:
        return line("This is you. Open it to play on from another device.")
    return line("Still free.") if chair.kind == "empty" else line("Taken. The link works on another device too.")


def alone(address: str) -> bool:
    """Whether a link leads to this computer alone."""
    return urlsplit(address).hostname in ("localhost", "127.0.0.1", "::1")


def _door(table: Table, address: str, phones: Phones, say: Voice) -> Html | None:
    """Say where links lead to this computer alone, and offer to let phones in, or to lock them out again."""
    if phones == "open":
        where = line("Phones in this home can join now, at {address}.", address=address.partition("/join/")[0])
        return tag("div", tag("p", say(where), class_="remark"), _press(table, "close", say), class_="alone")
    if phones == "closed":
        return tag("div", tag("p", say(ONLY_HERE), class_="remark"), _press(table, "open", say), class_="alone")
    if not alone(address):
        return None
    how = tag("p", say(line("Start mousehole with {option}, then open this page again.", option="--host 0.0.0.0")))
    fold = tag("details", tag("summary", say(HOW_TO_JOIN)), how)
    return tag("div", tag("p", say(ONLY_HERE), class_="remark"), fold, class_="alone")


def _press(table: Table, do: str, say: Voice) -> Html:
    """One press that opens the door to the home network, or closes it."""
    words = line("Let phones in this home join") if do == "open" else line("Close it again")
    return tag(
        "form",
        tag("input", type="hidden", name="do", value=do),
        tag("button", say(words), type="submit", class_="primary" if do == "open" else "quiet"),
        method="post",
        action=f"/table/{table.id}/phones",
    )
