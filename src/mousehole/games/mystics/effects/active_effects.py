"""Which effects apply: the sources a figure has, and whether their conditions hold.

The order is fixed: the hero's own gift, equipment by slot, markers, achievements held, achievements to be earned; for a
minion its card. After the figure come the tokens of the tile and the chapter.
"""

from msgspec.structs import replace

from mousehole.games.mystics.board import initiative_track
from mousehole.games.mystics.board.board_queries import charmed, is_large, spaces_of
from mousehole.games.mystics.content.content_types import Form
from mousehole.games.mystics.content.selectors import Match, Trigger, When
from mousehole.games.mystics.content.verb_types import Effect
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.state import Foe, Mouse, State, figure, foe, is_mouse, minion, mouse, rank
from mousehole.games.mystics.tasks.effect_tasks import Context

ALWAYS = When()


def hooks(state: State, trigger: Trigger, context: Context) -> list[tuple[str, Effect]]:
    """List the effects of a figure that apply at a trigger, each with its source."""
    if is_mouse(state, context.me):
        found = of_mouse(state, mouse(state, context.me), trigger, context.weapon)
    else:
        found = of_foe(state, context.me, trigger)
    return [(source, effect) for source, effect in found if applies(state, effect, replace(context, source=source))]


def of_mouse(state: State, one: Mouse, trigger: Trigger, weapon: str) -> list[tuple[str, Effect]]:
    """List what a mouse has that listens to a trigger."""
    heard = state.box.pack.on[trigger]
    if charmed(state, one):
        bad = [mark for mark in one.marks if state.box.pack.conditions[mark].negative]
        own = [(mark, e) for mark in bad for e in heard.marks.get(mark, ())]
        return own + of_awards(state, one.id, trigger)  # MM-077
    found = [(one.id, e) for e in heard.heroes.get(one.id, ())]
    if weapon in heard.weapons and not form(state, one):
        found += [(weapon, e) for e in heard.weapons[weapon]]  # MM-B18
    if heard.items:
        for item in dict.fromkeys(one.worn):
            if item in heard.items and not (form(state, one) and state.box.pack.items[item].kind == "armour"):
                found += [(item, e) for e in heard.items[item]]
    if heard.marks:
        found += [(mark, e) for mark in one.marks for e in heard.marks.get(mark, ())]
    return found + of_awards(state, one.id, trigger)


def of_awards(state: State, mouse: str, trigger: Trigger) -> list[tuple[str, Effect]]:
    """List the achievements that a mouse holds or could earn."""
    heard = state.box.pack.on[trigger]
    found: list[tuple[str, Effect]] = []
    if heard.awards:
        found += [(award, e) for award, holder in state.awards if holder == mouse for e in heard.awards.get(award, ())]
    if heard.earned:
        taken = [award for award, _ in state.awards]
        found += [
            (award, e) for award, effects in heard.earned.items() if award not in taken for e in effects
        ]  # MM-022
    return found


def of_foe(state: State, name: str, trigger: Trigger) -> list[tuple[str, Effect]]:
    """List what a minion has that listens to a trigger."""
    heard = state.box.pack.on[trigger]
    kind = name.rpartition("-")[0]
    one = foe(state, name)
    cards = minion(state, kind).cards if kind else ()
    card = kind if len(cards) < 2 or one is None else f"{kind}/{cards[initiative_track.top(state, one)].name}"
    found = [(card, e) for e in heard.minions.get(card, ())]
    if heard.marks and one:
        found += [(mark, e) for mark in one.marks for e in heard.marks.get(mark, ())]
    return found


def form(state: State, one: Mouse) -> Form | None:
    """The other body that a mouse has taken, if it has."""
    if charmed(state, one):
        return None  # MM-077
    for mark in one.marks:
        found = state.box.pack.conditions[mark].form
        if found:
            return found
    return None


def applies(state: State, effect: Effect, context: Context) -> bool:
    """Whether an effect applies now."""
    when = effect.when
    if effect.once == "turn" and used(context) in state.acting.used:
        return False
    if effect.once == "round" and used(context) in state.fired:
        return False
    return when == ALWAYS or holds(state, when, context)


def used(context: Context) -> str:
    """Name the use of a source by a figure, to count it once."""
    return f"{context.me}:{context.source}"


def holds(state: State, when: When, context: Context) -> bool:
    """Whether everything said holds."""
    return (
        of_attack(when, context)
        and of_roll(when, context)
        and of_world(state, when, context)
        and (when.me is None or matches(state, when.me, context.me, context))
        and (when.other is None or matches(state, when.other, context.other, context))
    )


def of_attack(when: When, context: Context) -> bool:
    """Check what is said of the attack or wound."""
    return (
        when.attack in (None, context.attack)
        and when.own in (None, context.own)
        and (not when.weapon or context.weapon == context.source)
        and (not when.source or when.source == context.cause)
        and when.poison in (None, context.poison)
        and (not when.first or context.first)
    )


def of_roll(when: When, context: Context) -> bool:
    """Check what is said of the roll."""
    if when.miss is None and when.number is None and not (when.stars or when.cheese or when.bows):
        return True
    roll = dice.read(context.roll)
    hits = roll.bows if context.attack == "ranged" else roll.swords
    return (
        (when.miss is None or when.miss == (not hits))
        and when.number in (None, roll.number)
        and roll.stars >= when.stars
        and roll.cheese >= when.cheese
        and roll.bows >= when.bows
    )


def of_world(state: State, when: When, context: Context) -> bool:
    """Check what is said of tile, weather and the mouse's record."""
    if when.tally and state.tally.count((context.me, when.tally[0])) < when.tally[1]:
        return False
    if when.captures and mouse(state, context.me).captures < when.captures:
        return False
    return (
        when.outdoor in (None, state.ground.outdoor)
        and when.rain in (None, state.rain)
        and when.night in (None, state.night)
        and when.page <= state.page
        and when.side in ("", state.side)
        and when.left in ("", context.left)
        and (not when.stash or when.stash in state.stash)
        and when.moving in (None, not state.acting.rolled or state.acting.points > 0)
    )


def matches(state: State, match: Match, name: str, context: Context) -> bool:
    """Whether a figure is like that."""
    one = figure(state, name)
    if one is None:
        return False
    if match.mouse not in (None, isinstance(one, Mouse)):
        return False
    if match.lower not in (None, rank(state, name) > rank(state, context.me)):
        return False
    if match.apart is not None and match.apart == (at(state, context.me) in spaces_of(one)):
        return False
    if match.without and match.without in one.marks:
        return False
    if match.size not in (None, "large" if is_large(state, one) else "small") or (
        match.mark and match.mark not in one.marks
    ):
        return False
    return like_a_mouse(state, match, one) if isinstance(one, Mouse) else like_a_minion(state, match, one)


def at(state: State, name: str) -> str:
    """Say where a figure is."""
    one = figure(state, name)
    return one.at if one else ""


def like_a_mouse(state: State, match: Match, one: Mouse) -> bool:
    """Check what only mice have."""
    return (
        not match.kinds
        and not match.minion
        and match.boss in (None, False)
        and match.wounded in (None, one.wounds + one.poison > 0)
        and match.hurt in (None, one.wounds > 0)
        and match.ailing in (None, ails(state, one))
        and match.poisoned in (None, one.poison > 0)
        and match.cheese in (None, one.cheese > 0)
        and match.cards in (None, any(state.box.pack.items[card].kind != "trick" for card in one.pack))
        and (not match.classes or any(name in match.classes for name in state.box.heroes[one.id].classes))
    )


def ails(state: State, one: Mouse) -> bool:
    """Whether a mouse is poisoned or has a bad marker."""
    return one.poison > 0 or any(state.box.pack.conditions[mark].negative for mark in one.marks)


def like_a_minion(state: State, match: Match, one: Foe) -> bool:
    """Check what only minions have; what is said of a kind does not mean its boss."""
    kind = minion(state, one.kind)
    if match.classes or match.poisoned or match.cheese or match.cards:
        return False
    if match.kinds and (kind.boss or not any(name in match.kinds for name in kind.kinds)):
        return False  # MM-B42
    return (
        match.minion in ("", one.kind)
        and match.boss in (None, kind.boss)
        and match.wounded in (None, sum(one.wounds) > 0)
    )
