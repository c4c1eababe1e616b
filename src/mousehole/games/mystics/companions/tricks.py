"""When shrewd companions play the scrolls and tricks that need their moment, and which ones they would rather sell."""

from functools import lru_cache

from mousehole.games.mystics import moves as m
from mousehole.games.mystics.board import initiative_track
from mousehole.games.mystics.board.figures import active, figure, is_mouse, mouse
from mousehole.games.mystics.companions import outfit
from mousehole.games.mystics.content import verb_types as v
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.fight.attack_odds import life
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.state import Foe, State
from mousehole.games.mystics.tasks.action_tasks import Keep
from mousehole.games.mystics.tasks.effect_tasks import Point

EAGER = 2  # mice that come to their turn before a minion that is kept back
PLAYED = (v.Heal, v.Cheese, v.Extra, v.Retarget, v.ShiftCard, v.Weather)  # what a card must do to be worth keeping


def trick(state: State, actions: tuple[Event, ...]) -> Event | None:
    """Play a card whose moment has come: it ends a night or a curse, or keeps a minion back while friends strike."""
    for action in actions:
        if isinstance(action, m.Use) and action.card and timely(state, verbs(state.box.pack, action.card)):
            return action
    return None


def timely(state: State, does: tuple[v.AnyVerb, ...]) -> bool:
    """Whether what a card does helps now."""
    ails = {mark for one in active(state) for mark in one.marks}
    if any(isinstance(verb, v.Weather) and verb.night is False for verb in does):
        return state.night or any(isinstance(verb, v.Relieve) and verb.mark in ails for verb in does)
    return any(isinstance(verb, v.ShiftCard) and verb.by > 0 for verb in does) and overtaken(state) >= EAGER


@lru_cache(1024)
def verbs(pack: Pack, card: str) -> tuple[v.AnyVerb, ...]:
    """All that a card does."""
    return tuple(verb for effect in pack.items[card].effects for verb in effect.do)


def overtaken(state: State) -> int:
    """Count the mice that would act before the next card if it came two places later; nobody if it is a mouse's."""
    place = initiative_track.upcoming(state)
    if place is None or is_mouse(state, state.track[place]):
        return 0
    return sum(is_mouse(state, card) and bool(mouse(state, card).at) for card in state.track[place + 1 : place + 3])


def barter(state: State, task: Keep, actions: tuple[Event, ...]) -> Event:
    """Keep what can be worn or will be played; for the rest take a cheese, which heals a wound."""
    pack = state.box.pack
    idle = pack.items[task.card].kind in ("scroll", "trick") and not is_played(pack, task.card)
    return m.Choose("cheese") if idle else outfit.keep(state, task, actions)


def is_played(pack: Pack, card: str) -> bool:
    """Whether companions ever play a card: by what it does, or because it turns its mouse into somebody else."""
    does = verbs(pack, card)
    forms = any(isinstance(verb, v.Afflict) and pack.conditions[verb.mark].form for verb in does)
    return forms or any(isinstance(verb, PLAYED) for verb in does)


def pointing(state: State, task: Point, actions: tuple[Event, ...]) -> Event | None:
    """Heal the weakest first; turn against the minion whose turn is next."""
    found = [a for a in actions if isinstance(a, m.Target)]
    if isinstance(task.verb, v.Heal):
        return min(found, key=lambda a: life(state, mouse(state, a.figure)), default=None)
    place = initiative_track.upcoming(state)
    kind = initiative_track.kind_of(state.track[place]) if place is not None else ""
    return next((a for a in found if isinstance(one := figure(state, a.figure), Foe) and one.kind == kind), None)
