"""Estimates for the mouse in turn: what its attack may do, and who is in danger. Rules of thumb, and labelled so."""

from collections.abc import Iterator

from mousehole.core.scene import Panel, Row
from mousehole.core.words import Line, decimal, line
from mousehole.games.mystics.board.board_queries import can_strike
from mousehole.games.mystics.board.figures import active, is_mouse, minion, mouse
from mousehole.games.mystics.effects.attack_targets import attack_kind, targets, weapons
from mousehole.games.mystics.fight.attack_odds import expected, life, percent, to_defeat, to_wound
from mousehole.games.mystics.moves import Do, End, Event, Target
from mousehole.games.mystics.scene.figure_art import sprite
from mousehole.games.mystics.state import Foe, Mouse, State
from mousehole.games.mystics.story import names
from mousehole.games.mystics.tasks.fight_tasks import Fight

SHOWN = 4  # targets at most
CLOSE = 0.5  # wounds to the last one


def estimates(state: State) -> Iterator[Panel]:
    """Draw a panel of estimates while a mouse is in turn and minions are about."""
    name = state.acting.card
    if not state.foes or not is_mouse(state, name) or not mouse(state, name).at:
        return
    rows = (*attacks(state, mouse(state, name)), *dangers(state))
    if rows:
        yield Panel("estimates", line("Estimates"), rows)


def reason(state: State, action: Event) -> Line | None:
    """What numbers say about an action: the odds of a blow, or who is in danger when nothing is done."""
    name = state.acting.card
    if not state.foes or not is_mouse(state, name) or not mouse(state, name).at:
        return None
    if isinstance(action, Target | Do):
        found = dict(best(state, mouse(state, name)))
        at = action.figure if isinstance(action, Target) else likeliest(state, found) * (action.action == "battle")
        return chances(state, found[at]) if at in found else None
    return worst(state) if isinstance(action, End) else None


def likeliest(state: State, found: dict[str, Fight]) -> str:
    """Name the minion that would most likely be defeated."""
    return max(found, key=lambda name: to_defeat(state, found[name]), default="")


def worst(state: State) -> Line | None:
    """Say who may be captured in the next round."""
    one = min(active(state), key=lambda one: life(state, one) - threat(state, one))
    wounds, left = threat(state, one), life(state, one)
    if wounds < left - CLOSE:
        return None
    name = names.figure(state, one.id)
    return line(
        "{mouse} is in danger: about {n} wounds in the next round, life left: {left}",
        mouse=name,
        n=decimal(wounds),
        left=left,
    )


def attacks(state: State, one: Mouse) -> tuple[Row, ...]:
    """Say for the best targets in reach what an attack would do on average."""
    found = dict(best(state, one))
    likely = sorted(found, key=lambda name: -to_defeat(state, found[name]))[:SHOWN]
    return tuple(odds(state, found[name]) for name in likely)


def best(state: State, one: Mouse) -> Iterator[tuple[str, Fight]]:
    """Find for each minion in reach the weapon that wounds it most."""
    found: dict[str, Fight] = {}
    for weapon in weapons(state, one):
        for foe in targets(state, one, attack_kind(state, one, weapon)):
            fight = Fight(one.id, (foe.id,), attack_kind(state, one, weapon, foe), weapon)
            if foe.id not in found or expected(state, fight) > expected(state, found[foe.id]):
                found[foe.id] = fight
    yield from found.items()


def odds(state: State, fight: Fight) -> Row:
    """Write the chances of one attack."""
    title = line("Attack {figure}", figure=names.figure(state, fight.at[0]))
    return Row(title, chances(state, fight), sprite(state, fight.at[0].rpartition("-")[0]))


def chances(state: State, fight: Fight) -> Line:
    """What an attack does on average."""
    return line(
        "{wound}% to wound, {defeat}% to defeat, {n} wounds on average",
        wound=percent(to_wound(state, fight)),
        defeat=percent(to_defeat(state, fight)),
        n=decimal(expected(state, fight)),
    )


def dangers(state: State) -> tuple[Row, ...]:
    """Say for every mouse which wounds it may expect if nobody moves, those in danger first."""
    mice = sorted(active(state), key=lambda one: life(state, one) - threat(state, one))
    return tuple(danger(state, one, threat(state, one)) for one in mice)


def danger(state: State, one: Mouse, wounds: float) -> Row:
    """Write how much one mouse is in danger."""
    left = life(state, one)
    name = names.figure(state, one.id)
    title = line("{mouse} is in danger", mouse=name) if wounds >= left - CLOSE else name
    said = line("about {n} wounds in the next round, life left: {left}", n=decimal(wounds), left=left)
    return Row(title, said, sprite(state, one.id))


def threat(state: State, one: Mouse) -> float:
    """Add up what each minion deals on average, shared among the mice that it could strike."""
    total = 0.0
    for foe in state.foes:
        prey = [other.id for other in active(state) if can_strike(state, foe, other.at)]
        if one.id in prey:
            total += dealt(state, foe, one) / len(prey)
    return total


def dealt(state: State, foe: Foe, one: Mouse) -> float:
    """Count the wounds that an attack of a minion deals on average."""
    return expected(state, Fight(foe.id, (one.id,), minion(state, foe.kind).attack))
