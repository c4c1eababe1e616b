"""The form of a new table, generated from a game's set-up type, and read back into a set-up."""

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from mousehole.core.game import Field, Problem
from mousehole.core.words import Line, Voice, line, plain
from mousehole.shelf import AnyGame
from mousehole.web.html import Html, tag

Sent = Mapping[str, str]


PLAYERS = "players"  # the field that the seats follow stands above them


def fields(game: AnyGame, names: list[str], sent: Sent, problems: tuple[Problem, ...], say: Voice) -> list[Html]:
    """Write one block per field: label, control, explanation, problems."""
    return [_block(game, name, sent, problems, say) for name in names]


def parted(game: AnyGame) -> tuple[list[str], list[str], list[str]]:
    """Part the fields: what the seats follow, what people choose, and what may stay empty."""
    names, kinds = _names(game), hints(game)
    rest = [name for name in names if name != PLAYERS]
    plain_setup = game.setup()
    optional = [name for name in rest if _optional(kinds[name]) or getattr(plain_setup, name) == ()]
    return [name for name in names if name == PLAYERS], [name for name in rest if name not in optional], optional


def read(game: AnyGame, sent: Sent) -> tuple[Any, tuple[Problem, ...]]:
    """Read a form into a set-up; what can not be read is a problem at its field."""
    values, problems = {}, []
    for name in _names(game):
        kind = hints(game)[name]
        try:
            values[name] = msgspec.convert(_value(kind, name, sent), kind)
        except (msgspec.ValidationError, ValueError):
            problems.append(Problem(name, _expected(kind)))
    if problems:
        return None, tuple(problems)
    complete = game.part("completed")  # what the answers imply: a chapter comes from a pack
    setup = complete(game.setup(**values)) if complete else game.setup(**values)
    return setup, tuple(game.check(setup))


def start(game: AnyGame, setup: Any) -> dict[str, str]:
    """Write a set-up as the form would send it."""
    sent: dict[str, str] = {}
    for name in _names(game):
        value = getattr(setup, name)
        for number, part in enumerate(value) if _fixed(hints(game)[name]) else ():
            sent[f"{name}.{number}"] = str(part)
        sent[name] = _text(value)
    return sent


def hints(game: AnyGame) -> dict[str, Any]:
    """Give the types of a set-up's fields; several choices of one kind are as many as the plain set-up has."""
    plain_setup = game.setup()
    found = get_type_hints(game.setup, include_extras=True)
    return {name: _counted(kind, getattr(plain_setup, name), known(game).get(name)) for name, kind in found.items()}


def known(game: AnyGame) -> Mapping[str, Field]:
    """Give the fields of a game's form, with the choices that content packs bring."""
    own = game.part("fields")
    return own() if own else game.fields


def _counted(kind: Any, value: Any, field: Field | None) -> Any:
    parts = get_args(kind) if get_origin(kind) is tuple else ()
    if Ellipsis in parts and field and field.choices and value:
        return tuple.__class_getitem__((parts[0],) * len(value))
    return kind


def _names(game: AnyGame) -> list[str]:
    return [name for name in game.setup.__struct_fields__ if not known(game).get(name, Field(plain(name))).hidden]


def _block(game: AnyGame, name: str, sent: Sent, problems: tuple[Problem, ...], say: Voice) -> Html:
    field = known(game).get(name, Field(plain(name)))
    here = [problem for problem in problems if problem.field == name]
    notes = [(f"{name}-help", "help", say(field.help))] if field.help else []
    notes += [(f"{name}-{n}", "notice" if p.notice else "problem", say(p.line)) for n, p in enumerate(here)]
    described = " ".join(key for key, _, _ in notes) or None
    bad = any(not problem.notice for problem in here)
    return tag(
        "div",
        tag("label", say(field.label), for_=f"f-{name}"),
        _controls(hints(game)[name], name, sent, field, say, described, bad),
        [tag("p", text, id=key, class_=kind, role="alert" if kind == "problem" else None) for key, kind, text in notes],
        class_="field has-problem" if bad else "field",
        data_field=name,
    )


def _controls(
    kind: Any, name: str, sent: Sent, field: Field, say: Voice, described: str | None, bad: bool
) -> list[Html]:
    fixed = _fixed(kind)
    common = {"aria_describedby": described, "aria_invalid": "true" if bad else None}
    if not fixed:
        return [_control(kind, name, f"f-{name}", sent.get(name, ""), field, say, common)]
    return [
        _control(
            part,
            f"{name}.{n}",
            f"f-{name}" if n == 0 else f"f-{name}-{n}",
            sent.get(f"{name}.{n}", ""),
            field,
            say,
            common,
        )
        for n, part in enumerate(fixed)
    ]


def _control(
    kind: Any, name: str, key: str, value: str, field: Field, say: Voice, common: dict[str, str | None]
) -> Html:
    bare, bounds = _bare(kind)
    if bare is bool:
        return tag(
            "input", type="checkbox", name=name, id=key, value="true", checked=value in ("True", "true"), **common
        )
    choices = field.choices or tuple(
        (choice, plain(str(choice))) for choice in get_args(bare) if get_origin(bare) is Literal
    )
    if choices:
        options = [tag("option", say(words), value=_text(c), selected=_text(c) == value) for c, words in choices]
        return tag("select", options, name=name, id=key, **common)
    if bare is int:
        return tag(
            "input", type="number", name=name, id=key, value=value, min=bounds.get("ge"), max=bounds.get("le"), **common
        )
    if bounds.get("max_length", 0) > 200:
        return tag("textarea", value, name=name, id=key, rows="4", spellcheck="false", **common)
    return tag("input", type="text", name=name, id=key, value=value, **common)


def _value(kind: Any, name: str, sent: Sent) -> Any:
    """Read one field as builtins; msgspec checks them."""
    fixed = _fixed(kind)
    if fixed:
        return [_single(part, sent.get(f"{name}.{n}", "")) for n, part in enumerate(fixed)]
    bare, _ = _bare(kind)
    if get_origin(bare) is tuple:
        return [_single(get_args(bare)[0], part) for part in sent.get(name, "").replace(",", " ").split()]
    return _single(kind, sent.get(name, ""))


def _expected(kind: Any) -> Line:
    """Say what a field takes, to somebody who has written something else."""
    bare, bounds = _bare(kind)
    low, high, most = bounds.get("ge"), bounds.get("le"), bounds.get("max_length")
    if bare is int and low is not None and high is not None:
        return line("a whole number from {low} to {high}", low=low, high=high)
    if bare is int:
        return line("a whole number, {low} or more", low=low) if low is not None else line("a whole number")
    if bare is str and most is not None:
        return line("at most {n} character", plural="at most {n} characters", n=most)
    return line("choose one of those on the list")


def _single(kind: Any, text: str) -> Any:
    bare, _ = _bare(kind)
    if bare is bool:
        return text in ("True", "true", "on")
    if not text.strip() and _optional(kind):
        return None
    if bare is int or (get_origin(bare) is Literal and all(isinstance(choice, int) for choice in get_args(bare))):
        return int(text)
    return text


def _bare(kind: Any) -> tuple[Any, dict[str, int]]:
    """Take annotations and None off a type."""
    if get_origin(kind) in (Union, UnionType):
        kind = next(part for part in get_args(kind) if part is not NoneType)
    if get_origin(kind) is not Annotated:
        return kind, {}
    bare, *metas = get_args(kind)
    found = {
        name: getattr(m, name)
        for m in metas
        for name in ("ge", "le", "max_length")
        if getattr(m, name, None) is not None
    }
    return bare, found


def _optional(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind)


def _fixed(kind: Any) -> tuple[Any, ...]:
    """Give the parts of a tuple of fixed length; nothing for any other type."""
    bare, _ = _bare(kind)
    parts = get_args(bare) if get_origin(bare) is tuple else ()
    return () if Ellipsis in parts else parts


def _text(value: Any) -> str:
    if value is None:
        return ""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def chairs_block(game: AnyGame, sent: Sent, levels: dict[str, str], names: tuple[str, ...], say: Voice) -> Html:
    """Write the rows that say who sits where."""
    rows = [_chair(seat, name, sent, levels, say) for seat, name in enumerate(names)]
    return tag("fieldset", tag("legend", say(line("Who plays?"))), rows, class_="seats", data_field="chairs")


def _chair(seat: int, name: str, sent: Sent, levels: dict[str, str], say: Voice) -> Html:
    kinds = {"me": say(line("me")), "here": say(line("somebody else on this screen")), "link": say(line("by a link"))}
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
