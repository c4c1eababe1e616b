"""What things are called: names of content as lines that can be said in any language."""

from typing import Any

from mousehole.core.words import Line, line
from mousehole.games.mystics.content.content_types import StoryQuestion
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.state import State

ACTIONS = {
    "scurry": line("Scurry: move again"),
    "battle": line("Battle"),
    "search": line("Search for things"),
    "recover": line("Recover"),
    "explore": line("Explore"),
    "catapult": line("Catapult a friend"),
    "take": line("Pick up what lies here"),
    "launch": line("Launch the grape"),
    "whistle": line("Blow the turtle whistle"),
    "paddle": line("Paddle with the teaspoon"),
}
SLOTS = {
    "head": line("head"),
    "body": line("body"),
    "charm": line("charm"),
    "left": line("left paw"),
    "right": line("right paw"),
    "tail": line("tail"),
    "pack": line("pack"),
}
CLASSES = {
    "leader": line("leader"),
    "warrior": line("warrior"),
    "tinkerer": line("tinkerer"),
    "healer": line("healer"),
    "scamp": line("scamp"),
    "mystic": line("mystic"),
    "archer": line("archer"),
    "wild": line("child of the wild"),
}
VALUES = {
    "battle": line("Battle", context="value"),
    "defence": line("Defence"),
    "lore": line("Lore"),
    "move": line("Move", context="value"),
}
COLOURS = {
    "blue": line("the blue door"),
    "green": line("the green door"),
    "amber": line("the amber door"),
    "gold": line("the golden door"),
    "red": line("the red door"),
    "violet": line("the violet door"),
}
WOODS = {
    "downwood": line("Downwood: under the open sky"),
    "underwood": line("Underwood: among the roots"),
    "upwood": line("Upwood: in the branches"),
}
POINTS = {
    "gear": line("the cogwheels"),
    "gecko": line("the gecko print"),
    "hook": line("the way of the hook"),
    "flip": line("the flip space"),
    "tree": line("the tree"),
    "leaf": line("the leaf"),
}


CORNERS = (
    (line("top left"), line("top"), line("top right")),
    (line("left"), line("middle"), line("right")),
    (line("bottom left"), line("bottom"), line("bottom right")),
)


def figure(state: State, name: str) -> Line:
    """Name a mouse or a minion; minions of one kind are numbered."""
    if name in state.box.heroes:
        return line(state.box.heroes[name].call)
    kind, _, number = name.rpartition("-")
    minion = state.box.pack.minions[kind]
    if minion.most == 1:
        return line(minion.name, context="figure")
    return line("{minion} {number}", minion=line(minion.name, context="figure"), number=int(number))


def card(state: State, name: str) -> Line:
    """Name an initiative card."""
    if name in state.box.heroes:
        return line(state.box.heroes[name].call)
    kind, _, which = name.partition("/")
    minion = line(state.box.pack.minions[kind].name)
    return line("{minion}: {card}", minion=minion, card=line(which)) if which else minion


def who(state: State, name: str) -> Line:
    """Name a figure, or the card of a minion."""
    return figure(state, name) if name in state.box.heroes or "-" in name else card(state, name)


def item(state: State, name: str) -> Line:
    """Name a search card or a piece of equipment."""
    return line(state.box.pack.items[name].name)


def ability(state: State, name: str) -> Line:
    """Name an ability, or a gift of a hero, a marker, an achievement or a token."""
    pack = state.box.pack
    if name in pack.abilities:
        return line(pack.abilities[name].name)
    if name in pack.heroes:
        return line(pack.heroes[name].innate.name)
    return line((pack.conditions.get(name) or pack.achievements.get(name) or pack.tokens[name]).name)


def cause(state: State, name: str) -> Line | None:
    """Name whatever makes something happen: a thing on the board, a card, an ability, a creature; None if unknown."""
    pack = state.box.pack
    tables = (pack.tokens, pack.items, pack.abilities, pack.conditions, pack.achievements, pack.minions)
    found: Any = next((table[name] for table in tables if name in table), None)
    return line(found.name) if found else None


def mark(state: State, name: str) -> Line:
    """Name a condition."""
    return line(state.box.pack.conditions[name].name) if name != "poison" else line("poison")


def award(state: State, name: str) -> Line:
    """Name an achievement."""
    return line(state.box.pack.achievements[name].name)


def token(state: State, name: str) -> Line:
    """Name a thing on the board."""
    return line(state.box.pack.tokens[name].name)


def side(state: State, name: str) -> Line:
    """Name a tile side."""
    return line(state.box.pack.tiles[name].name)


def space(name: Name) -> str:
    """The short name of a space."""
    return name.partition("/")[2]


def corner(state: State, name: Name) -> Line:
    """Say in which part of its side a space lies, for those who do not see it."""
    side, _, short = name.partition("/")
    spaces = state.box.pack.tiles[side].spaces
    here, xs, ys = spaces[short], [s.x for s in spaces.values()], [s.y for s in spaces.values()]
    return CORNERS[third(here.y, ys)][third(here.x, xs)]


def third(value: float, all_values: list[float]) -> int:
    """Say in which third of a row a value lies."""
    low, high = min(all_values), max(all_values)
    return min(2, int(3 * (value - low) / (high - low or 1)))


def way(name: str) -> Line:
    """Name a way to explore: an exit by its colour, a flip space or a symbol."""
    kind, _, rest = name.partition("-")
    if kind != "exit":
        return POINTS[kind]
    colour = rest.partition("-")[0]
    return COLOURS.get(colour, line("the door"))


def question(pack: Pack, name: str) -> StoryQuestion | None:
    """Find a question in the chapters of a pack."""
    return next((chapter.questions[name] for chapter in pack.chapters.values() if name in chapter.questions), None)


def decision(pack: Pack, name: str, answer: str) -> Line | None:
    """Say what the party has answered to a question; nothing where the pack does not know it."""
    found = question(pack, name)
    if found is None or answer not in found.answers:
        return None
    return line("{question}: {answer}", question=line(found.name), answer=line(found.answers[answer].words))
