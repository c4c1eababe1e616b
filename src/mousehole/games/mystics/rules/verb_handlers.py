"""What each verb does, once it is known to whom."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from mousehole.games.mystics.actions.moving import DOWN, knocked, without_token
from mousehole.games.mystics.board import initiative_track
from mousehole.games.mystics.board.board_queries import lying
from mousehole.games.mystics.board.changes import acting, push, tell, with_figure, with_mouse
from mousehole.games.mystics.content import verbs as v
from mousehole.games.mystics.content.news_kinds import NewsKind
from mousehole.games.mystics.content.selectors import Pick
from mousehole.games.mystics.content.verbs import Join
from mousehole.games.mystics.creatures import friends
from mousehole.games.mystics.effects import attack_modifiers
from mousehole.games.mystics.effects.cheese_purses import paid
from mousehole.games.mystics.effects.selected_figures import picked
from mousehole.games.mystics.fight import capture, card_attacks
from mousehole.games.mystics.rules import campaign
from mousehole.games.mystics.rules.encounters import queue, told
from mousehole.games.mystics.state import Friend, Mouse, State, figure, is_mouse, mouse
from mousehole.games.mystics.tasks.action_tasks import BeforeSearch
from mousehole.games.mystics.tasks.effect_tasks import Context, Hazard, LayToken, Losing, Pushing, React, Relief, Trial
from mousehole.games.mystics.tasks.fight_tasks import Harm
from mousehole.games.mystics.tasks.round_tasks import Arrival, Surge, Time


def done(state: State, verb: v.AnyVerb, context: Context) -> State:
    """Carry out one verb."""
    return DEEDS[type(verb)](state, verb, context)


def whom(verb: Any, context: Context) -> str:
    """Name the figure a verb works on."""
    return context.other if verb.who == "other" else context.me


def wound(state: State, verb: v.Wound, context: Context) -> State:
    """Wound without a defence."""
    return push(state, Harm(whom(verb, context), verb.n, cause=verb.source, poison=verb.poison))


def heal(state: State, verb: v.Heal, context: Context) -> State:
    """Take wounds off; poison only where the card says so."""
    one = figure(state, whom(verb, context))
    if not isinstance(one, Mouse):
        return state
    n = min(verb.n, one.wounds) if verb.wounds != "poison" else 0
    poison = min(verb.n - n, one.poison) if verb.wounds != "normal" else 0  # MM-222
    healed = replace(one, wounds=one.wounds - n, poison=one.poison - poison)
    return tell(with_mouse(state, healed), "heals", one.id, n=n + poison)


def afflict(state: State, verb: v.Afflict, context: Context) -> State:
    """Give a marker; nobody has the same one twice."""
    if verb.mark == DOWN:
        return knocked(state, whom(verb, context))
    one = figure(state, whom(verb, context))
    if one is None or verb.mark in one.marks or isinstance(one, Friend):
        return state  # MM-029
    return tell(with_figure(state, replace(one, marks=(*one.marks, verb.mark))), "marked", one.id, verb.mark)


def relieve(state: State, verb: v.Relieve, context: Context) -> State:
    """Take a marker off, or let one be chosen."""
    one = figure(state, whom(verb, context))
    if not isinstance(one, Mouse):
        return state
    if not verb.mark:
        return push(state, Relief(one.id, context.me))
    if verb.mark not in one.marks:
        return state
    marks = tuple(mark for mark in one.marks if mark != verb.mark)
    return tell(with_mouse(state, replace(one, marks=marks)), "recovers", one.id, verb.mark)


def knock_down(state: State, verb: v.KnockDown, context: Context) -> State:
    """Lay a figure down."""
    return knocked(state, whom(verb, context))


def points(state: State, verb: v.Points, context: Context) -> State:
    """Add move points, now or to the move to come."""
    now = state.acting
    if now.points > 0:
        return acting(state, points=now.points + verb.n)
    return acting(state, bonus=now.bonus + verb.n)


def push_away(state: State, verb: v.Push, context: Context) -> State:
    """Shove every figure the card names one space."""
    figures = picked(state, verb.who, context) if isinstance(verb.who, Pick) else (whom(verb, context),)
    return push(state, *(Pushing(name, context.me) for name in figures))


def leap(state: State, verb: v.Leap, context: Context) -> State:
    """Stand somewhere in sight."""
    return push(state, Pushing(whom(verb, context), context.me, leap=True))


def shift_card(state: State, verb: v.ShiftCard, context: Context) -> State:
    """Move a card on the track."""
    name = whom(verb, context)
    card = name if is_mouse(state, name) else name.rpartition("-")[0]
    found = next((c for c in state.track if initiative_track.kind_of(c) == card), None)
    return tell(initiative_track.shifted(state, found, verb.by), "shifts", found, n=verb.by) if found else state


def swap(state: State, verb: v.Swap, context: Context) -> State:
    """Swap the card with the one above."""
    kind = context.me.rpartition("-")[0]
    card = next((c for c in state.track if initiative_track.kind_of(c) == kind), None)
    if card is None or state.track[0] == card:
        return state
    return tell(initiative_track.shifted(state, card, -1), "pushes_up", card)  # MM-B41


def cheese(state: State, verb: v.Cheese, context: Context) -> State:
    """Let cheese change hands."""
    assert not isinstance(verb.to, Pick)
    return paid(state, verb.n, verb.of, verb.to, context)


def weather(state: State, verb: v.Weather, context: Context) -> State:
    """Let rain or night begin or end."""
    rain = state.rain if verb.rain is None else verb.rain
    night = state.night if verb.night is None else verb.night  # MM-188
    what: NewsKind = "rain" if rain != state.rain else "night" if night != state.night else "weather"
    return tell(replace(state, rain=rain, night=night), what, n=int(rain if what == "rain" else night))


def hourglass(state: State, verb: v.Hourglass, context: Context) -> State:
    """Let time pass."""
    return push(state, Time(verb.by))


def chapter_end(state: State, verb: v.ChapterEnd, context: Context) -> State:
    """Let the chapter end later, at most on the last page."""
    end = min(state.box.pack.rules.pages, state.end + verb.by)  # MM-006, MM-015, MM-018, MM-B32, MM-B33
    return tell(replace(state, end=end), "later", n=end)


def spawn(state: State, verb: v.Spawn, context: Context) -> State:
    """Let minions come."""
    return push(state, Arrival(queue(state, verb.minions), verb.greedy, verb.ambush, not state.foes))


def extra(state: State, verb: v.Extra, context: Context) -> State:
    """Give one more action."""
    return acting(state, actions=state.acting.actions + verb.n)


def end_turn(state: State, verb: v.EndTurn, context: Context) -> State:
    """End the turn."""
    return acting(state, over=True, moving="", points=0)


def lose_card(state: State, verb: v.LoseCard, context: Context) -> State:
    """Lose a card of the pack."""
    name = whom(verb, context)
    return push(state, Losing(name)) if is_mouse(state, name) else state


def gain(state: State, verb: v.Gain, context: Context) -> State:
    """Put a card into the pack."""
    one = mouse(state, context.me)
    return tell(with_mouse(state, replace(one, pack=(*one.pack, verb.card))), "keeps", one.id, verb.card)


def lay(state: State, verb: v.Lay, context: Context) -> State:
    """Lay a token on the own space, or on one nearby."""
    return push(state, LayToken(verb.token, context.me, verb.near))


def remove(state: State, verb: v.Remove, context: Context) -> State:
    """Take the token away that lies where the effect happens."""
    token = min(lying(state, context.at), key=lambda token: token.kind != context.source, default=None)
    return tell(without_token(state, token.kind, token.at), "removed", token.kind) if token else state


def nothing(state: State, verb: v.AnyVerb, context: Context) -> State:
    """Do nothing now: these verbs are read where they apply."""
    return state


def offer(state: State, verb: v.Offer, context: Context) -> State:
    """Let the mouse use what it has for this occasion."""
    return push(state, React(verb.on, (context.me,), context))


def broken(state: State, verb: v.Break, context: Context) -> State:
    """Discard the card that broke."""
    one = mouse(state, context.me)
    if context.source not in one.worn:
        return state
    at = one.worn.index(context.source)
    state = with_mouse(state, replace(one, worn=(*one.worn[:at], "", *one.worn[at + 1 :])))
    return tell(replace(state, bin=(*state.bin, context.source)), "breaks", one.id, context.source)


def lose_way(state: State, verb: v.Lose, context: Context) -> State:
    """Lose a mouse."""
    one = figure(state, whom(verb, context))
    return capture.vanish(state, one) if isinstance(one, Mouse) else state


def test(state: State, verb: v.Test, context: Context) -> State:
    """Put a mouse to the test."""
    hero = state.box.heroes[context.me]
    by_lore = verb.pool == "lore" or (verb.pool == "trap" and "tinkerer" in hero.classes)  # MM-172
    n = verb.pool if isinstance(verb.pool, int) else hero.lore if by_lore else hero.move
    return push(state, Trial(context.me, n, by_lore, verb.then, verb.otherwise, context))


def approach(state: State, verb: v.Approach, context: Context) -> State:
    """Let a hazard come closer."""
    return push(state, Hazard(context.source, context.at, context.me, verb.spaces, verb.wounds))


def search(state: State, verb: v.Search, context: Context) -> State:
    """Search once more."""
    return push(state, BeforeSearch(context.me))


def grant(state: State, verb: v.Grant, context: Context) -> State:
    """Give an achievement to the first mouse that earns it."""
    if any(award == context.source for award, _ in state.awards):
        return state  # MM-022
    state = replace(state, awards=(*state.awards, (context.source, context.me)))
    return tell(state, "award", context.me, context.source)


def award(state: State, verb: v.Award, context: Context) -> State:
    """Give the party a story token."""
    if verb.token in state.story:
        return state
    return tell(replace(state, story=(*state.story, verb.token)), "token", verb.token)


def moment(state: State, verb: v.Tell, context: Context) -> State:
    """Read a story moment."""
    return told(state, verb.moment)


def force_surge(state: State, verb: v.Surge, context: Context) -> State:
    """Let the surge come."""
    return push(state, Surge())


DEEDS: dict[type, Callable[..., State]] = {
    v.AddDice: attack_modifiers.add_dice,
    v.Double: attack_modifiers.double,
    v.Sure: attack_modifiers.sure,
    v.Reroll: attack_modifiers.reroll,
    v.DoubleBlock: attack_modifiers.double_block,
    v.Wound: wound,
    v.Poison: nothing,
    v.Prevent: attack_modifiers.prevent,
    v.Soften: nothing,
    v.Heal: heal,
    v.Afflict: afflict,
    v.Relieve: relieve,
    v.KnockDown: knock_down,
    v.Points: points,
    v.Push: push_away,
    v.Leap: leap,
    v.ShiftCard: shift_card,
    v.Swap: swap,
    v.Cheese: cheese,
    v.Weather: weather,
    v.Hourglass: hourglass,
    v.ChapterEnd: chapter_end,
    v.Spawn: spawn,
    Join: friends.join,
    v.Battle: card_attacks.battle,
    v.Hit: card_attacks.hit,
    v.Extra: extra,
    v.EndTurn: end_turn,
    v.Draw: attack_modifiers.draw,
    v.LoseCard: lose_card,
    v.Gain: gain,
    v.Lay: lay,
    v.Remove: remove,
    v.Offer: offer,
    v.Break: broken,
    v.Rescue: nothing,
    v.Lose: lose_way,
    v.Test: test,
    v.Retarget: card_attacks.retarget,
    v.Approach: approach,
    v.Search: search,
    v.Grant: grant,
    v.Award: award,
    v.Tell: moment,
    v.Surge: force_surge,
    v.Win: campaign.win,
}
