"""The form of a new table as a page draws it, and as a browser sends it back."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from mousehole.core.game import AnyGame, Problem, SeatKind
from mousehole.core.setups.answers import Text, filled, text_of, written
from mousehole.core.setups.questions import Question, questions
from mousehole.core.words import Line, Voice, line
from mousehole.web.pages.html import Html, sprite, tag

Sent = Mapping[str, str]


PLAYERS = "players"  # the field that the seats follow stands above them
INSTEAD = "instead"  # stands for the answer to the field that replaces this one


class Look(NamedTuple):
    """What a form needs to draw a game's choices."""

    game: str
    art: str  # the address of its sprites
    say: Voice
    instead: Mapping[str, Question] = {}  # by field: the question whose answer takes its place


def look_of(game: AnyGame, art: str, say: Voice) -> Look:
    """Know what a form needs to draw the choices of a game."""
    return Look(game.name, art, say, {question.replaces: question for question in questions(game) if question.replaces})


def fields(asked: list[Question], sent: Sent, problems: tuple[Problem, ...], look: Look) -> list[Html]:
    """Write one block per question: label, control, explanation, problems."""
    return [_block(question, sent, problems, look) for question in asked]


def parted(game: AnyGame) -> tuple[list[Question], list[Question], list[Question]]:
    """Part the questions: what the seats follow, what people choose, and what may stay empty."""
    asked = questions(game)
    rest = [question for question in asked if question.name != PLAYERS]
    optional = [question for question in rest if question.optional or question.default == ()]
    first = [question for question in asked if question.name == PLAYERS]
    return first, [question for question in rest if question not in optional], optional


def read(game: AnyGame, sent: Sent) -> tuple[Any, tuple[Problem, ...]]:
    """Read a form into a set-up; what cannot be read is a problem at its field, which says what it takes."""
    asked = {question.name: question for question in questions(game)}
    setup, problems = filled(game, asked.values(), {name: _text(question, sent) for name, question in asked.items()})
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
        sent[question.name] = written(question, value)
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
