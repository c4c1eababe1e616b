"""The form of a new table as a page draws it, and as a browser sends it back."""

from collections.abc import Mapping
from typing import Any

from mousehole.core.game import AnyGame, Problem
from mousehole.core.setups.answers import Text, filled, text_of, written
from mousehole.core.setups.questions import Question, questions
from mousehole.core.words import Line, Voice, line, plain
from mousehole.web.pages.html import Html, sprite, tag

Sent = Mapping[str, str]


PLAYERS = "players"  # the field that the seats follow stands above them


def fields(asked: list[Question], sent: Sent, problems: tuple[Problem, ...], say: Voice, art: str = "") -> list[Html]:
    """Write one block per question: label, control, explanation, problems; portraits come from the art of a game."""
    return [_block(question, sent, problems, say, art) for question in asked]


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


def _block(question: Question, sent: Sent, problems: tuple[Problem, ...], say: Voice, art: str) -> Html:
    name = question.name
    here = [problem for problem in problems if problem.field == name]
    notes = [(f"{name}-help", "help", say(question.help))] if question.help else []
    notes += [(f"{name}-{n}", "notice" if p.notice else "problem", say(p.line)) for n, p in enumerate(here)]
    described = " ".join(key for key, _, _ in notes) or None
    bad = any(not problem.notice for problem in here)
    common = {"aria_describedby": described, "aria_invalid": "true" if bad else None}
    return tag(
        "div",
        tag("b" if question.faces else "label", say(question.label), for_=None if question.faces else f"f-{name}"),
        _gallery(question, sent, say, art) if question.faces else _controls(question, sent, say, common),
        [tag("p", text, id=key, class_=kind, role="alert" if kind == "problem" else None) for key, kind, text in notes],
        class_="field has-problem" if bad else "field",
        data_field=name,
    )


def _controls(question: Question, sent: Sent, say: Voice, common: dict[str, str | None]) -> list[Html]:
    name = question.name
    if not _places(question):
        return [_control(question, sent.get(name, ""), say, name=name, id=f"f-{name}", **common)]
    first = {"name": f"{name}.0", "id": f"f-{name}"}
    places = [first, *({"name": f"{name}.{n}", "id": f"f-{name}-{n}"} for n in range(1, _places(question)))]
    return [
        _control(question.part(n), sent.get(place["name"], ""), say, **place, **common)
        for n, place in enumerate(places)
    ]


def _gallery(question: Question, sent: Sent, say: Voice, art: str) -> Html:
    """Write portraits to tick, each with what one should know before choosing it."""
    chosen = _text(question, sent)
    rows = [_portrait(question, value, value in chosen, say, art) for value in question.faces]
    return tag("div", rows, class_="gallery", role="group", aria_label=say(question.label))


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


def chairs_block(sent: Sent, levels: dict[str, str], names: list[str], say: Voice, alone: bool = False) -> Html:
    """Write the rows that say who sits where."""
    kinds = {"me": line("me"), "here": line("somebody else on this screen"), "link": line("by a link")}
    spoken = {kind: say(words) for kind, words in kinds.items() if not (alone and kind == "link")}
    rows = [_chair(seat, name, sent, spoken, levels, say) for seat, name in enumerate(names)]
    weaker = line("Without a server, bots above “greedy” think less far.") if alone else None
    note = tag("p", say(weaker), class_="help") if weaker else None
    return tag("fieldset", tag("legend", say(line("Who plays?"))), rows, note, class_="seats", data_field="chairs")


def _chair(seat: int, name: str, sent: Sent, kinds: dict[str, str], levels: dict[str, str], say: Voice) -> Html:
    bots = {f"bot:{level}": say(line("bot: {level}", level=plain(words))) for level, words in levels.items()}
    wished = sent.get(f"chair-{seat}", "me" if seat == 0 else "here")
    options = [tag("option", words, value=value, selected=value == wished) for value, words in (kinds | bots).items()]
    return tag(
        "div",
        tag("label", tag("span", name, class_="seat-title"), for_=f"chair-{seat}"),
        tag("select", options, name=f"chair-{seat}", id=f"chair-{seat}"),
        tag(
            "input",
            type="text",
            name=f"name-{seat}",
            id=f"name-{seat}",
            value=sent.get(f"name-{seat}", ""),
            maxlength="24",
            placeholder=say(line("name")),
            aria_label=say(line("name of {seat}", seat=plain(name))),
            autocomplete="off",
        ),
        class_="seat-row",
        data_seat=seat,
    )
