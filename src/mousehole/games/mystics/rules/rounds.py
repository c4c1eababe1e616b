"""Rounds and time: whose card comes next, ambushes, the minions' wheel, the surge and the hourglass."""

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.actions import water
from mousehole.games.mystics.board.figures import (
    Steps,
    active,
    begin_turn,
    cards_of,
    discard_encounter,
    finish_card,
    is_mouse,
    keeper,
    kind_of,
    lowest_mouse,
    minion,
    mouse,
    move_card,
    next_place,
    placing_order,
    push,
    ready,
    seat,
    set_acting,
    set_mouse,
    sort_cards,
    task_step,
    tell,
)
from mousehole.games.mystics.board.queries import charmed
from mousehole.games.mystics.creatures import minions
from mousehole.games.mystics.creatures.friends import closing
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.effects.abilities import learnable
from mousehole.games.mystics.effects.triggers import applies, fires, hooks
from mousehole.games.mystics.moves import Dice, Event, Initiative, Learn, initiative
from mousehole.games.mystics.rules.exploring import chapter_hooks
from mousehole.games.mystics.state import Acting, AnyState, Draft
from mousehole.games.mystics.tasks import (
    Ambush,
    Arrange,
    Arrival,
    Bait,
    Check,
    Close,
    Context,
    Finish,
    FirstAbility,
    FoeTurn,
    MouseTurn,
    NewRound,
    NextCard,
    Perform,
    React,
    Rescue,
    Surge,
    SurgeEnds,
    Time,
    Wheel,
)


def ask_first_ability(state: AnyState, task: FirstAbility) -> Decide[Event]:
    """Let a mouse start with one ability of its class."""
    choices, usual = learnable(state, mouse(state, task.mouse)), state.box.heroes[task.mouse].first
    if ready(state):
        choices = (usual,) if usual in choices else choices[:1]
    return Decide(seat(state, task.mouse), tuple(Learn(ability) for ability in choices))  # MM-B03


def first_ability(draft: Draft, task: FirstAbility, event: Event | None) -> None:
    """Learn it."""
    if not isinstance(event, Learn):
        return
    one = mouse(draft, task.mouse)
    set_mouse(draft, replace(one, abilities=(*one.abilities, event.ability)))
    tell(draft, "learns", one.id, event.ability)


def new_round(draft: Draft, task: NewRound, event: Event | None) -> None:
    """Begin at the top of the track."""
    draft.place = -1
    draft.done = ()
    draft.fired = ()
    draft.acting = Acting()
    expire_marks(draft, "round")
    tell(draft, "round")  # MM-B04
    push(draft, NextCard())


def expire_marks(draft: Draft, until: str, only: str = "") -> None:
    """Take off the markers whose time is over."""
    conditions = draft.box.pack.conditions
    for one in (mouse(draft, only),) if only else draft.mice:
        if one.marks:
            left = tuple(mark for mark in one.marks if conditions[mark].until != until)
            if left != one.marks:
                set_mouse(draft, replace(one, marks=left))


def next_card(draft: Draft, task: NextCard, event: Event | None) -> None:
    """Let the next card have its turn, or begin a new round: at the end of the track, or in a new order."""
    why = draft.acting.ends
    place = None if why else next_place(draft)  # MM-218
    if place is None:
        drifting = () if why == "journey" else water.afloat(draft)  # a leaf that has just come down lies still
        push(draft, *drifting, NewRound())
        return
    card = draft.track[place]
    begin_turn(draft, card, place)
    if is_mouse(draft, card):
        begin_mouse(draft, card)
    else:
        begin_foe(draft, card)


def begin_mouse(draft: Draft, card: str) -> None:
    """Begin the turn of a mouse."""
    expire_marks(draft, "own_turn", card)
    one = mouse(draft, card)
    if one.at and charmed(draft, one):
        tell(draft, "turn", card)
        minions.begin_charmed_turn(draft, card)
        return
    if one.at:
        tell(draft, "turn", card)
        push(draft, *fires(draft, "turn_start", Context(card)), MouseTurn(card))
        return
    if not one.lost and not draft.foes and active(draft):
        set_acting(draft, over=True, rolled=True)  # MM-231, MM-233
        push(draft, Rescue(card), MouseTurn(card))
        return
    tell(draft, "skips", card)
    push(draft, *closing(draft, card))


def begin_foe(draft: Draft, card: str) -> None:
    """Begin the turn of a minion card."""
    bait = (Bait(card),) if draft.stash else ()
    tell(draft, "turn", card)
    push(draft, *bait, FoeTurn(card), Close(card))


def close(draft: Draft, task: Close, event: Event | None) -> None:
    """End the turn of a card."""
    card = task.card
    finish_card(draft, card)
    if not is_mouse(draft, card):
        push(draft, *afterwards(draft, card), NextCard())
        return
    now = draft.acting
    if now.moving or now.points:
        set_acting(draft, moving="", points=0)
    expire_marks(draft, "turn", card)
    push(draft, NextCard())
    if not draft.foes and (now.last if now.ends else lowest_mouse(draft, card)):
        tell(draft, "quiet")
        push(draft, Wheel())  # MM-254, MM-B29


def afterwards(state: AnyState, card: str) -> list[Perform]:
    """List what a minion card does after its turn."""
    figures = [one for one in state.foes if card in cards_of(state, one.kind)]
    if not figures:
        return []
    context = Context(figures[0].id)
    found = hooks(state, "card_end", context)
    return [Perform(effect.do, replace(context, source=source)) for source, effect in found]


def ask_arrange(state: AnyState, task: Arrange) -> Chance[Event]:
    """Draw the next card from the top."""
    return Chance(tuple([(initiative(card), 1) for card in task.cards]))


def arrange(draft: Draft, task: Arrange, event: Event | None) -> None:
    """Lay the next card on the track."""
    assert isinstance(event, Initiative)
    left = tuple([card for card in task.cards if card != event.card])
    draft.track = (*draft.track, event.card)
    if left:
        push(draft, replace(task, cards=left))
        return
    tell(draft, "order")
    finish_arranging(draft, task)


def finish_arranging(draft: Draft, task: Arrange) -> None:
    """All cards lie; an ambush moves the new ones up, and mice may react."""
    new = {one.kind for one in draft.foes if one.id in task.came}
    for kind in sorted(new):
        if minion(draft, kind).ordered:
            sort_cards(draft, kind)
    cards = tuple(card for card in draft.track if kind_of(card) in new)
    cards = lurking(draft, cards, task)
    if task.fresh:
        set_acting(draft, over=True, moving="", points=0, ends=draft.acting.ends or "arrival")  # MM-218
    react = React("placed", tuple(one.id for one in active(draft)), Context("", figures=task.came))
    push(draft, *([Ambush(cards)] if cards else []), react)  # MM-034


def lurking(state: AnyState, cards: tuple[str, ...], task: Arrange) -> tuple[str, ...]:
    """Keep the cards that come by ambush; of a boss with several cards it is only ever the first."""
    firsts = [card for n, card in enumerate(cards) if kind_of(card) not in map(kind_of, cards[:n])]
    if task.ambush:
        return tuple(firsts)
    among = not task.fresh
    return tuple(card for card in firsts if among and "/" in card and minion(state, kind_of(card)).boss)  # MM-220


def ask_ambush(state: AnyState, task: Ambush) -> Chance[Event]:
    """Roll a die for the highest new card that has not moved yet."""
    return dice.pool(1, keeper(state))  # MM-035


def ambush(draft: Draft, task: Ambush, event: Event | None) -> None:
    """Move a card up as many places as the die shows."""
    assert isinstance(event, Dice)
    card, *rest = task.cards
    n = dice.read(event.faces).number
    move_card(draft, card, -n)  # MM-036
    tell(draft, "ambush", card, n=n)
    if rest:
        push(draft, Ambush(tuple(rest)))


def wheel(draft: Draft, task: Wheel, event: Event | None) -> None:
    """Put cheese on the wheel piece by piece; the last one triggers the surge at once."""
    if not task.n or draft.wheel >= draft.box.pack.rules.wheel:
        return  # during a surge no further piece fits on it
    draft.wheel += 1
    draft.supply -= 1
    if task.n > 1:
        push(draft, Wheel(task.n - 1))
    tell(draft, "wheel", n=draft.wheel)
    if draft.wheel >= draft.box.pack.rules.wheel:
        push(draft, Surge())  # MM-255, MM-B28


def surge(draft: Draft, task: Surge, event: Event | None) -> None:
    """Move the hourglass, follow the chapter, else the encounter card, and clear up."""
    chapter = draft.box.chapter
    tell(draft, "surge")
    own = [e for e in chapter.surge if applies(draft, e, Context(""))]
    if own and not chapter.surge_also:
        lines: list[Arrival] = []  # MM-257
    else:
        lines = card_surge(draft)  # MM-258, MM-261
    performs = (Perform(effect.do, Context("")) for effect in own)
    push(draft, Time(), *performs, *lines, SurgeEnds())  # MM-256


def card_surge(state: AnyState) -> list[Arrival]:
    """Say whom the face-up encounter card sends."""
    if not state.card:
        return []  # MM-B25
    group = state.box.pack.encounters[state.card].surge
    return [Arrival(placing_order(state, group.minions), greedy=group.greedy, fresh=not state.foes)]


def surge_ends(draft: Draft, task: SurgeEnds, event: Event | None) -> None:
    """Discard the encounter card and empty the wheel; the moon goes too."""
    discard_encounter(draft)  # MM-259
    draft.supply += draft.wheel
    draft.wheel = 0
    draft.night = False  # MM-260, MM-189


def time(draft: Draft, task: Time, event: Event | None) -> None:
    """Move the hourglass; on the chapter's last page the chapter is lost at once."""
    page = min(draft.page + task.by, draft.end)
    draft.page = page
    tell(draft, "page", n=page)
    if page >= draft.end:
        push(draft, Finish(False, "hourglass"))  # MM-B30
        return
    push(draft, *chapter_hooks(draft, "page", Context("")), Check())


STEPS: Steps = dict(
    (
        task_step(FirstAbility, ask_first_ability, first_ability),
        task_step(NewRound, None, new_round),
        task_step(NextCard, None, next_card),
        task_step(Close, None, close),
        task_step(Arrange, ask_arrange, arrange),
        task_step(Ambush, ask_ambush, ambush),
        task_step(Wheel, None, wheel),
        task_step(Surge, None, surge),
        task_step(SurgeEnds, None, surge_ends),
        task_step(Time, None, time),
    )
)
