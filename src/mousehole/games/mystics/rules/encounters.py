"""Entering a side: story, encounter card, and the placing of minions."""

from msgspec.structs import replace

from mousehole.core import kit
from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.actions.water import bosses_waiting
from mousehole.games.mystics.board.figures import (
    Steps,
    active,
    cards_of,
    discard_encounter,
    keeper,
    kind_of,
    lowest_mouse,
    minion,
    placing_order,
    push,
    ready,
    set_acting,
    task_step,
    tell,
    tell_story,
)
from mousehole.games.mystics.board.queries import FAR, closed, crowd, foes_at, is_common, to_nearest_mouse, walkable
from mousehole.games.mystics.content.content_types import Group, Minion, Post, SideSetup, TokenPlacement
from mousehole.games.mystics.content.tile_graph import Name, full
from mousehole.games.mystics.effects.bees import swarm
from mousehole.games.mystics.effects.triggers import failed_when
from mousehole.games.mystics.moves import DONE, Card, Event, Put, Use, put
from mousehole.games.mystics.state import AnyState, Draft, Foe, Token
from mousehole.games.mystics.tasks import Arrange, Arrival, Context, Disguise, DrawEncounter, Enter, Meet, Perform

DISGUISES, RAT = "disguises", "rat"


def enter(draft: Draft, task: Enter, event: Event | None) -> None:
    """Come to a side; the first time the chapter says what is there."""
    if draft.side in draft.explored:
        draft.bees = swarm(draft)
        meet_again(draft)
        return
    place = place_of(draft)
    draft.explored = (*draft.explored, draft.side)
    draft.tally = ()
    draft.greedy = ()
    lay_tokens(draft, (*draft.ground.tokens, *place.tokens))
    draft.bees = swarm(draft)
    tell_story(draft, place.story)
    expect(draft, place)
    if place.do:
        push(draft, Perform(place.do, Context(leader(draft))))


def place_of(state: AnyState) -> SideSetup:
    """What the chapter does on this side: of several rows, the first that fits what the party has done."""
    context = Context(leader(state))
    fitting = (
        one
        for one in state.box.chapter.places
        if one.side == state.side and failed_when(state, one.when, context) is None
    )
    return next(fitting, SideSetup(state.side))  # MM-B56


def expect(draft: Draft, place: SideSetup) -> None:
    """Say who waits on a side: whom the chapter has put there, nobody, or whom an encounter card names."""
    if place.groups or place.posts:
        meet_posted(draft, place)  # MM-B24
        return
    if not place.draws:
        discard_encounter(draft)  # MM-097
        push(draft, Arrival((), fresh=True))
        return
    push(draft, DrawEncounter(place.ambush))  # MM-092, MM-093


def leader(state: AnyState) -> str:
    """Name the mouse that came first: the one that explored, else the first of the party on the board."""
    card = state.acting.card
    return card if card in state.box.seat else active(state)[0].id


def lay_tokens(draft: Draft, tokens: tuple[TokenPlacement, ...]) -> None:
    """Lay the tokens of a side."""
    new = tuple(Token(one.token, full(draft.side, one.at)) for one in tokens)
    draft.tokens += new


def meet_posted(draft: Draft, place: SideSetup) -> None:
    """Meet the minions that the chapter has put there."""
    discard_encounter(draft)  # MM-097
    came = post_minions(draft, place.posts)
    group = band(place.groups, draft.page)
    kinds = placing_order(draft, group.minions) if group else ()
    greedy = bool(group and group.greedy)
    push(draft, Arrival(kinds, greedy, place.ambush, True, came))


def meet_again(draft: Draft) -> None:
    """Meet a boss from whom the party has flown; it has rested."""
    back = bosses_waiting(draft, draft.side)
    if not back:
        return
    rest = tuple(one for one in draft.shaken if one[1] != draft.side)
    draft.shaken = rest
    draft.tally = ()
    draft.greedy = ()
    discard_encounter(draft)  # MM-097
    push(draft, Arrival(back, fresh=True))


def post_minions(draft: Draft, posts: tuple[Post, ...]) -> tuple[str, ...]:
    """Put minions on the spaces the chapter names, and list them."""
    came: tuple[str, ...] = ()
    for post in posts:
        figure = unused(draft, post.minion)
        if figure:
            stand(draft, figure, full(draft.side, post.at))
            came += (figure,)
    return came


def ask_draw_encounter(state: AnyState, task: DrawEncounter) -> Chance[Event] | None:
    """Draw an encounter card by the cards left; the discards are shuffled when there are none."""
    deck = state.deck if kit.bag_count(state.deck) else renewed(state)
    odds = tuple((Card("encounter", card), n) for card, n in kit.drawable(deck))
    return Chance(odds) if odds else None


def renewed(state: AnyState) -> kit.Bag[str]:
    """Shuffle the discarded encounter cards."""
    return tuple((card, state.spent.count(card)) for card, _ in state.deck)  # MM-B45


def draw_encounter(draft: Draft, task: DrawEncounter, event: Event | None) -> None:
    """Take the card and lay it face up."""
    if not isinstance(event, Card):
        discard_encounter(draft)  # MM-097
        push(draft, Arrival((), fresh=True))
        return
    if not kit.bag_count(draft.deck):
        draft.deck = renewed(draft)
        draft.spent = ()
    discard_encounter(draft)  # MM-097
    draft.deck = kit.draw_one(draft.deck, event.card)  # MM-096, MM-098
    draft.card = event.card
    tell(draft, "encounter", event.card)
    push(draft, Meet(event.card, task.ambush))


def meet(draft: Draft, task: Meet, event: Event | None) -> None:
    """Follow an encounter card: first its environment, then the row of the hourglass."""
    card = draft.box.pack.encounters[task.card]
    draft.rain = draft.rain or card.rain  # MM-B43, MM-188
    draft.night = draft.night or card.night
    group = band(card.bands, draft.page)
    assert group is not None
    arrival = Arrival(placing_order(draft, group.minions), group.greedy, task.ambush or card.ambush, True)
    push(draft, Disguise(arrival))


def band(groups: tuple[Group, ...], page: int) -> Group | None:
    """Find the row for a page."""
    fitting = [group for group in groups if group.page <= page]
    return fitting[-1] if fitting else None  # MM-094


def ask_disguise(state: AnyState, task: Disguise) -> Decide[Event] | None:
    """Let the party use its disguises when the card shows rats."""
    if DISGUISES not in state.stash or not any(is_rat(state, kind) for kind in task.arrival.kinds):
        return None
    return Decide(keeper(state), (Use(card=DISGUISES), DONE))


def is_rat(state: AnyState, kind: str) -> bool:
    """Whether disguises work on a minion."""
    return is_common(minion(state, kind), RAT)


def disguise(draft: Draft, task: Disguise, event: Event | None) -> None:
    """Go on, without the rats if they were fooled; the card is shuffled back."""
    arrival = task.arrival
    if isinstance(event, Use):
        arrival = replace(arrival, kinds=tuple(kind for kind in arrival.kinds if not is_rat(draft, kind)))
        stash = tuple(card for card in draft.stash if card != DISGUISES)
        search = tuple((card, n + (card == DISGUISES)) for card, n in draft.search)
        draft.stash = stash  # MM-B37
        draft.search = search
        tell(draft, "disguised")
    push(draft, arrival)


def ask_arrival(state: AnyState, task: Arrival) -> Decide[Event] | None:
    """Where several entry spaces are equally right the players choose."""
    if not task.kinds:
        return None
    figure = unused(state, task.kinds[0])
    spaces = doors(state, task) if figure else []
    spaces = spaces[:1] if ready(state) else spaces
    return Decide(keeper(state), tuple([put(figure, space) for space in spaces])) if spaces else None


def arrival(draft: Draft, task: Arrival, event: Event | None) -> None:
    """Place a minion; after the last one the cards are arranged."""
    if not task.kinds:
        arrange_cards(draft, task)  # MM-095
        return
    came = task.came
    if isinstance(event, Put):
        stand(draft, event.token, event.at)
        came = (*came, event.token)
    push(draft, replace(task, kinds=task.kinds[1:], came=came))


def stand(draft: Draft, figure: str, space: Name) -> None:
    """Put a new minion on a space."""
    kind = figure.rpartition("-")[0]
    found = minion(draft, kind)
    body = (space,) if found.body else ()  # MM-140
    new = Foe(figure, kind, space, (0,) * len(found.cards), body=body)
    draft.foes = (*draft.foes, new)
    tell(draft, "comes", figure)


def unused(state: AnyState, kind: str) -> str:
    """Name the next figure of a kind, or nothing when all are on the board."""
    there = [one.id for one in state.foes]
    for n in range(1, minion(state, kind).most + 1):
        name = f"{kind}-{n}"
        if name not in there:
            return name
    return ""


def doors(state: AnyState, task: Arrival) -> list[Name]:
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


def wide(state: AnyState, kind: Minion) -> list[Name]:
    """List the entry spaces that are not full, whoever is there; else the spaces nearest to them that are not."""
    entries, far = state.ground.entries, state.ground.far
    full = crowd(state).full if kind.flying else crowd(state).walled
    free = [space for space in state.ground.sites if walkable(state, space) and space not in full]
    away = [min([far[door].get(space, FAR) for door in entries]) for space in free]
    least = min(away, default=FAR)
    return [space for space, n in zip(free, away, strict=True) if n == least]  # MM-216


def best(state: AnyState, spaces: list[Name], sign: int) -> list[Name]:
    """Keep the spaces nearest to the mice, or farthest with a negative sign."""
    far = [sign * to_nearest_mouse(state, space) for space in spaces]
    least = min(far, default=FAR)
    return [space for space, n in zip(spaces, far, strict=True) if n == least]


def begun(state: AnyState, spaces: list[Name], task: Arrival) -> list[Name]:
    """Fill the space that this group has begun to fill."""
    started = [space for space in spaces if any(one.id in task.came for one in foes_at(state, space))]
    return started[:1] or spaces


def spread(state: AnyState, spaces: list[Name], task: Arrival) -> list[Name]:
    """Keep the emptiest spaces; as long as there is one figure for each, nobody has to choose."""
    there = [space for one in state.foes for space in one.body or (one.at,)]
    crowd = [there.count(space) for space in spaces]
    fewest = min(crowd, default=0)
    emptiest = [space for space, n in zip(spaces, crowd, strict=True) if n == fewest]  # MM-217
    return emptiest[:1] if task.kinds.count(task.kinds[0]) >= len(emptiest) else emptiest


def arrange_cards(draft: Draft, task: Arrival) -> None:
    """Arrange the cards: all of them when the board was free of minions, else the new ones at the bottom."""
    kinds = tuple(dict.fromkeys(one.kind for one in draft.foes if one.id in task.came))
    if task.greedy:
        draft.greedy = tuple(dict.fromkeys((*draft.greedy, *kinds)))
    if task.fresh and all(one.id in task.came for one in draft.foes):
        everybody = (
            *(one.id for one in draft.mice),
            *(c for kind in kinds for c in cards_of(draft, kind)),
        )
        set_acting(draft, last=lowest_mouse(draft, draft.acting.card))
        draft.track = ()  # MM-218
        draft.place = -1
        push(draft, Arrange(everybody, task.came, True, task.ambush))
        return
    known = {kind_of(card) for card in draft.track}
    new = tuple(card for kind in kinds if kind not in known for card in cards_of(draft, kind))
    if not new:
        return
    push(draft, Arrange(new, task.came, False, task.ambush))  # MM-219


STEPS: Steps = dict(
    (
        task_step(Enter, None, enter),
        task_step(DrawEncounter, ask_draw_encounter, draw_encounter),
        task_step(Meet, None, meet),
        task_step(Disguise, ask_disguise, disguise),
        task_step(Arrival, ask_arrival, arrival),
    )
)
