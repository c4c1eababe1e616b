"""Which effects listen to a trigger, which of them apply now, whom they mean, and whom an attack can reach.

Listeners come in a fixed order: the hero's own gift, equipment by slot, markers, achievements held, achievements to be
earned; for a minion its card and its markers.
"""

from collections.abc import Callable, Container, Sequence
from functools import lru_cache, partial
from typing import Any, TypeAlias

from msgspec.structs import asdict, replace

from mousehole.games.mystics.board.figures import active, figure, foe, is_mouse, minion, mouse, rank, shown_card
from mousehole.games.mystics.board.queries import (
    foes_at,
    held_spaces,
    in_reach,
    is_large,
    marked,
    moonlit,
    mouse_near,
    near,
    sees,
    spaces_of,
    touched,
)
from mousehole.games.mystics.content.content_types import Form
from mousehole.games.mystics.content.effect_types import AttackKind, Battle, Effect, Match, Selector, Trigger, When
from mousehole.games.mystics.content.pack import Listeners, Pack
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.state import AnyState, Foe, Mouse
from mousehole.games.mystics.tasks import Context, Fire, React


def selected(state: AnyState, pick: Selector, context: Context) -> tuple[str, ...]:
    """List the figures that a selector means, mice by their place on the track first."""
    me = figure(state, context.other if pick.where == "other_space" else context.me)
    if me is None and pick.where != "tile":
        return ()
    if pick.where == "new":
        return tuple(name for name in context.figures if figure(state, name))
    inside = area(state, pick.where, me)
    found = [one for one in candidates(state, pick) if stands_in(one, inside) and selects(state, pick, one.id, context)]
    if pick.of != "minions" and len(found) > 1:
        found.sort(key=lambda one: rank(state, one.id) if isinstance(one, Mouse) else len(state.track))
    return tuple([one.id for one in found])


def selects_anybody(state: AnyState, pick: Selector, context: Context) -> bool:
    """Whether a selector means a figure at all."""
    if pick.where in ("new", "other_space"):
        return bool(selected(state, pick, context))
    me = figure(state, context.me)
    if me is None and pick.where != "tile":
        return False
    inside = area(state, pick.where, me)
    there = [one for one in candidates(state, pick) if stands_in(one, inside)]
    return bool(there) and any(selects(state, pick, one.id, context) for one in there)


def candidates(state: AnyState, pick: Selector) -> Sequence[Mouse | Foe]:
    """List all figures of the kind that a selector asks for."""
    if pick.of == "minions":
        return state.foes
    return active(state) if pick.of == "mice" else [*active(state), *state.friends, *state.foes]  # MM-029


def area(state: AnyState, where: str, me: Mouse | Foe | None) -> Container[Name] | None:
    """The spaces where a selector looks; nothing means the whole tile."""
    if me is None or where == "tile":
        return None
    if where in ("space", "other_space"):
        return (me.at,)
    if where == "seen":
        return visible_spaces(state, me.at)
    around = mouse_near(state, me.at) if is_mouse(state, me.id) else near(state, me.at)
    return (*around, me.at) if where == "near" else around


def visible_spaces(state: AnyState, at: Name) -> Container[Name]:
    """The spaces that one sees from a space."""
    sight = state.ground.sight[at]
    return [space for space in sight if moonlit(state, at, space)] if state.night else sight


def stands_in(one: Mouse | Foe, inside: Container[Name] | None) -> bool:
    """Whether a figure is in an area, with one of its spaces at least."""
    if inside is None or one.at in inside:
        return True
    return isinstance(one, Foe) and any(space in inside for space in one.body)


def selects(state: AnyState, pick: Selector, name: str, context: Context) -> bool:
    """Whether a selector leaves a figure in."""
    if (pick.others and name == context.me) or (pick.another and name == context.other):
        return False
    return pick.match is None or matches(state, pick.match, name, context)


MatchCheck: TypeAlias = Callable[[AnyState, Mouse | Foe, Any, Context], bool]


def matches(state: AnyState, match: Match, name: str, context: Context) -> bool:
    """Whether a figure is like that."""
    one = figure(state, name)
    return one is not None and failed_match(state, match, one, context) is None


def failed_match(state: AnyState, match: Match, one: Mouse | Foe, context: Context) -> MatchCheck | None:
    """The first check that a figure does not pass, if there is one."""
    for check, want in match_checks(match):
        if not check(state, one, want, context):
            return check
    return None


@lru_cache(4096)
def match_checks(match: Match) -> tuple[tuple[MatchCheck, Any], ...]:
    """Name the checks that a description asks for."""
    usual = asdict(Match())
    return tuple((MATCH_CHECKS[word], want) for word, want in asdict(match).items() if want != usual[word])


def is_kind(state: AnyState, one: Mouse | Foe, want: tuple[str, ...], context: Context) -> bool:
    """Whether a figure is a minion of some kind; what is said of a kind does not mean its boss."""
    kind = minion(state, one.kind) if isinstance(one, Foe) else None
    return kind is not None and not kind.boss and any(name in want for name in kind.kinds)  # MM-B42


def is_boss(state: AnyState, one: Mouse | Foe, want: bool, context: Context) -> bool:
    """Whether a figure is a boss."""
    return want == (isinstance(one, Foe) and minion(state, one.kind).boss)


def is_apart(state: AnyState, one: Mouse | Foe, want: bool, context: Context) -> bool:
    """Whether a figure is on another space than the one whose effect it is."""
    me = figure(state, context.me)
    return want != ((me.at if me else "") in spaces_of(one))


def is_wounded(state: AnyState, one: Mouse | Foe, want: bool, context: Context) -> bool:
    """Whether a figure is wounded."""
    return want == (one.wounds + one.poison > 0 if isinstance(one, Mouse) else sum(one.wounds) > 0)


def is_ailing(state: AnyState, one: Mouse | Foe, want: bool, context: Context) -> bool:
    """Whether a mouse is poisoned or has a bad marker; of minions nothing is said."""
    return isinstance(one, Foe) or want == ails(state, one)


def ails(state: AnyState, one: Mouse) -> bool:
    """Whether a mouse is poisoned or has a bad marker."""
    return one.poison > 0 or any(state.box.pack.conditions[mark].negative for mark in one.marks)


def has_card(state: AnyState, one: Mouse | Foe, want: bool, context: Context) -> bool:
    """Whether a mouse has a card in its pack that is no trick."""
    items = state.box.pack.items
    return want == (isinstance(one, Mouse) and any(items[card].kind != "trick" for card in one.pack))


def is_of_class(state: AnyState, one: Mouse | Foe, want: tuple[str, ...], context: Context) -> bool:
    """Whether a mouse is of one of these classes."""
    return isinstance(one, Mouse) and any(name in want for name in state.box.heroes[one.id].classes)


MATCH_CHECKS: dict[str, MatchCheck] = {
    "mouse": lambda state, one, want, context: isinstance(one, Mouse) == want,
    "size": lambda state, one, want, context: is_large(state, one) == (want == "large"),
    "kinds": is_kind,
    "minion": lambda state, one, want, context: isinstance(one, Foe) and one.kind == want,
    "classes": is_of_class,
    "boss": is_boss,
    "lower": lambda state, one, want, context: want == (rank(state, one.id) > rank(state, context.me)),
    "apart": is_apart,
    "mark": lambda state, one, want, context: want in one.marks,
    "without": lambda state, one, want, context: want not in one.marks,
    "wounded": is_wounded,
    "hurt": lambda state, one, want, context: isinstance(one, Foe) or want == (one.wounds > 0),
    "ailing": is_ailing,
    "poisoned": lambda state, one, want, context: want == (isinstance(one, Mouse) and one.poison > 0),
    "cheese": lambda state, one, want, context: want == (isinstance(one, Mouse) and one.cheese > 0),
    "cards": has_card,
}


WhenCheck: TypeAlias = Callable[[AnyState, Context, Any], bool]


def failed_when(state: AnyState, when: When, context: Context) -> WhenCheck | None:
    """The first check that does not hold, if one does not."""
    for check, want in when_checks(when):
        if not check(state, context, want):
            return check
    return None


@lru_cache(4096)
def when_checks(when: When) -> tuple[tuple[WhenCheck, Any], ...]:
    """Name the checks that a condition asks for; most ask for one or two."""
    usual = asdict(When())
    return tuple((WHEN_CHECKS[word], want) for word, want in asdict(when).items() if want != usual[word])


def is_miss(state: AnyState, context: Context, want: bool) -> bool:
    """Whether a roll has no hits."""
    roll = dice.read(context.roll)
    return want == (not (roll.bows if context.attack == "ranged" else roll.swords))


def has_tally(state: AnyState, context: Context, want: tuple[str, int]) -> bool:
    """Whether a mouse has defeated so many creatures of a kind in this encounter."""
    return state.tally.count((context.me, want[0])) >= want[1]


WHEN_CHECKS: dict[str, WhenCheck] = {
    "attack": lambda state, context, want: context.attack == want,
    "own": lambda state, context, want: context.own == want,
    "weapon": lambda state, context, want: context.weapon == context.source,
    "source": lambda state, context, want: context.cause == want,
    "poison": lambda state, context, want: context.poison == want,
    "first": lambda state, context, want: context.first,
    "miss": is_miss,
    "number": lambda state, context, want: dice.read(context.roll).number == want,
    "stars": lambda state, context, want: dice.read(context.roll).stars >= want,
    "cheese": lambda state, context, want: dice.read(context.roll).cheese >= want,
    "bows": lambda state, context, want: dice.read(context.roll).bows >= want,
    "tally": has_tally,
    "captures": lambda state, context, want: mouse(state, context.me).captures >= want,
    "outdoor": lambda state, context, want: state.ground.outdoor == want,
    "rain": lambda state, context, want: state.rain == want,
    "night": lambda state, context, want: state.night == want,
    "page": lambda state, context, want: state.page >= want,
    "side": lambda state, context, want: state.side == want,
    "left": lambda state, context, want: context.left == want,
    "stash": lambda state, context, want: want in state.stash,
    "answers": lambda state, context, want: all(one in state.answers for one in want),  # MM-B55
    "earned": lambda state, context, want: want in state.story,
    "moving": lambda state, context, want: want == (not state.acting.rolled or state.acting.points > 0),
    "me": lambda state, context, want: matches(state, want, context.me, context),
    "other": lambda state, context, want: matches(state, want, context.other, context),
}


Listening: TypeAlias = tuple[tuple[str, Effect], ...]  # each effect with its source
Awards: TypeAlias = tuple[tuple[str, str], ...]


def listening(state: AnyState, trigger: Trigger, name: str, weapon: str) -> Listening:
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
) -> Listening:
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


def of_awards(pack: Pack, trigger: Trigger, mouse: str, awards: Awards) -> Listening:
    """List the achievements that a mouse holds or could earn."""
    on, taken = pack.on[trigger], [award for award, _ in awards]
    held = [(award, e) for award, holder in awards if holder == mouse for e in on.awards.get(award, ())]
    free = [(award, e) for award, effects in on.earned.items() if award not in taken for e in effects]  # MM-022
    return (*held, *free)


def of_minion(state: AnyState, on: Listeners, name: str) -> Listening:
    """List what a minion has that listens to a trigger."""
    kind = name.rpartition("-")[0]
    if kind not in on.breeds and not on.marks:
        return ()
    one = foe(state, name)
    found: Listening = ()
    if kind in on.breeds:
        found = of_card(on, shown_card(state, one) if one else kind)
    if one and one.marks:
        found += tuple([(mark, e) for mark in one.marks for e in on.marks.get(mark, ())])
    return found


@lru_cache(4096)
def of_card(on: Listeners, card: str) -> Listening:
    """List what a minion card has among what listens to a trigger."""
    return tuple((card, e) for e in on.minions.get(card, ()))


def form(state: AnyState, one: Mouse) -> Form | None:
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


def hooks(state: AnyState, trigger: Trigger, context: Context) -> list[tuple[str, Effect]]:
    """List the effects of a figure that apply at a trigger, each with its source."""
    found = listening(state, trigger, context.me, context.weapon)
    return [(source, e) for source, e in found if applies(state, e, replace(context, source=source))] if found else []


def applies(state: AnyState, effect: Effect, context: Context) -> bool:
    """Whether an effect applies now."""
    if effect.once == "turn" and use_key(context) in state.acting.used:
        return False
    if effect.once == "round" and use_key(context) in state.fired:
        return False
    return failed_when(state, effect.when, context) is None


def use_key(context: Context) -> str:
    """Name the use of a source by a figure, to count it once."""
    return f"{context.me}:{context.source}"


def fires(state: AnyState, trigger: Trigger, context: Context) -> tuple[Fire, ...]:
    """Let whoever listens to a trigger feel it."""
    return (Fire(trigger, context),) if has_listeners(state, trigger, context.me, context.weapon) else ()


def has_listeners(state: AnyState, trigger: Trigger, me: str, weapon: str = "") -> bool:
    """Whether a figure, a token or the chapter listens to a trigger."""
    if trigger in state.box.on or listening(state, trigger, me, weapon):
        return True
    tokens = state.box.pack.on[trigger].tokens
    return bool(tokens and [token for token in state.tokens if token.kind in tokens])


def reacts(state: AnyState, trigger: Trigger, mice: tuple[str, ...], context: Context) -> tuple[React, ...]:
    """Let mice react that have anything to react with."""
    for name in mice:
        if can_react(state, mouse(state, name), trigger):
            return (React(trigger, mice, context),)
    return ()


def can_react(state: AnyState, one: Mouse, trigger: Trigger) -> bool:
    """Whether a mouse has anything that it may use at a trigger."""
    on = state.box.pack.on[trigger]
    if on.gifts:
        return True
    if on.abilities and not on.abilities.keys().isdisjoint(one.abilities):
        return True
    return bool(on.items and one.pack) and not on.items.keys().isdisjoint(one.pack)


PAWS = ""


def weapons(state: AnyState, one: Mouse) -> tuple[str, ...]:
    """List the weapons in the paws of a mouse; bare paws when there is none."""
    return (PAWS,) if one.marks and form(state, one) else in_paws(state.box.pack, one.worn)


@lru_cache(4096)
def in_paws(pack: Pack, worn: tuple[str, ...]) -> tuple[str, ...]:
    """List the weapons among what is worn; bare paws when there is none."""
    return tuple(dict.fromkeys(name for name in worn if name and pack.items[name].kind == "weapon")) or (PAWS,)


def attack_kind(state: AnyState, one: Mouse, weapon: str, at: Foe | None = None) -> AttackKind:
    """Say how a mouse attacks with a weapon; some are different against a target on the own space."""
    if weapon == PAWS:
        body = form(state, one)
        return body.attack if body else "melee"
    item = state.box.pack.items[weapon]
    if at and item.close and one.at in spaces_of(at):
        return item.close
    return item.attack or "melee"


def targets(state: AnyState, one: Mouse, kind: AttackKind) -> list[Foe]:
    """List the minions that a mouse may attack."""
    close = touched(state, in_reach(state, one.at))
    if kind == "melee":
        return close  # MM-037
    return crowded_targets(state, one) if close else seen_targets(state, one)


def crowded_targets(state: AnyState, one: Mouse) -> list[Foe]:
    """List whom a mouse must shoot at: close minions, where most of them are."""
    crowds = [foes_at(state, space) for space in dict.fromkeys((one.at, *mouse_near(state, one.at)))]
    most = max(map(len, crowds))
    return list({each.id: each for crowd in crowds if len(crowd) == most for each in crowd}.values())  # MM-045


def seen_targets(state: AnyState, one: Mouse) -> list[Foe]:
    """List whom a mouse may shoot at when nobody is close."""
    return [each for each in state.foes if any(sees(state, one.at, space) for space in spaces_of(each))]  # MM-046


def can_attack(state: AnyState, one: Mouse) -> bool:
    """Whether a mouse has somebody to attack: close to it, or in the sight of an archer."""
    if not in_reach(state, one.at).isdisjoint(held_spaces(state)):
        return True
    for weapon in weapons(state, one):
        if attack_kind(state, one, weapon) == "ranged":
            return bool(seen_targets(state, one))
    return False


def would_find(state: AnyState, verb: Battle, context: Context) -> bool:
    """Whether an attack by a card would find somebody."""
    if isinstance(verb.by, Selector):
        return any(can_attack(state, mouse(state, name)) for name in selected(state, verb.by, context))
    if verb.who is not None:
        return bool(aims(state, verb, context))
    one = mouse(state, context.me)
    chosen = tagged(state, one, verb.weapons)
    return any(targets(state, one, verb.attack or attack_kind(state, one, w)) for w in chosen)


def tagged(state: AnyState, one: Mouse, tag: str) -> tuple[str, ...]:
    """List the equipped weapons with a tag, each as often as it is worn; all of them without one."""
    if not tag:
        return weapons(state, one)
    return tuple(name for name in one.worn if name and tag in state.box.pack.items[name].tags)


def aims(state: AnyState, verb: Battle, context: Context) -> tuple[str, ...]:
    """List the figures an attack by a card may go against."""
    me = figure(state, context.me)
    if verb.who is None or me is None:
        return ()
    found = [one for one in map(partial(foe, state), selected(state, verb.who, context)) if one]
    if verb.attack == "ranged" and verb.sight:
        found = [one for one in found if any(sees(state, me.at, space) for space in spaces_of(one))]
    return tuple(one.id for one in found)
