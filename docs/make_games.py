"""Writes the page of all games from their types: set-ups, events, players, and a picture of a position of each."""

import re
from importlib import import_module
from inspect import getsource
from typing import Literal, get_args, get_origin

import msgspec
from msgspec import inspect

import mousehole
from mousehole.core.setups import bare, questions

HEAD = """# The games
What programs need to know of each game: the fields of its set-up, as `mousehole.start`, `mousehole play GAME
field=value` and records take them, and its events. A record calls an event by its type: `{"type": "place", "face":
"fish", "square": "a5"}` is `Place("fish", "a5")` in Python. Values are listed in the order of the game: faces of dice
that are rolled together are always written in that order, and no other counts as the same roll. The rules
themselves are in `mousehole rules GAME`.
"""
SECTION = """
## {title}
{blurb}

![{title}, in the middle of a game](pictures/{name}-position.svg)

Players, the weakest first: {players}.

### Set-up of {title}
| field | takes | default | meaning |
|---|---|---|---|
{fields}

### Events of {title}
They are in `{module}`.

| event | its type in a record | what happens |
|---|---|---|
{events}

### Endings of {title}
What `Over.reason` says.

| reason | what happened |
|---|---|
{endings}

### A position of {title}
The fields of `position.state`, and of `"state"` in the JSON of a position. {note}

| field | takes | meaning |
|---|---|---|
{state}
"""
ENDINGS = {  # by game: the reasons of all endings, who wins, and the rating where words need one
    "mmm": (("gathered", True, "win-1"), ("cat", False, "loss-1")),
    "chopchop": (("home", True, ""), ("caught", True, ""), ("cap", False, "")),
    "mousewarming": (
        ("table", True, ""),
        *((reason, won, "") for reason in ("feeders", "pantry") for won in (True, False)),
    ),
    "mystics": (("victory", True, ""), ("hourglass", False, ""), ("captured", False, "")),
}
NOTES = {
    "mmm": (
        "A set of squares is one number, the sum of its squares: `state.pantry.grid.bit['a1']` is that of a square, "
        "and `[*state.pantry.grid.named(state.free)]` names those of a set. `pantry` holds the set-up."
    ),
    "chopchop": (
        "A space is a number, and a set of spaces the sum of theirs: `state.kitchen.bit['c3']` is that of a space, "
        "and `state.kitchen.named(state.hidden)` names those of a set. `kitchen` holds the set-up."
    ),
    "mousewarming": "Spaces of the ring are counted from 0. `party` holds the set-up. {kitchens}",
    "mystics": "`box` holds the set-up; `agenda` is what comes next, and best left alone.",
}
SHOWN_AT = {"mmm": 10, "chopchop": 14, "mousewarming": 30, "mystics": 60}  # plies
FIRST = re.compile(r".*?[.!](?= |$)|.*")  # sentence
MANY = 12  # values that are still listed


def pages():
    """The page and its pictures, by their names."""
    games = [game for game in mousehole.every_game() if game.package.startswith("mousehole.")]
    pictures = {f"pictures/{game.name}-position.svg": drawn(game) for game in games}
    return {"games.md": HEAD + "".join(map(section, games)), **pictures}


def drawn(game):
    """A position out of a game that is played sensibly."""
    setup = game.setup(players=2)
    teams = len({seat.team for seat in game.seats(setup)})
    record, _ = mousehole.played(game, setup, ("greedy",) * teams, seed="manual", number=1)
    ply = next(ply for ply in mousehole.plies(game, record) if ply.number >= SHOWN_AT.get(game.name, 10))
    return mousehole.picture(game, ply.state)


def section(game):
    """One game."""
    say = mousehole.voice("en", game.package)
    return SECTION.format(
        title=say(game.title),
        name=game.name,
        blurb=say(game.blurb),
        players=", ".join(f"`{name}`" for name in mousehole.players_of(game)),
        fields="\n".join(field(question, say) for question in questions(game, hidden=True)),
        module=get_args(game.event)[0].__module__,
        events="\n".join(map(event, get_args(game.event))),
        endings="\n".join(ending(game, say, *one) for one in ENDINGS.get(game.name, ())),
        note=NOTES.get(game.name, "").format(kitchens=kitchens()),
        state="\n".join(state_field(*one) for one in state_fields(game)),
    )


def kitchens():
    """Which foods each kitchen of Mousewarming Party takes."""
    party = mousehole.start("mousewarming").state.party
    rows = (f"`{tile}` takes {', '.join(foods)}" for tile, foods in party.box.kitchens.items())
    return "; ".join(rows) + "."


def ending(game, say, reason, won, rating):
    """One way in which a game ends; a rating is told in other words each time."""
    over = mousehole.Over((0,) if won else (), reason, rating=rating)
    return f"| `{reason}` | {FIRST.match(say(game.ending(over)))[0]} |"


def state_fields(game):
    """The fields of a state, with their types and the comments behind them."""
    kind = type(game.new(game.setup()))
    rows = getsource(kind).splitlines()
    declared = {name: row for row in rows if (name := row.partition(":")[0].strip()) in kind.__struct_fields__}
    for part in inspect.type_info(kind).fields:
        yield part, declared.get(part.name, "").partition("  # ")[2]


def state_field(part, comment):
    """One field of a state."""
    words = f"{comment[:1].upper()}{comment[1:]}." if comment else ""
    return f"| `{part.encode_name}` | {wanted(part.type)} | {words} |"


def field(question, say):
    """One field of a set-up."""
    takes = choices(question) or wanted(inspect.type_info(question.type))
    words = " ".join(filter(None, [say(question.label) + ".", question.help and say(question.help)]))
    return f"| `{question.name}` | {takes} | `{written(question.default)}` | {words} |"


def choices(question):
    """The values of a field that are spelt out, each with its words."""
    return ", ".join(f"`{written(value)}`" for value, _ in question.choices[:MANY])


def written(value):
    """A value as JSON has it, safe inside of a table."""
    return msgspec.json.encode(value).decode().replace("|", "\\|")


def declared(values):
    """Values in the order in which their game declares them; msgspec sorts them by the alphabet."""
    return next((order for order in ORDERS if {*order} == {*values}), values)


def orders():
    """The values of every type that lists them, in their order: dice are written that way."""
    for game in mousehole.every_game():
        for module in {kind.__module__ for kind in get_args(game.event)}:
            yield from (get_args(one) for one in vars(import_module(module)).values() if get_origin(one) is Literal)


def event(kind):
    """One event, as Python and as a record spell it."""
    info = inspect.type_info(kind)
    parts = "; ".join(f"`{part.encode_name}`: {wanted(part.type)}" for part in info.fields)
    words = (kind.__doc__ or "").strip().splitlines()[0]
    return f"| `{kind.__name__}({', '.join(info.cls.__struct_fields__)})` | `{info.tag}` | {words} {parts} |"


def wanted(shape):
    """Say in a few words what a value looks like."""
    match shape := bare(shape):
        case inspect.LiteralType() if len(shape.values) <= MANY:
            return " or ".join(f"`{value}`" for value in declared(shape.values))
        case inspect.IntType():
            return "a number" if shape.ge is None or shape.le is None else f"{shape.ge} to {shape.le}"
        case inspect.BoolType():
            return "true or false"
        case inspect.AnyType():
            return "anything"
        case inspect.VarTupleType():
            return f"a list: {wanted(shape.item_type)}"
        case inspect.TupleType():
            return f"a list of {len(shape.item_types)}: {wanted(shape.item_types[0])}"
        case inspect.StructType():
            return f"an object ({', '.join(part.encode_name for part in shape.fields)})"
        case inspect.UnionType():
            return " or ".join(map(wanted, shape.types))
    return "text"


ORDERS = tuple(orders())
