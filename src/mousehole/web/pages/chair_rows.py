"""Who sits where, as the form of a new table draws it and as a browser sends it back."""

from collections.abc import Iterator, Sequence

from mousehole.core.game import AnyGame, Problem, SeatKind
from mousehole.core.words import Line, Voice, line, plain
from mousehole.host.level_words import levels, three_levels
from mousehole.players.player import players
from mousehole.table import Chair
from mousehole.web.faces import BOT_FACES, clean_face, clean_name, face_of
from mousehole.web.pages.form import Sent
from mousehole.web.pages.html import Html, sprite, tag
from mousehole.web.static_files import art_address

KINDS: dict[str, tuple[str, Line]] = {
    "me": ("", line("me")),  # with the face that the seat has
    "here": ("house-people", line("somebody else here")),
    "link": ("house-link", line("by a link")),
}
OTHER = "bot"  # a bot whose level is chosen from the long list
MANY = 99  # seats, where a form does not ask how many
CHAIRS = (*(f'"{kind}"' for kind in KINDS), '"bot:NAME"')  # what a program may name
PLAIN = "here"  # who sits in a seat of which nothing is said


def chairs_block(game: AnyGame, sent: Sent, seats: Sequence[SeatKind], say: Voice, alone: bool = False) -> Html:
    """Write a row for each seat: faces to choose from, the long list of bots behind the last of them."""
    playing = _playing(game, sent)
    rows = [_row(game, seat, kind, sent, say, alone, seat >= playing) for seat, kind in enumerate(seats)]
    weaker = line("Without a server, bots above “greedy” do not think as far ahead.") if alone else None
    note = tag("p", say(weaker), class_="help") if weaker else None
    return tag("fieldset", tag("legend", say(line("Who plays?"))), rows, note, class_="seats", data_field="chairs")


def chairs(game: AnyGame, sent: Sent, seats: int) -> tuple[Chair, ...]:
    """Read who sits where."""
    return tuple(_chair(game, sent, seat) for seat in range(seats))


def chair_faults(game: AnyGame, sent: Sent, seats: int) -> Iterator[Problem]:
    """What is wrong with the seats that a program names: their number, who shall sit there, a bot nobody knows."""
    named = {name for name in sent if name.startswith("chair-")}
    if named and named != {f"chair-{seat}" for seat in range(seats)}:
        yield Problem("chairs", line("seats named: {found}; this table has {seats}", found=len(named), seats=seats))
    for name in sorted(named):
        kind, _, level = sent[name].partition(":")
        if kind not in (*KINDS, OTHER):
            yield Problem(name, line("a seat is {kinds}, not {found}", kinds=", ".join(CHAIRS), found=repr(sent[name])))
        elif kind == OTHER and level and level not in players(game):
            words = "there is no player {name}; the players are {names}"
            yield Problem(name, line(words, name=level, names=", ".join(players(game))))


def _chair(game: AnyGame, sent: Sent, seat: int) -> Chair:
    wished, level = _wished(sent, seat)
    name, face = clean_name(sent.get(f"name-{seat}", "")), clean_face(sent.get(f"face-{seat}", ""))
    if wished == OTHER:
        return Chair("bot", name, level if level in players(game) else next(iter(players(game))))
    return Chair("empty" if wished == "link" else "person", name, face=face)


def _wished(sent: Sent, seat: int) -> tuple[str, str]:
    """Read who shall sit in a seat, and how strong a bot is: by its face, as "bot:LEVEL", or from the long list."""
    kind, _, level = sent.get(f"chair-{seat}", "me" if seat == 0 else PLAIN).partition(":")
    return kind, level or sent.get(f"level-{seat}", "")


def _playing(game: AnyGame, sent: Sent) -> int:
    """How many seats play, as far as the form says so."""
    wished = sent.get("players", str(getattr(game.setup(), "players", "")))
    return int(wished) if wished.isascii() and wished.isdigit() else MANY


def _row(game: AnyGame, seat: int, kind: SeatKind, sent: Sent, say: Voice, alone: bool, spare: bool) -> Html:
    (wished, level), name = _wished(sent, seat), say(kind.name)
    own = f"house-face-{face_of(seat, Chair('person'), kind)}"
    known, faces = levels(game, say), dict(zip(three_levels(game), BOT_FACES, strict=False))
    chosen = f"bot:{level}" if wished == OTHER and level in faces else wished
    kinds = [
        (value, art or own, say(words)) for value, (art, words) in KINDS.items() if value != "link" or not alone
    ]  # without a server there is nobody to send a link to
    kinds += [(f"bot:{each}", f"house-face-{face}", known[each]) for each, face in faces.items()]
    kinds += [(OTHER, "house-bot", say(line("another bot…")))]
    cards = [_card(seat, value, art, words, value == chosen) for value, art, words in kinds]
    return tag(
        "div",
        tag("div", _face(own), tag("b", name, class_="seat-title", id=f"seat-{seat}"), _name(seat, name, sent, say)),
        tag("div", cards, class_="chairs", role="radiogroup", aria_labelledby=f"seat-{seat}"),
        _levels(seat, known, level, name, say),
        class_="seat-row",
        data_seat=seat,
        data_spare=spare,
    )


def _face(art: str) -> Html:
    return sprite(art_address("house"), art, class_="badge face own-face")


def _card(seat: int, value: str, art: str, words: str, chosen: bool) -> Html:
    box = tag("input", type="radio", name=f"chair-{seat}", value=value, checked=chosen)
    look = "chair-art own-face" if value == "me" else "chair-art"
    return tag("label", box, sprite(art_address("house"), art, class_=look), tag("span", words), class_="chair")


def _levels(seat: int, known: dict[str, str], level: str, name: str, say: Voice) -> Html:
    """Write the long list: every bot of the game, in the order of its strength."""
    options = [tag("option", words, value=each, selected=each == level) for each, words in known.items()]
    label = say(line("The bots, the weakest first"))
    heard = say(line("bot for {seat}, the weakest first", seat=plain(name)))
    select = tag("select", options, name=f"level-{seat}", id=f"level-{seat}", aria_label=heard)
    return tag("div", tag("span", label, aria_hidden="true"), select, class_="levels")


def _name(seat: int, name: str, sent: Sent, say: Voice) -> Html:
    return tag(
        "input",
        type="text",
        name=f"name-{seat}",
        id=f"name-{seat}",
        value=sent.get(f"name-{seat}", ""),
        maxlength="24",
        placeholder=say(line("name")),
        aria_label=say(line("name of {seat}", seat=plain(name))),
        autocomplete="off",
    )
