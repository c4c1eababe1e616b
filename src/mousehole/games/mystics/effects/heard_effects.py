"""What a figure has that listens to a trigger; it follows from its cards and markers, and is looked up once for each.

The order is fixed: the hero's own gift, equipment by slot, markers, achievements held, achievements to be earned; for a
minion its card and its markers.
"""

from functools import lru_cache
from typing import TypeAlias

from mousehole.games.mystics.board import initiative_track
from mousehole.games.mystics.board.figures import foe
from mousehole.games.mystics.board.markers import marked
from mousehole.games.mystics.content.content_types import Form
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.selectors import Trigger
from mousehole.games.mystics.content.trigger_index import Listeners
from mousehole.games.mystics.content.verb_types import Effect
from mousehole.games.mystics.state import Mouse, State

Heard: TypeAlias = tuple[tuple[str, Effect], ...]  # each effect with its source
Awards: TypeAlias = tuple[tuple[str, str], ...]


def heard(state: State, trigger: Trigger, name: str, weapon: str) -> Heard:
    """List what a figure has that listens to a trigger."""
    box = state.box
    if name not in box.place:
        on = box.pack.on[trigger]
        return of_minion(state, on, name) if on.minions or on.marks else ()
    if trigger in box.pack.deaf:
        return ()
    one = state.mice[box.place[name]]
    return of_mouse(box.pack, trigger, name, one.worn, one.marks, weapon, state.awards)


@lru_cache(65536)
def of_mouse(
    pack: Pack, trigger: Trigger, name: str, worn: tuple[str, ...], marks: tuple[str, ...], weapon: str, awards: Awards
) -> Heard:
    """List what a mouse has that listens to a trigger."""
    on, earned = pack.on[trigger], of_awards(pack, trigger, name, awards)
    if puppet(pack, marks):
        bad = [mark for mark in marks if pack.conditions[mark].negative]
        return (*((mark, e) for mark in bad for e in on.marks.get(mark, ())), *earned)  # MM-077
    other = body(pack, marks)
    found = [(name, e) for e in on.heroes.get(name, ())]
    if weapon in on.weapons and not other:
        found += [(weapon, e) for e in on.weapons[weapon]]  # MM-B18
    for item in dict.fromkeys(worn):
        if item in on.items and not (other and pack.items[item].kind == "armour"):
            found += [(item, e) for e in on.items[item]]
    found += [(mark, e) for mark in marks for e in on.marks.get(mark, ())]
    return (*found, *earned)


def of_awards(pack: Pack, trigger: Trigger, mouse: str, awards: Awards) -> Heard:
    """List the achievements that a mouse holds or could earn."""
    on, taken = pack.on[trigger], [award for award, _ in awards]
    held = [(award, e) for award, holder in awards if holder == mouse for e in on.awards.get(award, ())]
    free = [(award, e) for award, effects in on.earned.items() if award not in taken for e in effects]  # MM-022
    return (*held, *free)


def of_minion(state: State, on: Listeners, name: str) -> Heard:
    """List what a minion has that listens to a trigger."""
    kind = name.rpartition("-")[0]
    if kind not in on.breeds and not on.marks:
        return ()
    one = foe(state, name)
    found: Heard = ()
    if kind in on.breeds:
        found = of_card(on, initiative_track.shown(state, one) if one else kind)
    if one and one.marks:
        found += tuple([(mark, e) for mark in one.marks for e in on.marks.get(mark, ())])
    return found


@lru_cache(4096)
def of_card(on: Listeners, card: str) -> Heard:
    """List what a minion card has among what listens to a trigger."""
    return tuple((card, e) for e in on.minions.get(card, ()))


def form(state: State, one: Mouse) -> Form | None:
    """The other body that a mouse has taken, if it has."""
    return body(state.box.pack, one.marks) if one.marks else None


def body(pack: Pack, marks: tuple[str, ...]) -> Form | None:
    """The other body that markers give."""
    if not marks or puppet(pack, marks):
        return None  # MM-077
    return next((found for mark in marks if (found := pack.conditions[mark].form)), None)


def puppet(pack: Pack, marks: tuple[str, ...]) -> bool:
    """Whether a marker is a charm."""
    return bool(marks) and marked(pack, marks).puppet
