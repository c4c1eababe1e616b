"""Every verb, and where its meaning stands: most are carried out, a few hold as long as their card does."""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from mousehole.games.mystics.content import verb_types as v
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.effect_tasks import Context
from mousehole.games.mystics.verbs import (
    attack_verbs,
    card_verbs,
    chapter_verbs,
    dice_verbs,
    figure_verbs,
    wound_verbs,
)

Kind = TypeVar("Kind", bound=v.Verb)
Handler: TypeAlias = Callable[[State, Kind, Context], State]


def carried_out(state: State, verb: v.AnyVerb, context: Context) -> State:
    """Carry out one verb, once it is known to whom."""
    handler = HANDLERS.get(type(verb))
    return handler(state, verb, context) if handler else state


def handled(kind: type[Kind], handler: Handler[Kind]) -> tuple[type[v.Verb], Handler[Any]]:
    """How a verb is carried out."""
    return kind, handler


HANDLERS = dict(
    (
        handled(v.AddDice, dice_verbs.add_dice),
        handled(v.Double, dice_verbs.double),
        handled(v.Sure, dice_verbs.sure),
        handled(v.Reroll, dice_verbs.reroll),
        handled(v.DoubleBlock, dice_verbs.double_block),
        handled(v.Wound, wound_verbs.wound),
        handled(v.Prevent, wound_verbs.prevent),
        handled(v.Heal, wound_verbs.heal),
        handled(v.Afflict, figure_verbs.afflict),
        handled(v.Relieve, figure_verbs.relieve),
        handled(v.KnockDown, figure_verbs.knock_down),
        handled(v.Points, figure_verbs.points),
        handled(v.Push, figure_verbs.push_away),
        handled(v.Leap, figure_verbs.leap),
        handled(v.ShiftCard, figure_verbs.shift_card),
        handled(v.Swap, figure_verbs.swap),
        handled(v.Cheese, chapter_verbs.cheese),
        handled(v.Weather, chapter_verbs.weather),
        handled(v.Hourglass, chapter_verbs.hourglass),
        handled(v.ChapterEnd, chapter_verbs.chapter_end),
        handled(v.Spawn, chapter_verbs.spawn),
        handled(v.Join, figure_verbs.join),
        handled(v.Battle, attack_verbs.battle),
        handled(v.Hit, attack_verbs.hit),
        handled(v.Extra, figure_verbs.extra),
        handled(v.EndTurn, figure_verbs.end_turn),
        handled(v.Draw, card_verbs.draw),
        handled(v.LoseCard, card_verbs.lose_card),
        handled(v.Gain, card_verbs.gain),
        handled(v.Lay, chapter_verbs.lay),
        handled(v.Remove, chapter_verbs.remove),
        handled(v.Offer, card_verbs.offer),
        handled(v.Break, card_verbs.broken),
        handled(v.Lose, figure_verbs.lose_way),
        handled(v.Test, card_verbs.test),
        handled(v.Retarget, attack_verbs.retarget),
        handled(v.Approach, chapter_verbs.approach),
        handled(v.Search, card_verbs.search),
        handled(v.Grant, chapter_verbs.grant),
        handled(v.Award, chapter_verbs.award),
        handled(v.Tell, chapter_verbs.moment),
        handled(v.Surge, chapter_verbs.force_surge),
        handled(v.Win, chapter_verbs.win),
    )
)
STANDING: dict[type[v.Verb], Callable[..., bool]] = {
    v.Poison: wound_verbs.poisons,
    v.Soften: wound_verbs.softens,
    v.Rescue: figure_verbs.rescues,
}  # asked where dice, wounds and captures are counted
