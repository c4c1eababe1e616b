"""What the verbs of cards, tokens and creatures do; a few are not carried out, they hold as long as their card does."""

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias, TypeVar

from msgspec.structs import replace

from mousehole.games.mystics.board.ending import win_chapter
from mousehole.games.mystics.board.figures import (
    DOWN,
    active,
    figure,
    is_mouse,
    kind_of,
    knock_over,
    mouse,
    move_card,
    placing_order,
    push,
    remove_token,
    set_acting,
    set_figure,
    set_mouse,
    tell,
    tell_story,
)
from mousehole.games.mystics.board.queries import lying
from mousehole.games.mystics.content import effect_types as v
from mousehole.games.mystics.content.effect_types import AttackKind, Effect, Purse, Selector, Trigger, Who
from mousehole.games.mystics.effects.bees import send_bees_home
from mousehole.games.mystics.effects.triggers import aims, attack_kind, can_attack, hooks, selected, tagged, weapons
from mousehole.games.mystics.state import AnyState, Draft, Friend, Mouse, NewsKind
from mousehole.games.mystics.tasks import (
    Answering,
    Arrival,
    Attack,
    AttackRoll,
    BeforeSearch,
    CardAttack,
    Command,
    Context,
    Defences,
    DrawCard,
    Fight,
    FightTask,
    Found,
    Harm,
    Hazard,
    Joining,
    LayToken,
    Losing,
    Mark,
    Pushing,
    React,
    Relief,
    SearchRoll,
    Surge,
    Time,
    Trial,
    Weapons,
    Wheel,
)

Kind = TypeVar("Kind", bound=v.Verb)
Handler: TypeAlias = Callable[[Draft, Kind, Context], None]


def carry_out(draft: Draft, verb: v.AnyVerb, context: Context) -> None:
    """Carry out one verb, once it is known to whom."""
    handler = HANDLERS.get(type(verb))
    if handler:
        handler(draft, verb, context)


def handled(kind: type[Kind], handler: Handler[Kind]) -> tuple[type[v.Verb], Handler[Any]]:
    """How a verb is carried out."""
    return kind, handler


class Aimed(Protocol):
    """A verb that names a figure."""

    @property
    def who(self) -> Who | None:
        """Whom it is about: the owner of the effect, or the other side."""


def whom(verb: Aimed, context: Context) -> str:
    """Name the figure a verb works on."""
    return context.other if verb.who == "other" else context.me


def add_dice(draft: Draft, verb: v.AddDice, context: Context) -> None:
    """Add dice to the attack, the defence or the search that is going on."""
    n = verb.count * (1 if verb.per is None else len(selected(draft, verb.per, context)))
    top = draft.agenda[-1] if draft.agenda else None
    if isinstance(top, BeforeSearch):
        draft.agenda[-1] = replace(top, dice=top.dice + n)
        return
    if (attacker(draft) == context.me) == (verb.pool == "own"):
        change_fight(draft, lambda fight: replace(fight, more=fight.more + n))
        return
    change_fight(draft, lambda fight: with_guard(fight, context.me, n))


def added_dice(state: AnyState, trigger: Trigger, pool: str, context: Context) -> int:
    """Add up the dice that effects give to a pool."""
    found = hooks(state, trigger, context)
    if not found or figure(state, context.me) is None:
        return 0
    return sum(
        verb.count * (1 if verb.per is None else len(selected(state, verb.per, context)))
        for _, effect in found
        for verb in effect.do
        if isinstance(verb, v.AddDice) and verb.pool == pool
    )


def with_guard(fight: Fight, name: str, n: int) -> Fight:
    """Give dice to the defender who asked for them; whoever is not attacked itself means every defender."""
    if name in fight.at:
        return replace(fight, guard=(*fight.guard, (name, n)))
    return replace(fight, less=fight.less - n)


def double(draft: Draft, verb: v.Double, context: Context) -> None:
    """Count the battle value twice."""
    change_fight(draft, lambda fight: replace(fight, doubled=True))


def sure(draft: Draft, verb: v.Sure, context: Context) -> None:
    """Let every die show a bow."""
    change_fight(draft, lambda fight: replace(fight, sure=True))


def double_block(draft: Draft, verb: v.DoubleBlock, context: Context) -> None:
    """Let star shields block two hits."""
    change_fight(draft, lambda fight: replace(fight, double_block=True))


def reroll(draft: Draft, verb: v.Reroll, context: Context) -> None:
    """Throw again what has just fallen: an attack, or a search."""
    for n in range(len(draft.agenda) - 1, -1, -1):
        match draft.agenda[n]:
            case Defences(fight=fight):
                if not fight.again:
                    draft.agenda[n] = AttackRoll(replace(fight, again=True))
                return
            case Found(mouse=name, stars=stars):
                if not stars:
                    draft.agenda[n] = SearchRoll(name)
                return


def change_fight(draft: Draft, change: Callable[[Fight], Fight]) -> None:
    """Change the attack that is going on."""
    for n in range(len(draft.agenda) - 1, -1, -1):
        stage = draft.agenda[n]
        if isinstance(stage, FightTask):
            draft.agenda[n] = replace(stage, fight=change(stage.fight))
            return


def attacker(state: AnyState) -> str:
    """Name who attacks in the attack that is going on."""
    for task in reversed(state.agenda):
        if isinstance(task, FightTask):
            return task.fight.by
    return ""


def wound(draft: Draft, verb: v.Wound, context: Context) -> None:
    """Wound without a defence."""
    push(draft, Harm(whom(verb, context), verb.n, cause=verb.source, poison=verb.poison))


def poisons(state: AnyState, context: Context) -> bool:
    """Whether the wounds that a figure deals are poison: `Poison` holds as long as its card does."""
    found = hooks(state, "wounds", context)
    return bool(found) and any(isinstance(verb, v.Poison) for _, effect in found for verb in effect.do)


def softens(effect: Effect) -> bool:
    """Whether an effect turns a poison wound into a normal one."""
    return any(isinstance(verb, v.Soften) for verb in effect.do)


def besides(effect: Effect) -> tuple[v.AnyVerb, ...]:
    """What an effect that replaces a wound does besides replacing it."""
    return tuple(verb for verb in effect.do if not isinstance(verb, v.Soften | v.Prevent))


def prevent(draft: Draft, verb: v.Prevent, context: Context) -> None:
    """Let the wound that is about to be marked not happen."""
    for n in range(len(draft.agenda) - 1, -1, -1):
        if isinstance(draft.agenda[n], Mark):
            del draft.agenda[n]
            tell(draft, "shrugs", context.me)
            return


def heal(draft: Draft, verb: v.Heal, context: Context) -> None:
    """Take wounds off; poison only where the card says so."""
    one = figure(draft, whom(verb, context))
    if not isinstance(one, Mouse):
        return
    n = min(verb.n, one.wounds) if verb.wounds != "poison" else 0
    poison = min(verb.n - n, one.poison) if verb.wounds != "normal" else 0  # MM-222
    healed = replace(one, wounds=one.wounds - n, poison=one.poison - poison)
    set_mouse(draft, healed)
    tell(draft, "heals", one.id, n=n + poison)


def afflict(draft: Draft, verb: v.Afflict, context: Context) -> None:
    """Give a marker; nobody has the same one twice."""
    if verb.mark == DOWN:
        knock_over(draft, whom(verb, context))
        return
    one = figure(draft, whom(verb, context))
    if one is None or verb.mark in one.marks or isinstance(one, Friend):
        return  # MM-029
    set_figure(draft, replace(one, marks=(*one.marks, verb.mark)))
    tell(draft, "marked", one.id, verb.mark)


def relieve(draft: Draft, verb: v.Relieve, context: Context) -> None:
    """Take a marker off, or let one be chosen."""
    one = figure(draft, whom(verb, context))
    if not isinstance(one, Mouse):
        return
    if not verb.mark:
        push(draft, Relief(one.id, context.me))
        return
    if verb.mark not in one.marks:
        return
    marks = tuple(mark for mark in one.marks if mark != verb.mark)
    set_mouse(draft, replace(one, marks=marks))
    tell(draft, "recovers", one.id, verb.mark)


def knock_down(draft: Draft, verb: v.KnockDown, context: Context) -> None:
    """Lay a figure down."""
    knock_over(draft, whom(verb, context))


def points(draft: Draft, verb: v.Points, context: Context) -> None:
    """Add move points, now or to the move to come."""
    now = draft.acting
    if now.points > 0:
        set_acting(draft, points=now.points + verb.n)
        return
    set_acting(draft, bonus=now.bonus + verb.n)


def push_away(draft: Draft, verb: v.Push, context: Context) -> None:
    """Shove every figure the card names one space."""
    figures = selected(draft, verb.who, context) if isinstance(verb.who, Selector) else (whom(verb, context),)
    push(draft, *(Pushing(name, context.me) for name in figures))


def leap(draft: Draft, verb: v.Leap, context: Context) -> None:
    """Stand somewhere in sight."""
    push(draft, Pushing(whom(verb, context), context.me, leap=True))


def shift_card(draft: Draft, verb: v.ShiftCard, context: Context) -> None:
    """Move a card on the track."""
    name = whom(verb, context)
    card = name if is_mouse(draft, name) else name.rpartition("-")[0]
    found = next((c for c in draft.track if kind_of(c) == card), None)
    if found:
        move_card(draft, found, verb.by)
        tell(draft, "shifts", found, n=verb.by)


def swap(draft: Draft, verb: v.Swap, context: Context) -> None:
    """Swap the card with the one above."""
    kind = context.me.rpartition("-")[0]
    card = next((c for c in draft.track if kind_of(c) == kind), None)
    if card is None or draft.track[0] == card:
        return
    move_card(draft, card, -1)  # MM-B41
    tell(draft, "pushes_up", card)


def extra(draft: Draft, verb: v.Extra, context: Context) -> None:
    """Give one more action."""
    set_acting(draft, actions=draft.acting.actions + verb.n)


def end_turn(draft: Draft, verb: v.EndTurn, context: Context) -> None:
    """End the turn of the figure that the effect happens to; anybody else's goes on."""
    if draft.acting.card == context.me:
        set_acting(draft, over=True, rolled=True, moving="", points=0)  # MM-174, MM-B06


def lose_way(draft: Draft, verb: v.Lose, context: Context) -> None:
    """Lose a mouse."""
    one = figure(draft, whom(verb, context))
    if isinstance(one, Mouse):
        lose_mouse(draft, one)


def lose_mouse(draft: Draft, one: Mouse) -> None:
    """Lose a mouse until somebody finds it; the last one on the board finds its way."""
    if len(active(draft)) < 2:
        return
    send_bees_home(draft, one.id)
    set_mouse(draft, replace(one, at="", lost=True))
    tell(draft, "lost", one.id)


def rescues(effect: Effect) -> bool:
    """Whether an effect brings a captured mouse back at once."""
    return any(isinstance(verb, v.Reprieve) for verb in effect.do)


def join(draft: Draft, verb: v.Join, context: Context) -> None:
    """Let an ally or a pet join a mouse."""
    name = whom(verb, context)
    if is_mouse(draft, name):
        push(draft, Joining(verb.friend, name))


def draw(draft: Draft, verb: v.Draw, context: Context) -> None:
    """Draw more cards in the search that is going on."""
    top = draft.agenda[-1] if draft.agenda else None
    if isinstance(top, Found):
        draft.agenda[-1] = replace(top, cards=verb.n)
        return
    push(draft, DrawCard(context.me, verb.n))


def search(draft: Draft, verb: v.Search, context: Context) -> None:
    """Search once more."""
    push(draft, BeforeSearch(context.me))


def gain(draft: Draft, verb: v.Gain, context: Context) -> None:
    """Put a card into the pack."""
    one = mouse(draft, context.me)
    set_mouse(draft, replace(one, pack=(*one.pack, verb.card)))
    tell(draft, "keeps", one.id, verb.card)


def lose_card(draft: Draft, verb: v.LoseCard, context: Context) -> None:
    """Lose a card of the pack."""
    name = whom(verb, context)
    if is_mouse(draft, name):
        push(draft, Losing(name))


def break_card(draft: Draft, verb: v.Break, context: Context) -> None:
    """Discard the card that broke."""
    one = mouse(draft, context.me)
    if context.source not in one.worn:
        return
    at = one.worn.index(context.source)
    set_mouse(draft, replace(one, worn=(*one.worn[:at], "", *one.worn[at + 1 :])))
    draft.bin = (*draft.bin, context.source)
    tell(draft, "breaks", one.id, context.source)


def offer(draft: Draft, verb: v.OfferUse, context: Context) -> None:
    """Let the mouse use what it has for this occasion."""
    push(draft, React(verb.on, (context.me,), context))


def test(draft: Draft, verb: v.Test, context: Context) -> None:
    """Put a mouse to the test."""
    hero = draft.box.heroes[context.me]
    by_lore = verb.pool == "lore" or (verb.pool == "trap" and "tinkerer" in hero.classes)  # MM-172
    n = verb.pool if isinstance(verb.pool, int) else hero.lore if by_lore else hero.move
    push(draft, Trial(context.me, n, by_lore, verb.then, verb.otherwise, context))


def cheese(draft: Draft, verb: v.Cheese, context: Context) -> None:
    """Let cheese change hands."""
    assert not isinstance(verb.to, Selector)
    move_cheese(draft, verb.n, verb.of, verb.to, context)


def weather(draft: Draft, verb: v.Weather, context: Context) -> None:
    """Let rain or night begin or end."""
    rain = draft.rain if verb.rain is None else verb.rain
    night = draft.night if verb.night is None else verb.night  # MM-188
    what: NewsKind = "rain" if rain != draft.rain else "night" if night != draft.night else "weather"
    draft.rain = rain
    draft.night = night
    tell(draft, what, n=int(rain if what == "rain" else night))


def hourglass(draft: Draft, verb: v.Hourglass, context: Context) -> None:
    """Let time pass."""
    push(draft, Time(verb.by))


def chapter_end(draft: Draft, verb: v.ChapterEnd, context: Context) -> None:
    """Let the chapter end later, at most on the last page."""
    end = min(draft.box.pack.rules.pages, draft.end + verb.by)  # MM-006, MM-015, MM-018, MM-B32, MM-B33
    draft.end = end
    tell(draft, "later", n=end)


def spawn(draft: Draft, verb: v.Spawn, context: Context) -> None:
    """Let minions come."""
    push(draft, Arrival(placing_order(draft, verb.minions), verb.greedy, verb.ambush, not draft.foes))


def force_surge(draft: Draft, verb: v.ForceSurge, context: Context) -> None:
    """Let the surge come."""
    push(draft, Surge())


def lay(draft: Draft, verb: v.Lay, context: Context) -> None:
    """Lay a token on the own space, or on one nearby."""
    push(draft, LayToken(verb.token, context.me, verb.near))


def remove(draft: Draft, verb: v.Remove, context: Context) -> None:
    """Take the token away that lies where the effect happens."""
    token = min(lying(draft, context.at), key=lambda token: token.kind != context.source, default=None)
    if token:
        remove_token(draft, token.kind, token.at)
        tell(draft, "removed", token.kind)


def approach(draft: Draft, verb: v.Approach, context: Context) -> None:
    """Let a hazard come closer."""
    push(draft, Hazard(context.source, context.at, context.me, verb.spaces, verb.wounds))


def grant(draft: Draft, verb: v.Grant, context: Context) -> None:
    """Give an achievement to the first mouse that earns it."""
    if any(award == context.source for award, _ in draft.awards):
        return  # MM-022
    draft.awards = (*draft.awards, (context.source, context.me))
    tell(draft, "award", context.me, context.source)


def award(draft: Draft, verb: v.Award, context: Context) -> None:
    """Award a story token to the party."""
    if verb.token in draft.story:
        return
    draft.story = (*draft.story, verb.token)
    tell(draft, "token", verb.token)


def moment(draft: Draft, verb: v.Tell, context: Context) -> None:
    """Read a story moment."""
    tell_story(draft, verb.moment)


def ask(draft: Draft, verb: v.Ask, context: Context) -> None:
    """Ask the party a question of the chapter, unless it has answered it; the mouse at its head speaks for it."""
    answered = [question for question, _ in draft.answers]
    head = next((one.id for one in draft.mice if one.at), "")
    if verb.question not in answered and head:
        tell(draft, "asks", head, verb.question)
        push(draft, Answering(head, verb.question))  # MM-B54


def win(draft: Draft, verb: v.Win, context: Context) -> None:
    """Win the chapter by an effect."""
    win_chapter(draft)


MASTER = "roachmaster"


def move_cheese(draft: Draft, n: int, of: Purse, to: Purse, context: Context) -> None:
    """Move cheese from one purse to another, as much as there is."""
    n = take_cheese(draft, n, of, context)
    if to == "loot":
        to = "wheel" if greedy(draft, context.me) else "supply"
    if not n:
        return
    if to == "wheel":
        tell(draft, "loot", context.me, n=n)
        push(draft, Wheel(n))
        return
    if to == "supply":
        return
    name = context.other if to == "other" else context.me
    if not is_mouse(draft, name) or not mouse(draft, name).at:
        return
    one = mouse(draft, name)
    draft.supply -= n
    set_mouse(draft, replace(one, cheese=one.cheese + n))
    tell(draft, "cheese", name, n=n)


def take_cheese(draft: Draft, n: int, of: Purse, context: Context) -> int:
    """Take cheese out of a purse into the supply; an empty wheel is helped out by the supply."""
    if of == "wheel" and draft.wheel:
        n = min(n, draft.wheel)
        draft.wheel -= n
        draft.supply += n
    if of in ("self", "other"):
        name = context.other if of == "other" else context.me
        one = mouse(draft, name)
        n = min(n, one.cheese)
        draft.supply += n
        set_mouse(draft, replace(one, cheese=one.cheese - n))
        tell(draft, "robbed", name, context.me, n)
    return n


def greedy(state: AnyState, name: str) -> bool:
    """Whether a thief carries its loot to the wheel."""
    one = figure(state, name)
    if one is None or is_mouse(state, name) or name.rpartition("-")[0] not in state.greedy:
        return False  # MM-138
    holder = next((holder for award, holder in state.awards if award == MASTER), "")
    return not (holder and mouse(state, holder).at)  # MM-016


def battle(draft: Draft, verb: v.Battle, context: Context) -> None:
    """Let somebody attack now."""
    if isinstance(verb.by, Selector):
        mice = tuple(name for name in selected(draft, verb.by, context) if can_attack(draft, mouse(draft, name)))
        push(draft, Command(mice, context.me))
        return
    one = figure(draft, context.other if verb.by == "other" else context.me)
    if not isinstance(one, Mouse):
        return
    if verb.who is not None:
        by_card(draft, verb, one, context)
        return
    fight = Fight(one.id, dice=lore(draft, verb, one))
    if not verb.weapons:
        push(draft, Weapons(fight))
        return
    push(draft, *(Weapons(fight, (weapon,)) for weapon in tagged(draft, one, verb.weapons)))


def lore(state: AnyState, verb: v.Battle, one: Mouse) -> int | None:
    """The dice of an attack by lore."""
    return state.box.heroes[one.id].lore if verb.dice == "lore" else None


def by_card(draft: Draft, verb: v.Battle, one: Mouse, context: Context) -> None:
    """Attack whom the card allows: all of them with one roll, or one of them."""
    found = aims(draft, verb, context)
    kind = verb.attack or attack_kind(draft, one, weapons(draft, one)[0])
    weapon = "" if verb.dice == "lore" else fitting(draft, one, kind)
    fight = Fight(one.id, found, kind, weapon, lore(draft, verb, one))
    if not found or verb.who is None:
        return
    if verb.who.how == "all":
        push(draft, Attack(fight))
        return
    push(draft, CardAttack(fight, verb.blast))


def fitting(state: AnyState, one: Mouse, kind: AttackKind) -> str:
    """Find the weapon that counts in an attack by a card."""
    return next((weapon for weapon in weapons(state, one) if attack_kind(state, one, weapon) == kind), "")


def hit(draft: Draft, verb: v.Hit, context: Context) -> None:
    """Hit somebody automatically; it may defend."""
    name = whom(verb, context)
    if figure(draft, name) is None:
        return
    by = context.me if is_mouse(draft, context.me) else ""
    push(draft, Defences(Fight(by, (name,), "ranged", hits=verb.n)))


def retarget(draft: Draft, verb: v.Retarget, context: Context) -> None:
    """Turn the attack that is going on from a mouse to another; everybody else who is struck stays so."""
    name = whom(verb, context)

    def turned(fight: Fight) -> Fight:
        spared = {context.me} if context.me in fight.at else {one for one in fight.at if is_mouse(draft, one)}
        return replace(fight, at=tuple(dict.fromkeys(name if one in spared else one for one in fight.at)))

    tell(draft, "steps_in", name)
    change_fight(draft, turned)


HANDLERS = dict(
    (
        handled(v.AddDice, add_dice),
        handled(v.Double, double),
        handled(v.Sure, sure),
        handled(v.Reroll, reroll),
        handled(v.DoubleBlock, double_block),
        handled(v.Wound, wound),
        handled(v.Prevent, prevent),
        handled(v.Heal, heal),
        handled(v.Afflict, afflict),
        handled(v.Relieve, relieve),
        handled(v.KnockDown, knock_down),
        handled(v.Points, points),
        handled(v.Push, push_away),
        handled(v.Leap, leap),
        handled(v.ShiftCard, shift_card),
        handled(v.Swap, swap),
        handled(v.Cheese, cheese),
        handled(v.Weather, weather),
        handled(v.Hourglass, hourglass),
        handled(v.ChapterEnd, chapter_end),
        handled(v.Spawn, spawn),
        handled(v.Join, join),
        handled(v.Battle, battle),
        handled(v.Hit, hit),
        handled(v.Extra, extra),
        handled(v.EndTurn, end_turn),
        handled(v.Draw, draw),
        handled(v.LoseCard, lose_card),
        handled(v.Gain, gain),
        handled(v.Lay, lay),
        handled(v.Remove, remove),
        handled(v.OfferUse, offer),
        handled(v.Break, break_card),
        handled(v.Lose, lose_way),
        handled(v.Test, test),
        handled(v.Retarget, retarget),
        handled(v.Approach, approach),
        handled(v.Search, search),
        handled(v.Grant, grant),
        handled(v.Award, award),
        handled(v.Tell, moment),
        handled(v.Ask, ask),
        handled(v.ForceSurge, force_surge),
        handled(v.Win, win),
    )
)
STANDING: dict[type[v.Verb], Callable[..., bool]] = {
    v.Poison: poisons,
    v.Soften: softens,
    v.Reprieve: rescues,
}  # asked where dice, wounds and captures are counted
