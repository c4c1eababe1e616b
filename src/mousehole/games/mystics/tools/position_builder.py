"""Any position, set up from a few words: what scenario files say before they play."""

from typing import Any

from msgspec.structs import replace

from mousehole.core.words import Trouble, line
from mousehole.games.mystics.board.figures import minion
from mousehole.games.mystics.board.initiative_track import cards_of
from mousehole.games.mystics.content.tile_graph import full
from mousehole.games.mystics.effects.bees import swarm
from mousehole.games.mystics.moves import PackName, Setup
from mousehole.games.mystics.rules.beginning import beginning, slot
from mousehole.games.mystics.rules.engine import settled
from mousehole.games.mystics.state import SLOTS, Foe, Friend, Mouse, State, Token
from mousehole.games.mystics.tasks.round_tasks import NextCard
from mousehole.games.mystics.tools.position_names import misnamed, on_side
from mousehole.games.mystics.tools.position_page import FoeAt, FriendAt, MouseAt, Position, TokenAt


class NoPosition(Trouble):
    """A position names something that does not exist."""

    def __init__(self, name: str) -> None:
        super().__init__(line("the position names {name}, which does not exist", name=name))


class Unplayable(Trouble):
    """Nobody could play a position."""


def state_of(page: Position, pack: PackName | None = None) -> State:
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


def begun(page: Position, state: State) -> State:
    """Put everything on its place."""
    side = page.side or state.side
    for name in misnamed(page, state.box.pack, side):
        raise NoPosition(name)
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
        bees=tuple(replace(bee, host=page.bees.get(bee.home.partition("/")[2], "")) for bee in swarm(state).bees),
        awards=tuple(page.awards.items()),
        tally=page.tally,
        fallen=page.fallen,
        journeys=page.journeys,
        shaken=tuple(page.shaken.items()),
    )
    return turned(state, page)


def turned(state: State, page: Position) -> State:
    """Lay the track and give the card in turn its turn."""
    kinds = dict.fromkeys(one.kind for one in state.foes)
    track = page.track or (*page.mice, *(card for kind in kinds for card in cards_of(state, kind)))
    if page.turn and page.turn not in track:
        raise Unplayable(line("it is the turn of {name}, which is not on the track", name=page.turn))
    place = track.index(page.turn) if page.turn else 0
    return settled(replace(state, track=track, place=place - 1, done=track[:place], agenda=(NextCard(),)))


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
        worn[slot(state.box.pack.items[card], worn)] = card
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


def decks(state: State, page: Position) -> State:
    """Stack the decks as the scenario says."""
    changes: dict[str, Any] = {"bin": page.bin, "spent": page.spent}
    if page.search is not None:
        changes["search"] = tuple((card, page.search.count(card)) for card, _ in state.search)
    if page.deck is not None:
        changes["deck"] = tuple((card, page.deck.count(card)) for card, _ in state.deck)
    return replace(state, **changes)
