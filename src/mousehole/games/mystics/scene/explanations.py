"""What everything on the board is and does: two lines for each key of a scene, said when somebody asks."""

from collections.abc import Callable
from typing import TypeAlias

from mousehole.core.words import Line, line
from mousehole.games.mystics.board.figures import figure, top_card
from mousehole.games.mystics.content.content_types import Minion
from mousehole.games.mystics.rules.exploring import exit_way, flip_way, symbol
from mousehole.games.mystics.scene.panels import card_words
from mousehole.games.mystics.state import Foe, Mouse, State
from mousehole.games.mystics.story import names

Words: TypeAlias = Line | None
FIXED = {
    "tray": line("Here the dice fall. Swords hit close by, bows from afar, shields block, a star passes a test."),
    "die": line(
        "A sword hits close by, a bow from afar, a shield blocks, a star passes a test, a cheese feeds its owner."
    ),
    "stash": line("What the whole party shares: any mouse may lay it out in its turn."),
    "wheel": line("The minion wheel: cheese that minions roll lands here. When it is full, a surge of minions comes."),
    "cheese": line("A cheese of the minions. When the wheel is full, a surge of minions comes."),
    "page": line("The pages of the story. When the hourglass reaches the end of the chapter, it is lost."),
    "hourglass": line("The time that is left: it moves on with every surge and every captured mouse."),
    "moon": line("It is night: nobody sees far."),
    "night": line("It is night: nobody sees far."),
    "rain": line("It rains: every current carries twice as far."),
    "rainfall": line("It rains: every current carries twice as far."),
    "entry": line("Minions come in here."),
    "exit": line("A way off this tile: a mouse beside it may explore, once no minion is left."),
    "way": line("A way to the other side or another tile: a mouse on this space may explore, once no minion is left."),
    "path": line("A path: mice and minions walk along it, one point a step."),
    "wall": line("A wall: nobody walks or sees through it."),
    "current": line("The current: whoever swims here drifts this way at the end of the turn."),
    "bee": line(
        "A bee: it follows a mouse that ends its turn near its flower, and costs it a die in attack and defence."
    ),
    "life": line("The life that is left. Without any, a mouse is captured and a minion defeated."),
    "yellow": line("A yellow line: three points up, one down."),
    "red": line("A red line: no mouse gets over it on foot."),
}


def explanation(state: State, key: str) -> Words:
    """Say what a thing of the scene is and does."""
    if key in state.ground.sites:
        return line(state.ground.sites[key].terrain.words)
    if key == "tile":
        return line(state.ground.page.words)
    for part in ("-dread-", "-shadow-", "-edge-", "-ring-", "-diamond-"):
        key = key.partition(part)[0]
    if (one := figure(state, key)) is not None:
        return of_figure(state, one)
    kind, _, rest = key.partition("-")
    return KINDS[kind](state, rest) if kind in KINDS else FIXED.get(kind)


def of_figure(state: State, one: Mouse | Foe) -> Line:
    """Say what a figure can do."""
    if isinstance(one, Mouse):
        hero = state.box.heroes[one.id]
        return line("{gift}: {words}", gift=line(hero.innate.name), words=line(hero.innate.words))
    kind = state.box.pack.minions[one.kind]
    return of_minion(kind, top_card(state, one) if kind.stacked else 0)


def of_minion(minion: Minion, place: int) -> Line:
    """Say how strong a creature is and what it does."""
    card = minion.cards[place]
    return line(
        "Attacks with {battle} dice, defends with {defence}. Life: {life}. {words}",
        battle=card.battle,
        defence=card.defence,
        life=max(1, card.life),
        words=line(minion.words),
    )


def of_card(state: State, card: str) -> Words:
    """Say who acts when a card of the track comes up."""
    name = card.partition("/")[0]
    if name in state.box.heroes:
        return of_figure(state, next(one for one in state.mice if one.id == name))
    if name not in state.box.pack.minions:
        return None
    said = of_minion(state.box.pack.minions[name], 0)
    there = tuple(names.figure(state, one.id) for one in state.foes if one.kind == name)
    return line("{figures}. {words}", figures=line("{figures}", figures=there), words=said) if there else said


def of_place(state: State, place: str) -> Words:
    """Say whose place of the track it is."""
    return of_card(state, state.track[int(place)])


def of_token(state: State, name: str) -> Words:
    """Say what a thing that lies about does."""
    thing = state.box.pack.tokens.get(name.rpartition("-")[0])
    return line(thing.words) if thing else None


def of_stash(state: State, name: str) -> Words:
    """Say what a thing of the party does."""
    if not name:
        return FIXED["stash"]
    items, tokens = state.box.pack.items, state.box.pack.tokens
    return card_words(state, name) if name in items else line(tokens[name].words) if name in tokens else None


def of_mark(state: State, name: str) -> Words:
    """Say what a marker on a figure does."""
    condition = next((mark for mark in state.box.pack.conditions if name.endswith(f"-{mark}")), "")
    return line(state.box.pack.conditions[condition].words) if condition else None


def of_line(state: State, number: str) -> Words:
    """Say what a line across a path does."""
    return FIXED[state.ground.page.lines[int(number)].kind]


def of_exit(state: State, name: str) -> Words:
    """Say what a door is, and where it leads to as far as the party knows."""
    doors = [way for way in state.ground.exits if f"{way.colour}-{way.edge}" == name]
    led = exit_way(state, state.ground, doors[0]) if doors else None
    return beyond(state, "exit", led[1] if led else None)


def of_way(state: State, name: str) -> Words:
    """Say what a flip space or a symbol is, and where it leads to as far as the party knows."""
    ground = state.ground
    if name.startswith("flip"):
        led = flip_way(state, ground)
        return beyond(state, "way", led[1] if led else None)
    leads = [point.leads for n, point in enumerate(ground.points) if symbol(ground, n) == name]
    return beyond(state, "way", leads[0] if leads else "")


def beyond(state: State, kind: str, side: str | None) -> Line:
    """Say what a way is, and the side that lies behind it where the party has been there; None for nothing at all."""
    if side is None:
        return line("{words} In this chapter nothing lies behind it.", words=FIXED[kind])
    if side in state.explored:
        return line("{words} It leads to: {side}.", words=FIXED[kind], side=names.side(state, side))
    return line("{words} Nobody has been behind it yet.", words=FIXED[kind])


KINDS: dict[str, Callable[[State, str], Words]] = {
    "card": of_card,
    "track": of_place,
    "token": of_token,
    "end": of_token,
    "stash": of_stash,
    "mark": of_mark,
    "line": of_line,
    "exit": of_exit,
    "way": of_way,
}
