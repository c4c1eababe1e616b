"""How companions look after the wounded: they meet where somebody heals, pool their cheese there, and then go on."""

from collections.abc import Sequence
from functools import lru_cache

from mousehole.games.mystics import moves as m
from mousehole.games.mystics.board.figures import active, mouse
from mousehole.games.mystics.board.queries import in_reach
from mousehole.games.mystics.companions import route_planner
from mousehole.games.mystics.content.content_types import Effects
from mousehole.games.mystics.content.effect_types import Heal
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.effects.abilities import price
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.tasks import Sharing

DEAR = 2  # cheese for a wound: who needs so much is no healer
SPARE = 1.5  # pages that must be left for a rest
SCRATCHES = 1  # wounds of the whole party that nobody stops for


def healer(state: State) -> Mouse | None:
    """Find the mouse that heals friends for least; nobody if that is dear."""
    fees = {one.id: fee(state.box.pack, one.id, one.abilities) for one in active(state)}
    best = min(fees, key=fees.__getitem__, default="")
    return mouse(state, best) if best and fees[best] < DEAR else None


@lru_cache(1024)
def fee(pack: Pack, hero: str, abilities: tuple[str, ...]) -> int:
    """What a wound of a friend costs a mouse that spends no action on it."""
    gifts = [effect.cost for effect in pack.heroes[hero].innate.effects if effect.optional and heals((effect,))]
    cards = [card for card in (pack.abilities[name] for name in abilities) if card.kind == "free"]
    return min([DEAR, *gifts, *(price(pack, hero, card) for card in cards if heals(card.effects))])


def heals(effects: Effects) -> bool:
    """Whether effects take wounds off somebody when they are used."""
    return any(effect.on == "use" and isinstance(verb, Heal) for effect in effects for verb in effect.do)


def wounds(mice: Sequence[Mouse]) -> int:
    """Count the wounds that can be healed."""
    return sum(one.wounds for one in mice)


def rests(state: State) -> bool:
    """Whether the party stops for its wounded: it is quiet, there is time, and cheese to heal them with."""
    if state.foes or route_planner.left(state) < SPARE:
        return False
    mice = active(state)
    return wounds(mice) > SCRATCHES and any(one.cheese for one in mice) and healer(state) is not None


def bedside(state: State, one: Mouse) -> Name:
    """The space where whoever heals awaits a mouse, for its wounds or its cheese; nowhere if nobody does."""
    nurse = healer(state)
    if nurse is None or nurse.id == one.id or not rests(state):
        return ""
    wanted = one.cheese and lacks(state, nurse) and nurse.at not in in_reach(state, one.at)
    return nurse.at if one.wounds or wanted else ""


def lacks(state: State, nurse: Mouse) -> bool:
    """Whether there are more wounds than whoever heals can pay for."""
    return nurse.cheese < wounds(active(state))


def pooling(state: State, one: Mouse, actions: tuple[Event, ...]) -> Event | None:
    """Share with whoever heals, if cheese is wanting there."""
    nurse = healer(state)
    if nurse is None or not lacks(state, nurse):
        return None
    if nurse.id != one.id:
        wish = m.share_with(nurse.id)
        return wish if one.cheese and wish in actions else None
    rich = {mouse(state, a.partner).cheese: a for a in actions if isinstance(a, m.Share)}
    return rich[max(rich)] if any(rich) else None


def sharing(state: State, task: Sharing, actions: tuple[Event, ...]) -> Event:
    """Hand cheese to whoever heals, as long as it is wanting there."""
    nurse = healer(state)
    if nurse is None or nurse.id not in (task.mouse, task.partner) or not lacks(state, nurse):
        return m.DONE
    wish = m.Take(cheese=1) if task.mouse == nurse.id else m.Give(cheese=1)
    return wish if wish in actions else m.DONE
