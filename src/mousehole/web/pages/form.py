"""The form of a new table as a page draws it, and as a browser sends it back."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from mousehole.core.game import AnyGame, Problem, SeatKind
from mousehole.core.setups import Question, Text, answer_text, questions, read_answers, text_of
from mousehole.core.words import Line, Voice, line, plain
from mousehole.host.level_words import levels, three_levels
from mousehole.players.player import players
from mousehole.table import Chair
from mousehole.web.faces import BOT_FACES, clean_face, clean_name, face_of
from mousehole.web.pages.html import Html, sprite, tag
from mousehole.web.static_files import art_address

Sent = Mapping[str, str]


PLAYERS = "players"  # the field that the seats follow stands above them
INSTEAD = "instead"  # stands for the answer to the field that replaces this one


class Look(NamedTuple):
    """What it takes to draw a game's form."""

    game: str
    art: str  # the address of its sprites
    say: Voice
    instead: Mapping[str, Question] = {}  # by field: the question whose answer takes its place


def look_of(game: AnyGame, art: str, say: Voice) -> Look:
    """The look of a game's form."""
    return Look(game.name, art, say, {question.replaces: question for question in questions(game) if question.replaces})


def fields(asked: list[Question], sent: Sent, problems: tuple[Problem, ...], look: Look) -> list[Html]:
    """One block per question: label, control, explanation, problems."""
    return [_block(question, sent, problems, look) for question in asked]


class Parted(NamedTuple):
    """The questions of a form: what seats are asked about, what is chosen by pictures, what is drawn, and the rest."""

    seats: list[Question]
    pictured: list[Question]
    drawn: list[Question]
    rest: list[Question]


def group_questions(game: AnyGame) -> Parted:
    """Part the questions of a game by where a form asks them."""
    parts = Parted([], [], [], [])
    for question in questions(game):
        if question.name == PLAYERS or question.seats:
            parts.seats.append(question)
        elif question.replaces:
            parts.drawn.append(question)
        elif question.pictured or question.faces:
            parts.pictured.append(question)
        else:
            parts.rest.append(question)
    return parts


BAD_BOARD = line("This board cannot be played. Draw it anew, or choose another one.")


def worded(game: AnyGame, problem: Problem) -> Line:
    """What is wrong, to a family: nobody has typed a drawn board, so its faults are not told letter by letter."""
    return BAD_BOARD if problem.field in {one.name for one in group_questions(game).drawn} else problem.line


def carried(question: Question, sent: Sent, problems: tuple[Problem, ...], say: Voice) -> Html:
    """Carry along a board that was drawn elsewhere: nobody types it here, but all are told that it is wrong."""
    found = any(problem.field == question.name for problem in problems)
    wrong = tag("p", say(BAD_BOARD), class_="problem", role="alert") if found else None
    text = tag("textarea", sent.get(question.name, ""), name=question.name, hidden=True)
    return tag("div", text, wrong, data_field=question.name, data_replaces=question.replaces, class_="carried")


def read_form(game: AnyGame, sent: Sent) -> tuple[Any, tuple[Problem, ...]]:
    """Read a form into a set-up; what cannot be read is a problem at its field, which says what it takes."""
    asked = {question.name: question for question in questions(game)}
    setup, problems = read_answers(
        game, asked.values(), {name: _text(question, sent) for name, question in asked.items()}
    )
    if setup is None:
        return None, tuple(Problem(problem.field, _expected(asked[problem.field])) for problem in problems)
    return setup, problems


def seats_of(game: AnyGame, setup: Any, problems: tuple[Problem, ...]) -> tuple[SeatKind, ...]:
    """The seats of a set-up that was read; none where something is wrong with it."""
    return game.seats(setup) if setup is not None and all(problem.notice for problem in problems) else ()


def start(game: AnyGame, setup: Any) -> dict[str, str]:
    """Write a set-up as the form would send it."""
    sent: dict[str, str] = {}
    for question in questions(game):
        value = getattr(setup, question.name)
        for number, part in enumerate(value) if _places(question) else ():
            sent[f"{question.name}.{number}"] = text_of(part)
        sent[question.name] = answer_text(question, value)
    return sent


def _places(question: Question) -> int:
    """Count the controls of a question for many answers; none where they are written into one."""
    chosen = question.parts and question.parts[0].choices
    return question.count or (len(question.default) if chosen else 0)


def _text(question: Question, sent: Sent) -> Text:
    """Find the answer to a question in what was sent; a box that is not ticked sends nothing."""
    ticked = tuple(choice for choice in question.faces if f"{question.name}:{choice}" in sent)
    if ticked:
        return ticked
    if places := _places(question):
        return tuple(sent.get(f"{question.name}.{n}", "") for n in range(places))
    if question.pictured and sent.get(question.name) == INSTEAD:
        return text_of(question.default)
    return sent.get(question.name, "") or ("no" if question.kind == "switch" else "")


def _expected(question: Question) -> Line:
    """Say what a field takes, to somebody who has written something else."""
    if question.parts and not question.parts[0].choices:
        return _expected(question.parts[0])
    if question.kind == "number" and question.low is not None:
        if question.high is None:
            return line("a whole number, {low} or more", low=question.low)
        return line("a whole number from {low} to {high}", low=question.low, high=question.high)
    if question.kind == "number":
        return line("a whole number")
    if question.longest is not None and not question.choices:
        return line("at most {n} character", plural="at most {n} characters", n=question.longest)
    return line("choose one of those on the list")


def _block(question: Question, sent: Sent, problems: tuple[Problem, ...], look: Look) -> Html:
    name, say = question.name, look.say
    here = [problem for problem in problems if problem.field == name]
    notes = [(f"{name}-help", "help", say(question.help))] if question.help else []
    notes += [(f"{name}-{n}", "notice" if p.notice else "problem", say(p.line)) for n, p in enumerate(here)]
    described = " ".join(key for key, _, _ in notes) or None
    bad = any(not problem.notice for problem in here)
    common = {"aria_describedby": described, "aria_invalid": "true" if bad else None}
    several = bool(question.faces) or question.pictured  # controls, each with a label of its own
    return tag(
        "div",
        tag("b" if several else "label", say(question.label), for_=None if several else f"f-{name}"),
        _shown(question, sent, common, look),
        [tag("p", text, id=key, class_=kind, role="alert" if kind == "problem" else None) for key, kind, text in notes],
        class_="field has-problem" if bad else "field",
        data_field=name,
        data_seats=question.seats,
        data_replaces=question.replaces or None,
    )


def _shown(question: Question, sent: Sent, common: dict[str, str | None], look: Look) -> Html | list[Html]:
    if question.faces:
        return _gallery(question, sent, look)
    if question.pictured:
        return _pictures(question, sent, common, look)
    return _controls(question, sent, look.say, common)


def _controls(question: Question, sent: Sent, say: Voice, common: dict[str, str | None]) -> list[Html]:
    name = question.name
    if not _places(question):
        return [_control(question, sent.get(name, ""), say, name=name, id=f"f-{name}", **common)]
    first = {"name": f"{name}.0", "id": f"f-{name}"}
    places = [first, *({"name": f"{name}.{n}", "id": f"f-{name}-{n}"} for n in range(1, _places(question)))]
    label = question.label
    return [
        _control(question.part(n), sent.get(place["name"], ""), say, **place, **common, **_numbered(label, n, say))
        for n, place in enumerate(places)
    ]


def _numbered(label: Line, place: int, say: Voice) -> dict[str, str]:
    """Name a further control of a field that has several; the first has the label."""
    return {"aria_label": say(line("{label}, {number}", label=label, number=place + 1))} if place else {}


def _pictures(question: Question, sent: Sent, common: dict[str, str | None], look: Look) -> Html:
    """Write boards to choose from; one that takes their place is the last, and hidden where nobody drew one."""
    other = look.instead.get(question.name)
    drawn = sent.get(other.name, "") if other else ""
    chosen = INSTEAD if drawn else sent.get(question.name, "")
    cards = [
        _picture(question, text_of(value), {question.name: text_of(value)}, look.say(label), chosen, look)
        for value, label in question.choices
    ]
    if other:
        shown = {other.name: drawn} if drawn else {}
        cards.append(_picture(question, INSTEAD, shown, look.say(other.label), chosen, look))
    label = look.say(question.label)
    return tag("div", cards, class_="pictures", role="radiogroup", aria_label=label, **common)


def _picture(question: Question, value: str, shown: Sent, words: str, chosen: str, look: Look) -> Html:
    box = tag("input", type="radio", name=question.name, value=value, checked=value == chosen)
    address = f"/new/{look.game}/board.svg?{urlencode(shown)}" if shown else None
    board = tag("img", src=address, alt="", loading="lazy")
    return tag("label", box, board, tag("span", words), class_="picture", hidden=not shown)


def _gallery(question: Question, sent: Sent, look: Look) -> Html:
    """Write portraits to tick, each with what one should know before choosing it."""
    chosen = _text(question, sent)
    rows = [_portrait(question, value, value in chosen, look.say, look.art) for value in question.faces]
    return tag("div", rows, class_="gallery", role="group", aria_label=look.say(question.label))


def _portrait(question: Question, value: str, ticked: bool, say: Voice, art: str) -> Html:
    face, label = question.faces[value], dict(question.part(0).choices)[value]
    words = [tag("b", say(label)), tag("span", say(face.words)), tag("small", say(face.facts)) if face.facts else None]
    box = tag("input", type="checkbox", name=f"{question.name}:{value}", value=value, checked=ticked)
    return tag("label", box, sprite(art, face.sprite, class_="portrait-art"), tag("span", words), class_="portrait")


def _control(question: Question, value: str, say: Voice, **common: str | None) -> Html:
    match question.kind:
        case "switch":
            return tag("input", type="checkbox", value="true", checked=value in ("True", "true"), **common)
        case "choice":
            return tag("select", _options(question, value, say), **common)
        case "number":
            return tag("input", type="number", value=value, min=question.low, max=question.high, **common)
        case "long":
            return tag("textarea", value, rows="4", spellcheck="false", **common)
    return tag("input", type="text", value=value, **common)


def _options(question: Question, value: str, say: Voice) -> list[Html]:
    texts = [(text_of(choice), say(label)) for choice, label in question.choices]
    nothing = [("", "—")] if question.optional and "" not in dict(texts) else []
    return [tag("option", label, value=text, selected=text == value) for text, label in (*nothing, *texts)]


KINDS: dict[str, tuple[str, Line, Line]] = {
    "me": ("", line("me"), line("I play here.")),  # with the face that the seat has
    "here": ("house-people", line("at this screen"), line("We pass it around.")),
    "link": ("house-link", line("by phone"), line("They scan a code, or follow a link.")),
}
CHARACTERS: dict[str, tuple[Line, Line]] = {  # of bots, by their faces
    "bot-easy": (line("Crumb"), line("Plays for fun and forgets half of it.")),
    "bot": (line("Whiskers"), line("Plays well, and slips now and then.")),
    "bot-strong": (line("Duchess"), line("Thinks ahead and gives nothing away.")),
}
NEARBY = line("on another phone")  # what a link is without a server
OTHER = "bot"  # a bot whose level is chosen from the long list
ANY_SEATS = 99  # seats, where a form does not ask how many
CHAIRS = (*(f'"{kind}"' for kind in KINDS), '"bot:NAME"')  # what a program may name
PLAIN = "here"  # who sits in a seat of which nothing is said


def chairs_block(game: AnyGame, sent: Sent, seats: Sequence[SeatKind], say: Voice, alone: bool = False) -> Html:
    """Write a table seen from above with a seat for each place: a press on one asks who sits there."""
    playing = _playing(game, sent)
    rows = [_row(game, seat, kind, sent, say, alone, seat >= playing) for seat, kind in enumerate(seats)]
    top = tag("div", sprite(art_address(game.name), f"{game.name}-box", viewBox="0 0 320 400"), class_="table-top")
    legend = tag("legend", say(line("Who plays?")), class_="unseen")
    return tag("fieldset", legend, top, rows, class_="seats", data_field="chairs")


def chairs(game: AnyGame, sent: Sent, seats: int) -> tuple[Chair, ...]:
    """Read who sits where."""
    return tuple(_chair(game, sent, seat) for seat in range(seats))


def chair_faults(game: AnyGame, sent: Sent, seats: int) -> Iterator[Problem]:
    """What is wrong with the seats that a program asks for: their number, who is to sit there, an unknown bot."""
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
    """Who is to sit in a seat, and how strong a bot is: by its face, as "bot:LEVEL", or from the long list."""
    kind, _, level = sent.get(f"chair-{seat}", "me" if seat == 0 else PLAIN).partition(":")
    return kind, level or sent.get(f"level-{seat}", "")


def _playing(game: AnyGame, sent: Sent) -> int:
    """How many seats play, as far as the form says so."""
    wished = sent.get("players", str(getattr(game.setup(), "players", "")))
    return int(wished) if wished.isascii() and wished.isdigit() else ANY_SEATS


def _row(game: AnyGame, seat: int, kind: SeatKind, sent: Sent, say: Voice, alone: bool, spare: bool) -> Html:
    (wished, level), name = _wished(sent, seat), say(kind.name)
    own = f"house-face-{face_of(seat, Chair('person'), kind)}"
    known, faces = levels(game, say), dict(zip(three_levels(game), BOT_FACES, strict=False))
    chosen = f"bot:{level}" if wished == OTHER and level in faces else wished
    kinds = [
        _Sitter(value, art or own, say(NEARBY if alone and value == "link" else words), say(about))
        for value, (art, words, about) in KINDS.items()
    ]
    kinds += [_bot(each, face, known[each], say) for each, face in faces.items()]
    kinds += [_Sitter(OTHER, "house-bot", say(line("another bot…")), say(line("There are more to choose from.")))]
    who = next((kind.words for kind in kinds if kind.value == chosen), "")
    head = [tag("b", name, class_="seat-title", id=f"seat-{seat}"), tag("span", who, class_="seat-who")]
    chooser = [
        tag("div", tag("h2", say(line("Who sits here?"))), _name(seat, name, sent, say), class_="chooser-head"),
        tag(
            "div",
            [_card(seat, kind, kind.value == chosen) for kind in kinds],
            class_="chairs",
            role="radiogroup",
            aria_labelledby=f"seat-{seat}",
        ),
        _levels(seat, known, level, name, say),
        tag("button", say(line("Done")), type="button", class_="primary seat-done"),
    ]
    return tag(
        "details",
        tag("summary", _face(own), head),
        tag("div", chooser, class_="chooser"),
        class_="seat-row",
        name="seat",
        data_seat=seat,
        data_spare=spare,
    )


class _Sitter(NamedTuple):
    """Somebody who may sit in a seat, as a card shows them."""

    value: str
    art: str
    words: str
    about: str
    label: str = ""  # how strong a bot is


def _bot(level: str, face: str, words: str, say: Voice) -> _Sitter:
    name, about = CHARACTERS[face]
    return _Sitter(f"bot:{level}", f"house-face-{face}", say(name), say(about), words)


def _face(art: str) -> Html:
    return sprite(art_address("house"), art, class_="badge face own-face")


def _card(seat: int, kind: _Sitter, chosen: bool) -> Html:
    box = tag("input", type="radio", name=f"chair-{seat}", value=kind.value, checked=chosen)
    look = "chair-art own-face" if kind.value == "me" else "chair-art"
    level = tag("i", kind.label) if kind.label else None
    words = tag("span", tag("b", kind.words), level, tag("small", kind.about))
    return tag("label", box, sprite(art_address("house"), kind.art, class_=look), words, class_="chair")


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
