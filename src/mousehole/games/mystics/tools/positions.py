"""Positions that authors write by hand: pages of TOML, the names in them, and the state built from them."""

from collections.abc import Container, Iterable, Iterator
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from mousehole.core.words import Line, UserError, line
from mousehole.games.mystics.board.figures import card_names, cards_of, minion
from mousehole.games.mystics.content.content_types import Count, Journey, Page
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.tile_graph import Name, full
from mousehole.games.mystics.effects.bees import swarm
from mousehole.games.mystics.moves import Carry, PackName, Players, SeatNumber, Setup
from mousehole.games.mystics.rules.engine import beginning, settled, starting_slot
from mousehole.games.mystics.state import SLOTS, Foe, Friend, Mouse, State, Token, begin_draft
from mousehole.games.mystics.tasks import NextCard


class MouseAt(Struct, frozen=True, forbid_unknown_fields=True):
    """A mouse of a position; without a space it is captured."""

    at: str = ""
    wounds: Count = 0
    poison: Count = 0
    cheese: Count = 0
    marks: tuple[str, ...] = ()
    worn: tuple[str, ...] | None = None  # none: its starting equipment
    pack: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    captures: Count = 0
    searched: tuple[str, ...] = ()
    lost: bool = False


class FoeAt(Struct, frozen=True, forbid_unknown_fields=True):
    """A minion of a position."""

    at: str
    wounds: Count | tuple[Count, ...] = 0
    marks: tuple[str, ...] = ()
    body: tuple[str, ...] = ()  # of a snake, from its tail to its head


class FriendAt(FoeAt, frozen=True):
    """An ally or a pet of a position."""

    owner: str = ""  # none: the first mouse


class TokenAt(Struct, frozen=True, forbid_unknown_fields=True):
    """A token of a position."""

    token: str
    at: str
    end: str = ""


class PagePosition(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position as a scenario spells it."""

    mice: dict[str, MouseAt]
    foes: dict[str, FoeAt] = field(default_factory=dict)
    friends: dict[str, FriendAt] = field(default_factory=dict)
    side: str = ""
    chapter: str = "c1"
    players: Players = 1
    steers: tuple[SeatNumber, ...] = ()
    searches: Literal["once", "until_found"] = "once"
    carry: Carry | None = None
    track: tuple[str, ...] = ()
    turn: str = ""
    page: Page = 1
    end: Page | None = None
    wheel: Count = 0
    rain: bool = False
    night: bool = False
    card: str = ""
    greedy: tuple[str, ...] = ()
    stash: tuple[str, ...] = ()
    bees: dict[str, str] = field(default_factory=dict)  # flower and host; the others are at home
    tokens: tuple[TokenAt, ...] | None = None  # none: those of the tile
    explored: tuple[str, ...] = ()
    up: tuple[str, ...] = ()
    search: tuple[str, ...] | None = None
    bin: tuple[str, ...] = ()
    deck: tuple[str, ...] | None = None
    spent: tuple[str, ...] = ()
    awards: dict[str, str] = field(default_factory=dict)
    tally: tuple[tuple[str, str], ...] = ()
    fallen: tuple[str, ...] = ()
    journeys: tuple[Journey, ...] = ()
    shaken: dict[str, str] = field(default_factory=dict)
    story: tuple[str, ...] = ()
    answers: dict[str, str] = field(default_factory=dict)


DIGITS = "0123456789"
ALL, MICE = ("forbidden",), ("forbidden", "gap", "deadly")  # terrain on which nobody can stand, and no mouse
Named = tuple[Iterable[str], Container[str]]


def misnamed(page: PagePosition, pack: Pack, side: str) -> Iterator[str]:
    """List what a position names that the content does not have."""
    for texts, known in (*of_content(page, pack), *of_spaces(page, pack, side), *of_track(page, pack)):
        yield from (name for name in texts if name not in known)


def of_content(page: PagePosition, pack: Pack) -> Iterator[Named]:
    """Pair the names of cards, marks and the like with what there is."""
    kinds = {kind for one in pack.minions.values() for kind in one.kinds}
    for one in page.mice.values():
        yield (*(one.worn or ()), *one.pack), pack.items
        yield one.marks, pack.conditions
        yield one.abilities, pack.abilities
    yield (mark for one in figures(page) for mark in one.marks), pack.conditions
    yield (name.rstrip(DIGITS) for name in (*page.foes, *page.friends)), {f"{kind}-" for kind in pack.minions}
    yield (one.owner for one in page.friends.values() if one.owner), page.mice
    yield (host for host in page.bees.values() if host), {*page.mice, *page.foes, *page.friends}
    yield (*page.fallen, *page.shaken, *page.greedy), pack.minions
    yield (*page.stash, *page.bin, *(page.search or ())), pack.items
    yield (*page.spent, *(page.deck or ()), *((page.card,) if page.card else ())), pack.encounters
    yield (one.token for one in page.tokens or ()), pack.tokens
    yield page.awards, pack.achievements
    yield (name for name in page.awards.values() if name), pack.heroes
    yield page.story, pack.campaign.tokens
    questions = {name: one for chapter in pack.chapters.values() for name, one in chapter.questions.items()}
    yield page.answers, questions
    for name, answer in page.answers.items():
        yield (answer,), questions[name].answers if name in questions else (answer,)
    yield (name for name, _ in page.tally), pack.heroes
    yield (kind for _, kind in page.tally), kinds


def of_spaces(page: PagePosition, pack: Pack, side: str) -> Iterator[Named]:
    """Pair the spaces and sides with those of the tiles."""
    spaces = {space for ground in pack.grounds.values() for space in ground.sites}
    standing = [*(one.at for one in page.mice.values() if one.at), *(one.at for one in figures(page))]
    bodies = [space for one in figures(page) for space in one.body]
    laid = [space for one in page.tokens or () for space in (one.at, one.end) if space]
    yield (full(side, space) for space in (*standing, *bodies)), spaces
    yield (on_side(side, space) for space in laid), spaces
    yield (side, *page.explored, *page.up, *page.shaken.values(), *(way.to for way in page.journeys)), pack.grounds


def on_side(side: str, space: str) -> Name:
    """Spell out a space of this side; those of other sides are named with their side."""
    return space if "/" in space else full(side, space)


def of_track(page: PagePosition, pack: Pack) -> Iterator[Named]:
    """Pair the cards of the track with those of mice and minions."""
    stacks = {kind for kind, one in pack.minions.items() if one.stacked}
    yield page.track, {*page.mice, *stacks, *(card for kind in pack.minions for card in card_names(pack, kind))}


def figures(page: PagePosition) -> Iterator[FoeAt]:
    """List minions, allies and pets."""
    yield from page.foes.values()
    yield from page.friends.values()


class NoPosition(UserError):
    """A position names something that does not exist."""

    def __init__(self, name: str) -> None:
        super().__init__(line("the position names {name}, which does not exist", name=name))


class Unplayable(UserError):
    """Nobody could play a position."""


def state_of(page: PagePosition, pack: PackName | None = None) -> State:
    """Set up a position and let the card in turn begin."""
    party = tuple(page.mice)
    if not party:
        raise Unplayable(line("a position needs a mouse"))
    if page.steers and len(page.steers) != len(party):
        raise Unplayable(line("steers needs a seat for every mouse"))
    setup = Setup(page.players, page.chapter, party, page.steers, page.carry, pack, page.searches)
    try:
        return begun(page, beginning(setup))
    except KeyError as error:
        raise NoPosition(str(error.args[0])) from None


def begun(page: PagePosition, state: State) -> State:
    """Put everything on its place."""
    side = page.side or state.side
    for name in misnamed(page, state.box.pack, side):
        raise NoPosition(name)
    for reason in impossible(page, state, side):
        raise Unplayable(reason)
    state = replace(state, side=side, explored=(side, *page.explored), agenda=())
    state = replace(
        state,
        mice=tuple(mouse(state, name, one) for name, one in page.mice.items()),
        foes=tuple(foe(state, name, one) for name, one in page.foes.items()),
        friends=tuple(friend(state, name, one) for name, one in page.friends.items()),
        tokens=tokens(state, page.tokens),
        up=page.up or tuple(side if state.ground.tile == p.tile else p.up for p in state.box.chapter.tiles),
    )
    state = decks(state, page)
    state = replace(
        state,
        page=page.page,
        end=page.end or state.end,
        wheel=page.wheel,
        rain=page.rain,
        night=page.night,
        card=page.card,
        greedy=page.greedy,
        stash=page.stash,
        bees=tuple(replace(bee, host=page.bees.get(bee.home.partition("/")[2], "")) for bee in swarm(state)),
        awards=tuple(page.awards.items()),
        tally=page.tally,
        fallen=page.fallen,
        journeys=page.journeys,
        shaken=tuple(page.shaken.items()),
        story=page.story or state.story,
        answers=tuple(page.answers.items()) or state.answers,
    )
    return turned(state, page)


def impossible(page: PagePosition, state: State, side: str) -> Iterator[Line]:
    """List what cannot be on the board, though everything it names exists."""
    pack, tiles = state.box.pack, state.box.chapter.tiles
    if page.wheel >= pack.rules.wheel:
        yield line("a full wheel of {n} cheese surges at once: lay fewer", n=pack.rules.wheel)  # MM-255
    if page.up and len(page.up) != len(tiles):
        yield line("up names one side for each of the {n} tiles", n=len(tiles))
    elif page.up and any(pack.grounds[up].tile != one.tile for up, one in zip(page.up, tiles, strict=True)):
        yield line("up names sides of the tiles of the chapter, in their order")
    twice = (card for number, card in enumerate(page.track) if card in page.track[:number])
    yield from (line("{name} is on the track twice", name=card) for card in twice)
    for name, one in page.mice.items():
        yield from impossible_mouse(state, side, name, one)
    yield from impossible_places(page, pack, side)
    flowers = {token.at for token in tokens(replace(state, side=side), page.tokens) if pack.tokens[token.kind].bee}
    homes = (space for space in page.bees if full(side, space) not in flowers)
    yield from (line("no bee lives on {space}", space=space) for space in homes)


def impossible_places(page: PagePosition, pack: Pack, side: str) -> Iterator[Line]:
    """List spaces on which nobody can stand, and tokens that lie on too many or too few."""
    standing = [*((one.at, MICE) for one in page.mice.values() if one.at), *((one.at, ALL) for one in figures(page))]
    for space, closed in standing:
        if pack.grounds[side].sites[full(side, space)].terrain.enter in closed:
            yield line("nobody can stand on {space}", space=space)
    for token in page.tokens or ():
        hook = pack.tokens[token.token].kind == "hook"
        if hook and not token.end:
            yield line("{token} lies on two spaces and needs an end", token=token.token)
        elif token.end and not hook:
            yield line("{token} lies on one space and has no end", token=token.token)


def impossible_mouse(state: State, side: str, name: str, one: MouseAt) -> Iterator[Line]:
    """List what cannot be true of a mouse."""
    life = state.box.heroes[name].life
    if one.at and one.wounds + one.poison >= life:
        yield line("{name} is captured at {n} wounds, and stands nowhere", name=name, n=life)
    items, paws = state.box.pack.items, 0
    slots = [items[card].slot for card in one.worn or ()]
    for card, slot in zip(one.worn or (), slots, strict=True):
        paws += items[card].paws if slot == "paw" else 0
        if slot is None or paws > 2 or (slot != "paw" and slots.count(slot) > 1):
            yield line("{name} cannot wear {card}", name=name, card=card)


def turned(state: State, page: PagePosition) -> State:
    """Lay the track and give the card in turn its turn."""
    kinds = dict.fromkeys(one.kind for one in state.foes)
    track = page.track or (*page.mice, *(card for kind in kinds for card in cards_of(state, kind)))
    if page.turn and page.turn not in track:
        raise Unplayable(line("it is the turn of {name}, which is not on the track", name=page.turn))
    place = track.index(page.turn) if page.turn else 0
    started = replace(state, track=track, place=place - 1, done=track[:place], agenda=(NextCard(),))
    return settled(begin_draft(started))


def mouse(state: State, name: str, page: MouseAt) -> Mouse:
    """Put a mouse on its space."""
    one = next(other for other in state.mice if other.id == name)
    worn = one.worn if page.worn is None else dressed(state, page.worn)
    return Mouse(
        name,
        full(state.side, page.at) if page.at else "",
        page.wounds,
        page.poison,
        page.cheese,
        page.marks,
        worn,
        page.pack,
        page.abilities,
        page.searched,
        page.captures,
        page.lost,
    )


def dressed(state: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Put cards into the slots where they fit."""
    worn = [""] * len(SLOTS)
    for card in cards:
        worn[starting_slot(state.box.pack.items[card], worn)] = card
    return tuple(worn)


def foe(state: State, name: str, page: FoeAt) -> Foe:
    """Put a minion on its space."""
    kind = name.rpartition("-")[0]
    cards = len(minion(state, kind).cards)
    wounds = page.wounds if isinstance(page.wounds, tuple) else (page.wounds,) + (0,) * (cards - 1)
    coiled = (page.at,) if minion(state, kind).body else ()
    body = tuple(full(state.side, space) for space in page.body or coiled)
    return Foe(name, kind, full(state.side, page.at), wounds, page.marks, body)


def friend(state: State, name: str, page: FriendAt) -> Friend:
    """Put an ally or a pet on its space."""
    one = foe(state, name, page)
    return Friend(one.id, one.kind, one.at, one.wounds, one.marks, owner=page.owner or state.mice[0].id)


def tokens(state: State, page: tuple[TokenAt, ...] | None) -> tuple[Token, ...]:
    """Lay the tokens."""
    if page is None:
        return tuple(Token(laid.token, full(state.side, laid.at)) for laid in state.ground.tokens)
    return tuple(
        Token(one.token, on_side(state.side, one.at), on_side(state.side, one.end) if one.end else "") for one in page
    )


def decks(state: State, page: PagePosition) -> State:
    """Stack the decks as the scenario says."""
    changes: dict[str, Any] = {"bin": page.bin, "spent": page.spent}
    if page.search is not None:
        changes["search"] = tuple((card, page.search.count(card)) for card, _ in state.search)
    if page.deck is not None:
        changes["deck"] = tuple((card, page.deck.count(card)) for card, _ in state.deck)
    return replace(state, **changes)
