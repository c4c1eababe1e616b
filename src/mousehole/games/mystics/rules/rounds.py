"""Rounds and turns: the track from top to bottom, and the order in which cards come to lie on it."""

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.actions import leaves
from mousehole.games.mystics.board import initiative_track
from mousehole.games.mystics.board.board_queries import charmed
from mousehole.games.mystics.board.changes import acting, done_with, in_turn, push, tell, with_mouse
from mousehole.games.mystics.board.figures import active, is_mouse, keeper, minion, mouse, seat
from mousehole.games.mystics.creatures import charmed_mice
from mousehole.games.mystics.creatures.friends import closing
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.effects.abilities import learnable
from mousehole.games.mystics.effects.active_effects import hooks
from mousehole.games.mystics.effects.felt_triggers import is_felt
from mousehole.games.mystics.moves import Dice, Event, Initiative, Learn, initiative
from mousehole.games.mystics.state import Acting, State
from mousehole.games.mystics.tasks.effect_tasks import Context, Fire, Perform, React
from mousehole.games.mystics.tasks.fight_tasks import Rescue
from mousehole.games.mystics.tasks.round_tasks import (
    Ambush,
    Arrange,
    Bait,
    Close,
    FirstAbility,
    FoeTurn,
    MouseTurn,
    NewRound,
    NextCard,
    Wheel,
)


def ask_first_ability(state: State, task: FirstAbility) -> Decide[Event]:
    """Let a mouse start with one ability of its class."""
    choices = learnable(state, mouse(state, task.mouse))
    return Decide(seat(state, task.mouse), tuple(Learn(ability) for ability in choices))  # MM-B03


def first_ability(state: State, task: FirstAbility, event: Event | None) -> State:
    """Learn it."""
    if not isinstance(event, Learn):
        return state
    one = mouse(state, task.mouse)
    return tell(
        with_mouse(state, replace(one, abilities=(*one.abilities, event.ability))), "learns", one.id, event.ability
    )


def new_round(state: State, task: NewRound, event: Event | None) -> State:
    """Begin at the top of the track."""
    state = expired(replace(state, place=-1, done=(), fired=(), acting=Acting()), "round")
    return following(tell(state, "round"))  # MM-B04


def expired(state: State, until: str, only: str = "") -> State:
    """Take off the markers whose time is over."""
    conditions = state.box.pack.conditions
    for one in (mouse(state, only),) if only else state.mice:
        if one.marks:
            left = tuple(mark for mark in one.marks if conditions[mark].until != until)
            state = state if left == one.marks else with_mouse(state, replace(one, marks=left))
    return state


def next_card(state: State, task: NextCard, event: Event | None) -> State:
    """Go on with the next card."""
    return following(state)


def following(state: State) -> State:
    """Let the next card have its turn, or begin a new round: at the end of the track, or in a new order."""
    why = state.acting.ends
    place = None if why else initiative_track.upcoming(state)  # MM-218
    if place is None:
        drifting = () if why == "journey" else leaves.afloat(state)  # a leaf that has just come down lies still
        return push(state, *drifting, NewRound())
    card = state.track[place]
    state = in_turn(state, card, place)
    return begin_mouse(state, card) if is_mouse(state, card) else begin_foe(state, card)


def begin_mouse(state: State, card: str) -> State:
    """Begin the turn of a mouse."""
    state = expired(state, "own_turn", card)
    one = mouse(state, card)
    if one.at and charmed(state, one):
        return charmed_mice.begin(tell(state, "turn", card), card)
    if one.at:
        start = (Fire("turn_start", Context(card)),) if is_felt(state, "turn_start", card) else ()
        return push(tell(state, "turn", card), *start, MouseTurn(card))
    if not one.lost and not state.foes and active(state):
        return push(acting(state, over=True, rolled=True), Rescue(card), MouseTurn(card))  # MM-231, MM-233
    return push(tell(state, "skips", card), *closing(state, card))


def begin_foe(state: State, card: str) -> State:
    """Begin the turn of a minion card."""
    bait = (Bait(card),) if state.stash else ()
    return push(tell(state, "turn", card), *bait, FoeTurn(card), Close(card))


def close(state: State, task: Close, event: Event | None) -> State:
    """End the turn of a card."""
    card = task.card
    state = done_with(state, card)
    if not is_mouse(state, card):
        after = afterwards(state, card)
        return push(state, *after, NextCard()) if after else following(state)
    now = state.acting
    state = expired(acting(state, moving="", points=0) if now.moving or now.points else state, "turn", card)
    if not state.foes and (now.last if now.ends else initiative_track.lowest_mouse(state, card)):
        state = tell(state, "quiet")
        return push(state, Wheel(), NextCard())  # MM-254, MM-B29
    return following(state)


def afterwards(state: State, card: str) -> list[Perform]:
    """List what a minion card does after its turn."""
    figures = [one for one in state.foes if card in initiative_track.cards_of(state, one.kind)]
    if not figures:
        return []
    context = Context(figures[0].id)
    found = hooks(state, "card_end", context)
    return [Perform(effect.do, replace(context, source=source)) for source, effect in found]


def ask_arrange(state: State, task: Arrange) -> Chance[Event]:
    """Draw the next card from the top."""
    return Chance(tuple([(initiative(card), 1) for card in task.cards]))


def arrange(state: State, task: Arrange, event: Event | None) -> State:
    """Lay the next card on the track."""
    assert isinstance(event, Initiative)
    left = tuple([card for card in task.cards if card != event.card])
    state = replace(state, track=(*state.track, event.card))
    if left:
        return push(state, replace(task, cards=left))
    return arranged(tell(state, "order"), task)


def arranged(state: State, task: Arrange) -> State:
    """All cards lie; an ambush moves the new ones up, and mice may react."""
    new = {one.kind for one in state.foes if one.id in task.came}
    for kind in sorted(new):
        state = initiative_track.in_order(state, kind) if minion(state, kind).ordered else state
    cards = tuple(card for card in state.track if initiative_track.kind_of(card) in new)
    cards = lurking(state, cards, task)
    if task.fresh:
        state = acting(state, over=True, moving="", points=0, ends=state.acting.ends or "arrival")  # MM-218
    react = React("placed", tuple(one.id for one in active(state)), Context("", figures=task.came))
    return push(state, *([Ambush(cards)] if cards else []), react)  # MM-034


def lurking(state: State, cards: tuple[str, ...], task: Arrange) -> tuple[str, ...]:
    """Keep the cards that come by ambush; of a boss with several cards it is only ever the first."""
    firsts = [
        card
        for n, card in enumerate(cards)
        if initiative_track.kind_of(card) not in map(initiative_track.kind_of, cards[:n])
    ]
    if task.ambush:
        return tuple(firsts)
    among = not task.fresh
    return tuple(
        card for card in firsts if among and "/" in card and minion(state, initiative_track.kind_of(card)).boss
    )  # MM-220


def ask_ambush(state: State, task: Ambush) -> Chance[Event]:
    """Roll a die for the highest new card that has not moved yet."""
    return dice.pool(1, keeper(state))  # MM-035


def ambush(state: State, task: Ambush, event: Event | None) -> State:
    """Move a card up as many places as the die shows."""
    assert isinstance(event, Dice)
    card, *rest = task.cards
    n = dice.read(event.faces).number
    state = tell(initiative_track.shifted(state, card, -n), "ambush", card, n=n)  # MM-036
    return push(state, Ambush(tuple(rest))) if rest else state
