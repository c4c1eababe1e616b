"""Entering a side: story, encounter card, and the placing of minions."""

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.core.kit import bag
from mousehole.games.mystics.actions.leaves import waiting
from mousehole.games.mystics.board import initiative_track
from mousehole.games.mystics.board.board_queries import (
    FAR,
    foes_at,
    is_common,
    to_nearest_mouse,
    walkable,
)
from mousehole.games.mystics.board.changes import acting, push, tell, told_once
from mousehole.games.mystics.board.crowds import closed, crowd
from mousehole.games.mystics.board.figures import active, keeper, minion
from mousehole.games.mystics.board.placing_order import queue
from mousehole.games.mystics.content.content_types import Group, Laid, Minion, Place, Post
from mousehole.games.mystics.content.tile_graph import Name, full
from mousehole.games.mystics.effects.bees import swarm
from mousehole.games.mystics.moves import DONE, Card, Event, Put, Use, put
from mousehole.games.mystics.state import Foe, State, Token
from mousehole.games.mystics.tasks.effect_tasks import Context, Perform
from mousehole.games.mystics.tasks.round_tasks import Arrange, Arrival, Disguise, DrawEncounter, Enter, Meet

DISGUISES, RAT = "disguises", "rat"


def enter(state: State, task: Enter, event: Event | None) -> State:
    """Come to a side; the first time the chapter says what is there."""
    if state.side in state.explored:
        return meet_again(swarm(state))
    place = next((one for one in state.box.chapter.places if one.side == state.side), Place(state.side))
    state = replace(state, explored=(*state.explored, state.side), tally=(), greedy=())
    state = told_once(swarm(laid(state, (*state.ground.tokens, *place.tokens))), place.story)
    state = expecting(state, place)
    return push(state, Perform(place.do, Context(leader(state)))) if place.do else state


def expecting(state: State, place: Place) -> State:
    """Say who waits on a side: whom the chapter has put there, nobody, or whom an encounter card names."""
    if place.groups or place.posts:
        return meet_posted(state, place)  # MM-B24
    if not place.draws:
        return push(state, Arrival((), fresh=True))
    return push(state, DrawEncounter(place.ambush))  # MM-092, MM-093


def leader(state: State) -> str:
    """Name the mouse that came first: the one that explored, else the first of the party on the board."""
    card = state.acting.card
    return card if card in state.box.seat else active(state)[0].id


def laid(state: State, tokens: tuple[Laid, ...]) -> State:
    """Lay the tokens of a side."""
    new = tuple(Token(one.token, full(state.side, one.at)) for one in tokens)
    return replace(state, tokens=state.tokens + new)


def meet_posted(state: State, place: Place) -> State:
    """Meet the minions that the chapter has put there."""
    state, came = posted(state, place.posts)
    group = band(place.groups, state.page)
    kinds = queue(state, group.minions) if group else ()
    greedy = bool(group and group.greedy)
    return push(state, Arrival(kinds, greedy, place.ambush, True, came))


def meet_again(state: State) -> State:
    """Meet a boss from whom the party has flown; it has rested."""
    back = waiting(state, state.side)
    if not back:
        return state
    rest = tuple(one for one in state.shaken if one[1] != state.side)
    return push(replace(state, shaken=rest, tally=(), greedy=()), Arrival(back, fresh=True))


def posted(state: State, posts: tuple[Post, ...]) -> tuple[State, tuple[str, ...]]:
    """Put minions on the spaces the chapter names."""
    came: tuple[str, ...] = ()
    for post in posts:
        figure = unused(state, post.minion)
        if figure:
            state = stand(state, figure, full(state.side, post.at))
            came += (figure,)
    return state, came


def ask_draw_encounter(state: State, task: DrawEncounter) -> Chance[Event] | None:
    """Draw an encounter card by the cards left; the discards are shuffled when there are none."""
    deck = state.deck if bag.left(state.deck) else renewed(state)
    odds = tuple((Card("encounter", card), n) for card, n in bag.kinds(deck))
    return Chance(odds) if odds else None


def renewed(state: State) -> bag.Bag[str]:
    """Shuffle the discarded encounter cards."""
    return tuple((card, state.spent.count(card)) for card, _ in state.deck)  # MM-B45


def draw_encounter(state: State, task: DrawEncounter, event: Event | None) -> State:
    """Take the card; an earlier one that still lies face up is discarded."""
    if not isinstance(event, Card):
        return push(state, Arrival((), fresh=True))
    if not bag.left(state.deck):
        state = replace(state, deck=renewed(state), spent=())
    spent = (*state.spent, state.card) if state.card else state.spent  # MM-097
    state = replace(state, deck=bag.drawn(state.deck, event.card), spent=spent, card=event.card)  # MM-096, MM-098
    return push(tell(state, "encounter", event.card), Meet(event.card, task.ambush))


def meet(state: State, task: Meet, event: Event | None) -> State:
    """Follow an encounter card: first its environment, then the row of the hourglass."""
    card = state.box.pack.encounters[task.card]
    state = replace(state, rain=state.rain or card.rain, night=state.night or card.night)  # MM-B43, MM-188
    group = band(card.bands, state.page)
    assert group is not None
    arrival = Arrival(queue(state, group.minions), group.greedy, task.ambush or card.ambush, True)
    return push(state, Disguise(arrival))


def band(groups: tuple[Group, ...], page: int) -> Group | None:
    """Find the row for a page."""
    fitting = [group for group in groups if group.page <= page]
    return fitting[-1] if fitting else None  # MM-094


def ask_disguise(state: State, task: Disguise) -> Decide[Event] | None:
    """Let the party use its disguises when the card shows rats."""
    if DISGUISES not in state.stash or not any(is_rat(state, kind) for kind in task.arrival.kinds):
        return None
    return Decide(keeper(state), (Use(card=DISGUISES), DONE))


def is_rat(state: State, kind: str) -> bool:
    """Whether disguises work on a minion."""
    return is_common(minion(state, kind), RAT)


def disguise(state: State, task: Disguise, event: Event | None) -> State:
    """Go on, without the rats if they were fooled; the card is shuffled back."""
    arrival = task.arrival
    if isinstance(event, Use):
        arrival = replace(arrival, kinds=tuple(kind for kind in arrival.kinds if not is_rat(state, kind)))
        stash = tuple(card for card in state.stash if card != DISGUISES)
        search = tuple((card, n + (card == DISGUISES)) for card, n in state.search)
        state = tell(replace(state, stash=stash, search=search), "disguised")  # MM-B37
    return push(state, arrival)


def ask_arrival(state: State, task: Arrival) -> Decide[Event] | None:
    """Where several entry spaces are equally right the players choose."""
    if not task.kinds:
        return None
    figure = unused(state, task.kinds[0])
    spaces = doors(state, task) if figure else []
    return Decide(keeper(state), tuple([put(figure, space) for space in spaces])) if spaces else None


def arrival(state: State, task: Arrival, event: Event | None) -> State:
    """Place a minion; after the last one the cards are arranged."""
    if not task.kinds:
        return arranging(state, task)  # MM-095
    came = task.came
    if isinstance(event, Put):
        state = stand(state, event.token, event.at)
        came = (*came, event.token)
    return push(state, replace(task, kinds=task.kinds[1:], came=came))


def stand(state: State, figure: str, space: Name) -> State:
    """Put a new minion on a space."""
    kind = figure.rpartition("-")[0]
    found = minion(state, kind)
    body = (space,) if found.body else ()  # MM-140
    new = Foe(figure, kind, space, (0,) * len(found.cards), body=body)
    return tell(replace(state, foes=(*state.foes, new)), "comes", figure)


def unused(state: State, kind: str) -> str:
    """Name the next figure of a kind, or nothing when all are on the board."""
    there = [one.id for one in state.foes]
    for n in range(1, minion(state, kind).most + 1):
        name = f"{kind}-{n}"
        if name not in there:
            return name
    return ""


def doors(state: State, task: Arrival) -> list[Name]:
    """List the entry spaces that are equally right for the next minion."""
    kind = minion(state, task.kinds[0])
    if kind.size == "large":
        return best(state, wide(state, kind), 1)  # MM-216
    full = closed(state, kind)
    free = [space for space in state.ground.entries if space not in full]  # MM-B46
    if kind.attack == "ranged":
        special = [space for space in free if not state.ground.sites[space].terrain.limit]
        if special:
            return special[:1]  # MM-214
        return begun(state, best(state, free, -1), task)  # MM-215
    if kind.size != "small":
        return best(state, free, 1)  # MM-140
    return spread(state, free, task)


def wide(state: State, kind: Minion) -> list[Name]:
    """List the entry spaces that are not full, whoever is there; else the spaces nearest to them that are not."""
    entries, far = state.ground.entries, state.ground.far
    full = crowd(state).full if kind.flying else crowd(state).walled
    free = [space for space in state.ground.sites if walkable(state, space) and space not in full]
    away = [min([far[door].get(space, FAR) for door in entries]) for space in free]
    least = min(away, default=FAR)
    return [space for space, n in zip(free, away, strict=True) if n == least]  # MM-216


def best(state: State, spaces: list[Name], sign: int) -> list[Name]:
    """Keep the spaces nearest to the mice, or farthest with a negative sign."""
    far = [sign * to_nearest_mouse(state, space) for space in spaces]
    least = min(far, default=FAR)
    return [space for space, n in zip(spaces, far, strict=True) if n == least]


def begun(state: State, spaces: list[Name], task: Arrival) -> list[Name]:
    """Fill the space that this group has begun to fill."""
    started = [space for space in spaces if any(one.id in task.came for one in foes_at(state, space))]
    return started[:1] or spaces


def spread(state: State, spaces: list[Name], task: Arrival) -> list[Name]:
    """Keep the emptiest spaces; as long as there is one figure for each, nobody has to choose."""
    there = [space for one in state.foes for space in one.body or (one.at,)]
    crowd = [there.count(space) for space in spaces]
    fewest = min(crowd, default=0)
    emptiest = [space for space, n in zip(spaces, crowd, strict=True) if n == fewest]  # MM-217
    return emptiest[:1] if task.kinds.count(task.kinds[0]) >= len(emptiest) else emptiest


def arranging(state: State, task: Arrival) -> State:
    """Arrange the cards: all of them when the board was free of minions, else the new ones at the bottom."""
    kinds = tuple(dict.fromkeys(one.kind for one in state.foes if one.id in task.came))
    if task.greedy:
        state = replace(state, greedy=tuple(dict.fromkeys((*state.greedy, *kinds))))
    if task.fresh and all(one.id in task.came for one in state.foes):
        everybody = (
            *(one.id for one in state.mice),
            *(c for kind in kinds for c in initiative_track.cards_of(state, kind)),
        )
        state = acting(state, last=initiative_track.lowest_mouse(state, state.acting.card))
        return push(replace(state, track=(), place=-1), Arrange(everybody, task.came, True, task.ambush))  # MM-218
    known = {initiative_track.kind_of(card) for card in state.track}
    new = tuple(card for kind in kinds if kind not in known for card in initiative_track.cards_of(state, kind))
    if not new:
        return state
    return push(state, Arrange(new, task.came, False, task.ambush))  # MM-219
