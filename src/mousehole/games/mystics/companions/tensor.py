"""Mice and Mystics as numbers: a digest of the position, and the actions by their places in the list.

What a chapter may offer has no end, so an id is the number of an action in the list, and its features say what it is.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, get_args

from mousehole.core.game import Decide
from mousehole.core.tensor import Block, Ids, Spec, Tensor, one_of
from mousehole.games.mystics.board.figures import figure
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.moves import (
    Choose,
    Do,
    Done,
    End,
    Equip,
    Event,
    Give,
    Learn,
    Move,
    Put,
    Share,
    Step,
    Take,
    Target,
    Use,
)
from mousehole.games.mystics.rules.engine import turn
from mousehole.games.mystics.state import Foe, Mouse, State
from mousehole.games.mystics.tasks import AnyTask

LISTED = 64  # actions that have an id; no chapter of ours offers more than 20
MAX_COUNT = 255
KINDS: tuple[type, ...] = (Move, Step, Do, Target, Put, Use, Share, Give, Take, Equip, Learn, Choose, Done, End)
DEEDS = ("battle", "explore", "recover", "scurry", "search", "take")
TASKS = get_args(AnyTask)
STANDING = ("wounds", "poison", "cheese", "captures")


def spec(state: State) -> Spec:
    """What the numbers mean with the content of a position."""
    return _spec(state.box.pack)


@lru_cache(16)
def _spec(pack: Pack) -> Spec:
    actions = (Ids("action", "The action at this place of the list.", (LISTED,)),)
    return Spec(actions, (*_scene(pack), *_party(pack)), _features(pack))


def _scene(pack: Pack) -> tuple[Block, ...]:
    board = (spaces(pack),)
    return (
        Block("task", "What is decided, in the order of the engine's steps.", (len(TASKS),)),
        Block("side", "The tile side that the mice are on.", (len(pack.grounds),)),
        Block("terrain", "Spaces of each terrain.", (len(pack.terrain), *board)),
        Block("tokens", "Tokens of each kind on each space.", (len(pack.tokens), *board), most=MAX_COUNT),
        Block("foes", "Minions of each kind on each space.", (len(pack.minions), *board), most=MAX_COUNT),
        Block("foe_wounds", "Their wounds.", (len(pack.minions), *board), most=MAX_COUNT),
        Block("friends", "Allies and pets of each kind on each space.", (len(pack.minions), *board), most=MAX_COUNT),
        Block("story", "Pages left, wheel, cheese in supply, night, rain.", (5,), most=MAX_COUNT),
        Block("acting", "Movement points, bonus, actions left, whether the die is rolled.", (4,), most=MAX_COUNT),
        Block("mine", "The seat that looks is the one that decides.", (1,)),
    )


def _party(pack: Pack) -> tuple[Block, ...]:
    heroes = len(pack.heroes)
    return (
        Block("mice", "Where each hero is.", (heroes, spaces(pack))),
        Block("turn", "The hero whose card is in turn.", (heroes,)),
        Block("own", "Heroes that the seat that looks decides for.", (heroes,)),
        Block("standing", "Wounds, poison, cheese and captures of each hero.", (heroes, len(STANDING)), most=MAX_COUNT),
        Block("marks", "Conditions of each hero.", (heroes, len(pack.conditions))),
        Block("worn", "Items that each hero wears.", (heroes, len(pack.items))),
        Block("pack", "Items in the pack of each hero.", (heroes, len(pack.items))),
        Block("abilities", "Abilities of each hero.", (heroes, len(pack.abilities))),
    )


def _features(pack: Pack) -> tuple[Block, ...]:
    return (
        Block("kind", "What kind of action it is, in the order of moves.py.", (len(KINDS),)),
        Block("deed", f"What the action is spent on: {', '.join(DEEDS)}.", (len(DEEDS),)),
        Block("to", "The space it is about, or that of the figure.", (spaces(pack),)),
        Block("hero", "The hero it is about.", (len(pack.heroes),)),
        Block("minion", "The kind of minion it is about.", (len(pack.minions),)),
        Block("item", "The item it is about.", (len(pack.items),)),
        Block("ability", "The ability it is about.", (len(pack.abilities),)),
    )


@lru_cache(16)
def spaces(pack: Pack) -> int:
    """How many spaces the largest tile side has."""
    return max(len(ground.sites) for ground in pack.grounds.values())


def listed(state: State) -> tuple[Event, ...]:
    """The actions that have an id."""
    asked = turn(state)
    return asked.actions[:LISTED] if isinstance(asked, Decide) else ()


def numbers(state: State) -> Mapping[Event, int]:
    """The ids of the actions in the list."""
    return {action: number for number, action in enumerate(listed(state))}


def action(state: State, number: int) -> Event:
    """The action with an id."""
    return listed(state)[number]


def observe(state: State, seat: int) -> bytes:
    """What a seat sees, as the spec names it."""
    return surroundings(state, seat) + party(state, seat)


def surroundings(state: State, seat: int) -> bytes:
    """What is asked, the board, and how far the story has come."""
    asked, task, acting = turn(state), type(state.agenda[-1]), state.acting
    told = (state.end - state.page, state.wheel, state.supply, state.night, state.rain)
    steps = (acting.points, acting.bonus, acting.actions, acting.rolled)
    return (
        one_of(len(TASKS), TASKS.index(task) if task in TASKS else -1)
        + marked((state.side,), state.box.pack.grounds)
        + board(state)
        + bytes(min(max(n, 0), MAX_COUNT) for n in (*told, *steps))
        + bytes([isinstance(asked, Decide) and asked.seat == seat])
    )


def board(state: State) -> bytes:
    """The spaces of the tile side, and who and what is there."""
    pack, sites = state.box.pack, state.ground.sites
    terrain = b"".join(padded((site.kind == kind for site in sites.values()), pack) for kind in pack.terrain)
    things = counted(state, ((token.kind, token.at, 1) for token in state.tokens), tuple(pack.tokens))
    foes, friends = [(foe.kind, foe.at, 1) for foe in state.foes], [(one.kind, one.at, 1) for one in state.friends]
    wounds = [(foe.kind, foe.at, sum(foe.wounds)) for foe in state.foes]
    figures = (counted(state, rows, tuple(pack.minions)) for rows in (foes, wounds, friends))
    return terrain + things + b"".join(figures)


def party(state: State, seat: int) -> bytes:
    """The heroes, one after another in the order of the content; who stayed at home is all zeros."""
    pack, seats = state.box.pack, state.box.seat
    mice: dict[str, Mouse] = {mouse.id: mouse for mouse in state.mice}
    heroes = [mice.get(name) for name in pack.heroes]
    at = b"".join(one_of(spaces(pack), place(state, mouse.at) if mouse else -1) for mouse in heroes)
    standing = bytes(min(getattr(mouse, name), MAX_COUNT) if mouse else 0 for mouse in heroes for name in STANDING)
    owned = bytes(seats.get(name) == seat for name in pack.heroes)
    belongings = [
        b"".join(marked(getattr(mouse, name) if mouse else (), kinds) for mouse in heroes)
        for name, kinds in (
            ("marks", pack.conditions),
            ("worn", pack.items),
            ("pack", pack.items),
            ("abilities", pack.abilities),
        )
    ]
    return at + marked((state.acting.card,), pack.heroes) + owned + standing + b"".join(belongings)


def features(state: State, offered: Sequence[Event]) -> bytes:
    """What each action of the list is; the rows after it are empty."""
    rows = [feature(state, action) for action in offered[:LISTED]]
    return b"".join(rows) + bytes((LISTED - len(rows)) * spec(state).width)


def feature(state: State, action: Any) -> bytes:
    """What an action is about."""
    pack = state.box.pack
    words = {getattr(action, name, "") for name in ("card", "ability", "option", "token", "figure", "partner")}
    one = figure(state, getattr(action, "figure", ""))
    to = getattr(action, "to", "") or getattr(action, "at", "") or (one.at if one else "")
    kind = one.kind if isinstance(one, Foe) else ""
    return (
        one_of(len(KINDS), KINDS.index(type(action)))
        + one_of(len(DEEDS), index(DEEDS, getattr(action, "action", "")))
        + one_of(spaces(pack), place(state, to))
        + marked(words, pack.heroes)
        + marked((kind,), pack.minions)
        + marked(words, pack.items)
        + marked(words, pack.abilities)
    )


def place(state: State, name: str) -> int:
    """The number of a space on the tile side of the mice, or -1."""
    return index(tuple(state.ground.sites), name)


def index(names: Sequence[str], name: str) -> int:
    """The place of a name, or -1."""
    return names.index(name) if name in names else -1


def marked(names: Iterable[str], kinds: Iterable[str]) -> bytes:
    """A byte for each kind: whether it is among the names."""
    known = set(names)
    return bytes(kind in known for kind in kinds)


def padded(row: Iterable[int], pack: Pack) -> bytes:
    """A row over the spaces of a side, as long as for the largest side."""
    return bytes(row).ljust(spaces(pack), b"\0")


def counted(state: State, rows: Iterable[tuple[str, str, int]], kinds: Sequence[str]) -> bytes:
    """How many there are of each kind on each space."""
    size = spaces(state.box.pack)
    found = bytearray(len(kinds) * size)
    for kind, at, amount in rows:
        where = place(state, at)
        if where >= 0:
            there = kinds.index(kind) * size + where
            found[there] = min(found[there] + amount, MAX_COUNT)
    return bytes(found)


TENSOR = Tensor(spec, numbers, action, observe, features)
