"""An attack from the choice of weapon and target to its dice, its wounds and whoever is defeated or captured."""

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.board.figures import (
    Steps,
    active,
    cards_of,
    figure,
    foe,
    friend,
    is_mouse,
    minion,
    mouse,
    push,
    remove_card,
    seat,
    set_acting,
    set_foe,
    set_mouse,
    stop_turn,
    task_step,
    tell,
    top_card,
)
from mousehole.games.mystics.board.queries import FAR, charmed, enterable, foes_at, in_reach, mouse_near
from mousehole.games.mystics.content.content_types import MinionCard
from mousehole.games.mystics.content.effect_types import Effect, Trigger
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.effects.abilities import note_use, use, uses
from mousehole.games.mystics.effects.bees import bees_about, pass_bees_on, send_bees_home, stings
from mousehole.games.mystics.effects.triggers import (
    PAWS,
    attack_kind,
    fires,
    form,
    has_listeners,
    hooks,
    listening,
    reacts,
    targets,
    weapons,
)
from mousehole.games.mystics.effects.verbs import added_dice, besides, poisons, rescues, softens
from mousehole.games.mystics.moves import DONE, Choose, Dice, Event, Put, Target, Use, put, target
from mousehole.games.mystics.state import AnyState, Draft, Foe, Mouse
from mousehole.games.mystics.tasks import (
    AfterAttack,
    Aim,
    AnyTask,
    Attack,
    AttackRoll,
    Capture,
    CardAttack,
    Check,
    Command,
    Context,
    Defeat,
    Defences,
    Defend,
    Fight,
    Finish,
    Fire,
    Harm,
    Mark,
    Perform,
    React,
    Rescue,
    Strike,
    TakeAway,
    Time,
    Weapons,
    Wheel,
)


def attack(draft: Draft, task: Attack, event: Event | None) -> None:
    """Declare an attack; whoever is attacked may react."""
    fight = task.fight
    there = tuple([name for name in fight.at if figure(draft, name)])
    if not there or not standing(draft, fight.by):
        return
    fight = fight if there == fight.at else replace(fight, at=there)
    for name in fight.at:
        tell(draft, "attacks", fight.by, name)
    if is_mouse(draft, fight.by) and not charmed(draft, mouse(draft, fight.by)):
        push(draft, AttackRoll(fight))
        return
    set_acting(draft, attacked=(*draft.acting.attacked, *[name for name in fight.at if not foe(draft, name)]))
    push(draft, *reactions(draft, fight), AttackRoll(fight))


def standing(state: AnyState, name: str) -> bool:
    """Whether whoever attacks is still on the board; a trap or a grape always is."""
    return not name or figure(state, name) is not None


def reactions(state: AnyState, fight: Fight) -> tuple[React, ...]:
    """Let the mice attacked react, and the friends of a mouse that is attacked alone."""
    mice = tuple([name for name in fight.at if is_mouse(state, name) and name != fight.by])
    context = Context("", fight.by, attack=fight.kind)
    found = reacts(state, "attacked", mice, context)
    if len(mice) == 1:
        friends = beside(state, mouse(state, mice[0]))
        found += (
            (React("friend_attacked", friends, context),)
            if found
            else reacts(state, "friend_attacked", friends, context)
        )
    return found


def beside(state: AnyState, one: Mouse) -> tuple[str, ...]:
    """List the other mice on the space of a mouse and next to it."""
    around = in_reach(state, one.at)
    return tuple([other.id for other in state.mice if other.at in around and other.id != one.id])


def ask_attack_roll(state: AnyState, task: AttackRoll) -> Chance[Event]:
    """Roll the attack."""
    fight = task.fight
    n = attack_dice(state, fight)
    if fight.sure:
        return Chance(((Dice((dice.PLAIN_BOW,) * n), 1),))  # MM-011
    return dice.pool(n, seat(state, fight.by))


def attack_roll(draft: Draft, task: AttackRoll, event: Event | None) -> None:
    """Count the hits; cheese is shared out at once."""
    assert isinstance(event, Dice)
    roll = dice.read(event.faces)
    hits = roll.bows if task.fight.kind == "ranged" else roll.swords  # MM-039, MM-040
    fight = replace(task.fight, roll=event.faces, hits=hits)
    tell(draft, "hits", fight.by, n=hits)
    context = side_of(fight, fight.by, fight.at[0])
    push(draft, Defences(fight))
    share_out(draft, fight, fight.by, fight.at[0], roll.cheese)
    push(draft, *fires(draft, "attack_rolled", context))  # MM-006


def share_out(draft: Draft, fight: Fight, name: str, other: str, n: int) -> None:
    """Let the cheese of a roll go to the mouse that rolled it, or one of it to the wheel."""
    if not n or not name or friend(draft, name):
        return  # MM-028, MM-210
    if is_mouse(draft, name):
        into_stash(draft, mouse(draft, name), n)
        return
    context = side_of(fight, other, name)
    if is_mouse(draft, other):
        for source, effect in hooks(draft, "wheel", context):
            push(draft, Perform(effect.do, replace(context, source=source)))
            return
    if hooks(draft, "wheel", side_of(fight, name, other)):
        return
    push(draft, Wheel())  # MM-044, MM-050, MM-253


def into_stash(draft: Draft, one: Mouse, n: int) -> None:
    """Put the cheese a mouse rolled into its stash; a curse sends it to the wheel."""
    if charmed(draft, one):
        push(draft, Wheel())  # MM-076
        return
    if any(draft.box.pack.conditions[mark].cheese == "wheel" for mark in one.marks):
        tell(draft, "cursed_cheese", one.id, n=n)  # MM-086
        push(draft, Wheel(n))
        return
    draft.supply -= n
    set_mouse(draft, replace(one, cheese=one.cheese + n))
    tell(draft, "cheese", one.id, n=n)  # MM-049


def defences(draft: Draft, task: Defences, event: Event | None) -> None:
    """Let everybody attacked defend, if there is anything to defend against."""
    fight = task.fight
    after = AfterAttack(fight, bees_about(draft, fight))
    if not fight.hits:
        tell(draft, "blow", fight.by, written(fight.roll))
        tell(draft, "misses", fight.by)
        push(draft, after)
        return
    push(draft, *[Defend(fight, name) for name in fight.at], after)  # MM-041


def ask_defend(state: AnyState, task: Defend) -> Chance[Event] | None:
    """Roll the defence."""
    if figure(state, task.figure) is None:
        return None
    return dice.pool(defence_dice(state, task.fight, task.figure), seat(state, task.figure))


def defend(draft: Draft, task: Defend, event: Event | None) -> None:
    """Block hits; what is left wounds."""
    if not isinstance(event, Dice):
        return
    fight, roll = task.fight, dice.read(event.faces)
    blocks = roll.shields + (roll.star_shields if fight.double_block else 0)  # MM-042
    wounds = max(0, fight.hits - blocks)  # MM-043
    tell(draft, "blow", fight.by, written(fight.roll), fight.hits)
    tell(draft, "blow", task.figure, written(event.faces), blocks)
    tell(draft, "blocks", task.figure, n=min(blocks, fight.hits))
    push(draft, Strike(fight, task.figure, wounds))
    share_out(draft, fight, task.figure, fight.by, roll.cheese)  # MM-B27
    context = replace(side_of(fight, task.figure, fight.by), roll=event.faces)
    push(draft, *fires(draft, "defence_rolled", context))  # MM-006


def written(faces: tuple[int, ...]) -> str:
    """Write down a roll, for whoever adds up the fight."""
    return "".join(map(str, faces))


def strike(draft: Draft, task: Strike, event: Event | None) -> None:
    """Wound a defender with what it did not block."""
    fight = task.fight
    if not task.wounds:
        return
    poison = bool(fight.by) and poisons(draft, side_of(fight, fight.by, task.figure))
    wounds = Harm(
        task.figure, task.wounds, fight.by, poison=poison, roll=fight.roll, kind=fight.kind, weapon=fight.weapon
    )
    push(draft, wounds)


def ask_after_attack(state: AnyState, task: AfterAttack) -> Decide[Event] | None:
    """Let a mouse use something after its attack."""
    fight = task.fight
    if not is_mouse(state, fight.by) or not mouse(state, fight.by).at:
        return None
    helps = tuple(uses(state, mouse(state, fight.by), "after_attack", context_after(fight), ("free",)))
    return Decide(seat(state, fight.by), (*helps, DONE)) if helps else None


def context_after(fight: Fight) -> Context:
    """Describe an attack that is over."""
    return Context(fight.by, fight.at[0], attack=fight.kind, weapon=fight.weapon)


def after_attack(draft: Draft, task: AfterAttack, event: Event | None) -> None:
    """Use it, or let it be."""
    if task.bees:
        pass_bees_on(draft, task.fight, task.bees)
    if isinstance(event, Use):
        use(draft, mouse(draft, task.fight.by), event, "after_attack", context_after(task.fight))


def ask_weapons(state: AnyState, task: Weapons) -> Decide[Event] | None:
    """Let a mouse with several weapons choose one."""
    one = mouse(state, task.fight.by)
    if not one.at:
        return None
    choices = tuple(w for w in task.choices or weapons(state, one) if targets(state, one, attack_kind(state, one, w)))
    return Decide(seat(state, one.id), tuple(Choose(w or "paws") for w in choices)) if choices else None  # MM-B18


def choose_weapon(draft: Draft, task: Weapons, event: Event | None) -> None:
    """Take the weapon and aim."""
    if not isinstance(event, Choose):
        return
    weapon = PAWS if event.option == "paws" else event.option
    kind = attack_kind(draft, mouse(draft, task.fight.by), weapon)
    push(draft, Aim(replace(task.fight, weapon=weapon, kind=kind)))


def ask_aim(state: AnyState, task: Aim) -> Decide[Event] | None:
    """Let a mouse choose a target, or use something before."""
    one, fight = mouse(state, task.fight.by), task.fight
    if not one.at:
        return None
    found = targets(state, one, fight.kind)
    if not found:
        return None
    context = context_before(fight)
    helps = uses(state, one, "before_attack", context, ("free",))
    return Decide(seat(state, one.id), (*(target(each.id) for each in found), *helps))


def context_before(fight: Fight) -> Context:
    """Describe an attack before it has a target."""
    return Context(fight.by, attack=fight.kind, weapon=fight.weapon)


def aim(draft: Draft, task: Aim, event: Event | None) -> None:
    """Attack the target, or use something and aim on."""
    match event:
        case Target():
            one, at = mouse(draft, task.fight.by), figure(draft, event.figure)
            assert isinstance(at, Foe)
            kind = attack_kind(draft, one, task.fight.weapon, at)
            push(draft, Attack(replace(task.fight, at=(event.figure,), kind=kind)))
        case Use():
            push(draft, task)
            use(draft, mouse(draft, task.fight.by), event, "before_attack", context_before(task.fight))


def ask_card_attack(state: AnyState, task: CardAttack) -> Decide[Event] | None:
    """Choose whom the card goes against."""
    there = tuple(target(name) for name in task.fight.at if figure(state, name))
    return Decide(seat(state, task.fight.by), there) if there else None


def card_attack(draft: Draft, task: CardAttack, event: Event | None) -> None:
    """Attack one minion, or everybody of them on its space."""
    if not isinstance(event, Target):
        return
    at: tuple[str, ...] = (event.figure,)
    one = figure(draft, event.figure)
    if task.blast and one:
        at = tuple(other.id for other in foes_at(draft, one.at))
    push(draft, Attack(replace(task.fight, at=at)))


def ask_command(state: AnyState, task: Command) -> Decide[Event] | None:
    """Choose the mouse that attacks now."""
    there = tuple(target(name) for name in task.mice if figure(state, name))
    return Decide(seat(state, task.by), there) if there else None


def command(draft: Draft, task: Command, event: Event | None) -> None:
    """Let it attack."""
    if not isinstance(event, Target):
        return
    tell(draft, "ordered", event.figure, task.by)
    push(draft, Weapons(Fight(event.figure)))


def acting_card(state: AnyState, one: Foe) -> MinionCard:
    """The initiative card by which a minion acts now."""
    return minion(state, one.kind).cards[top_card(state, one)]


def attack_dice(state: AnyState, fight: Fight) -> int:
    """Count the dice of an attack: battle value, what is equipped for it, and what cards add."""
    base = fight.dice if fight.dice is not None else battle_value(state, fight.by)
    own = 0 if by_lore(state, fight) else dice_given(state, "attacks", "own", fight, fight.by, next(iter(fight.at), ""))
    others = sum([dice_given(state, "defends", "other", fight, one, fight.by) for one in fight.at])
    battle_dice = base * (2 if fight.doubled else 1) - stings(state, fight.by)  # MM-206
    return max(0, battle_dice + own + others + fight.more)  # MM-038, MM-B44


def by_lore(state: AnyState, fight: Fight) -> bool:
    """Whether a mouse attacks with its lore: nothing that it wears or has on it adds to these dice."""
    return fight.dice is not None and is_mouse(state, fight.by)


def defence_dice(state: AnyState, fight: Fight, name: str) -> int:
    """Count the dice of a defender: defence value and what it wears, less what the attacker takes away."""
    own = dice_given(state, "defends", "own", fight, name, fight.by)
    other = dice_given(state, "attacks", "other", fight, fight.by, name) if fight.by else 0
    gained = sum(n for who, n in fight.guard if who == name) if fight.guard else 0
    return max(
        0, defence_value(state, name) + own + other + gained - fight.less - stings(state, name)
    )  # MM-041, MM-B44


def battle_value(state: AnyState, name: str) -> int:
    """The battle value of a figure."""
    if is_mouse(state, name):
        body = form(state, mouse(state, name))
        return body.battle if body else state.box.heroes[name].battle
    one = figure(state, name)
    return acting_card(state, one).battle if isinstance(one, Foe) else 0


def defence_value(state: AnyState, name: str) -> int:
    """The defence value of a figure."""
    if is_mouse(state, name):
        body = form(state, mouse(state, name))
        return body.defence if body else state.box.heroes[name].defence
    one = figure(state, name)
    return acting_card(state, one).defence if isinstance(one, Foe) else 0


def dice_given(state: AnyState, trigger: Trigger, pool: str, fight: Fight, me: str, other: str) -> int:
    """Add up the dice that one side of a fight gives to a pool; most have nothing that does."""
    if not listening(state, trigger, me, fight.weapon if me == fight.by else ""):
        return 0
    return added_dice(state, trigger, pool, side_of(fight, me, other))


def side_of(fight: Fight, me: str, other: str) -> Context:
    """Describe a fight from one side."""
    weapon = fight.weapon if me == fight.by else ""
    return Context(me, other, attack=fight.kind, weapon=weapon, roll=fight.roll, own=me == fight.by)


def bonus(state: AnyState, trigger: Trigger, one: Mouse) -> int:
    """Add up what effects give to a mouse's move or search."""
    return added_dice(state, trigger, "own", Context(one.id))


def harm(draft: Draft, task: Harm, event: Event | None) -> None:
    """Deal wounds one by one: each may be replaced, or met with a reaction."""
    if not task.n or figure(draft, task.figure) is None:
        return  # MM-297
    single = replace(task, n=1)
    if task.n > 1:
        push(draft, replace(task, n=task.n - 1, first=False))
    if not is_mouse(draft, task.figure):
        push(draft, Mark(single))
        return
    push(draft, *reacts(draft, "wound", (task.figure,), wound_of(single)), Mark(single))


def wound_of(task: Harm) -> Context:
    """Describe a wound from the side of the one that takes it."""
    return Context(
        task.figure, task.by, roll=task.roll, attack=task.kind, cause=task.cause, poison=task.poison, first=task.first
    )


def wound_by(task: Harm) -> Context:
    """Describe a wound from the side of the one that deals it."""
    return replace(wound_of(task), me=task.by, other=task.figure, weapon=task.weapon)


def replacements(state: AnyState, task: Harm) -> list[tuple[str, str, Effect]]:
    """List what replaces a wound: first what the wounded figure has, then what the other side has."""
    found: list[tuple[str, str, Effect]] = []
    if listening(state, "wound", task.figure, ""):
        found += [(task.figure, source, e) for source, e in hooks(state, "wound", wound_of(task)) if e.instead]
    if task.by and listening(state, "wounds", task.by, task.weapon) and figure(state, task.by):
        found += [(task.by, source, e) for source, e in hooks(state, "wounds", wound_by(task)) if e.instead]
    return found


def ask_mark(state: AnyState, task: Mark) -> Decide[Event] | None:
    """Let the attacker choose the card of a boss that takes the wound."""
    one = foe(state, task.harm.figure)
    if one is None or len(one.wounds) == 1 or replacements(state, task.harm):
        return None
    kind = minion(state, one.kind)
    names = [c.name for c, n in zip(kind.cards, one.wounds, strict=True) if n < c.life]
    if not kind.boss or not names:
        return None
    return Decide(seat(state, task.harm.by or one.id), tuple(Choose(name) for name in names))  # MM-288


def mark(draft: Draft, task: Mark, event: Event | None) -> None:
    """Put the wound on, unless something replaces it."""
    wound = task.harm
    for owner, source, effect in replacements(draft, wound):
        other = wound.by if owner == wound.figure else wound.figure
        note_use(draft, effect, Context(owner, source=source))
        if softens(effect):
            wound = replace(wound, poison=False)  # MM-013
            continue
        tell(draft, "prevented", wound.figure)
        push(draft, Perform(besides(effect), Context(owner, other, source)))
        return
    one = figure(draft, wound.figure)
    if isinstance(one, Mouse):
        mark_mouse(draft, one, wound)
        return
    option = event.option if isinstance(event, Choose) else ""
    if one:
        mark_foe(draft, one, wound, option)


def mark_mouse(draft: Draft, one: Mouse, wound: Harm) -> None:
    """Wound a mouse; with its life used up it is captured."""
    one = replace(one, poison=one.poison + 1) if wound.poison else replace(one, wounds=one.wounds + 1)  # MM-221
    set_mouse(draft, one)
    tell(draft, "poisoned" if wound.poison else "wounded", one.id, wound.by)
    if one.wounds + one.poison < draft.box.heroes[one.id].life:
        push(draft, *wound_triggers(draft, wound))
        return
    push(draft, Capture(one.id), *later_triggers(draft, wound))  # MM-069


def later_triggers(state: AnyState, wound: Harm) -> tuple[Fire, ...]:
    """The triggers of a wound on both sides, behind something that may change who listens."""
    mine, theirs = wound_of(wound), wound_by(wound)
    return (Fire("wounded", mine), *((Fire("wounds", theirs),) if figure(state, wound.by) else ()))


def wound_triggers(state: AnyState, wound: Harm) -> tuple[Fire, ...]:
    """The triggers of a wound on both sides, as far as anybody listens."""
    if has_listeners(state, "wounded", wound.figure):
        return later_triggers(state, wound)
    return fires(state, "wounds", wound_by(wound)) if figure(state, wound.by) else ()


def mark_foe(draft: Draft, one: Foe, wound: Harm, option: str) -> None:
    """Wound a minion; with its life used up it is defeated."""
    cards = minion(draft, one.kind).cards
    at = next((n for n, card in enumerate(cards) if card.name == option), top_card(draft, one))
    wounds = tuple(w + (n == at) for n, w in enumerate(one.wounds))  # MM-286
    set_foe(draft, replace(one, wounds=wounds))
    tell(draft, "hurt", one.id, wound.by)
    if wounds[at] < cards[at].life:
        push(draft, *wound_triggers(draft, wound))
        return
    if len(cards) > 1:
        remove_beaten_card(draft, one, at)
    if all(w >= card.life for w, card in zip(wounds, cards, strict=True)):
        push(draft, Defeat(one.id, wound.by))  # MM-285, MM-290


def remove_beaten_card(draft: Draft, one: Foe, at: int) -> None:
    """Take a beaten card off the track; of a stack the next one lies on top, a snake keeps both to the end."""
    kind = minion(draft, one.kind)
    if kind.together:
        return  # MM-154
    if kind.stacked:
        if at + 1 < len(kind.cards):
            tell(draft, "wilder", one.id)  # MM-170
        return
    remove_card(draft, f"{one.kind}/{kind.cards[at].name}")  # MM-289


def defeat(draft: Draft, task: Defeat, event: Event | None) -> None:
    """Take a minion off the board; its last victor feels it."""
    one = foe(draft, task.figure)
    if one is None:
        defeat_friend(draft, task)
        return
    kind = minion(draft, one.kind)
    feats: tuple[Perform, ...] = ()
    if is_mouse(draft, task.by):
        if not kind.boss:
            draft.tally = (*draft.tally, *((task.by, name) for name in kind.kinds))
        feats = victory_effects(draft, Context(task.by, one.id)) if mouse(draft, task.by).at else ()
    tell(draft, "defeated", one.id, task.by)
    remove_foe(draft, one)
    push(draft, *feats, Check())


def defeat_friend(draft: Draft, task: Defeat) -> None:
    """Take a defeated ally or pet off the board; no time passes."""
    if friend(draft, task.figure) is None:
        return
    friends = tuple(one for one in draft.friends if one.id != task.figure)
    send_bees_home(draft, task.figure)  # MM-033
    draft.friends = friends
    tell(draft, "defeated", task.figure, task.by)


def victory_effects(state: AnyState, context: Context) -> tuple[Perform, ...]:
    """List what a victory brings to the victor."""
    return tuple(
        Perform(effect.do, replace(context, source=source)) for source, effect in hooks(state, "defeats", context)
    )


def remove_foe(draft: Draft, one: Foe) -> None:
    """Take a minion off the board, and its card with the last of its kind."""
    send_bees_home(draft, one.id)
    draft.foes = tuple([other for other in draft.foes if other.id != one.id])
    if minion(draft, one.kind).boss:
        draft.fallen = (*draft.fallen, one.kind)
    if [other for other in draft.foes if other.kind == one.kind]:
        return
    for card in cards_of(draft, one.kind):
        remove_card(draft, card)  # MM-287


def capture(draft: Draft, task: Capture, event: Event | None) -> None:
    """Capture a mouse: achievements come before the losses."""
    one = mouse(draft, task.mouse)
    if not one.at:
        return
    set_mouse(draft, replace(one, captures=one.captures + 1))
    drop_further_wounds(draft, one.id)
    felt = hooks(draft, "captured", Context(one.id))
    spared = any(rescues(effect) for _, effect in felt)
    grants = [Perform(effect.do, Context(one.id, source=source)) for source, effect in felt if not rescues(effect)]
    tell(draft, "captured", one.id)
    push(draft, *grants, TakeAway(one.id, spared))


def drop_further_wounds(draft: Draft, name: str) -> None:
    """Drop the wounds still to come: those beyond a figure's life are lost."""
    draft.agenda = [task for task in draft.agenda if not (isinstance(task, Harm) and task.figure == name)]  # MM-297


def take_away(draft: Draft, task: TakeAway, event: Event | None) -> None:
    """Take the figure, its cheese, its found equipment and its markers; time passes."""
    one = mouse(draft, task.mouse)
    lost = (
        () if task.spared else tuple([name for name in dict.fromkeys(one.worn) if name and is_found_card(draft, name)])
    )  # MM-019
    gone = replace(
        one,
        at="",  # MM-071; its card stays on the track MM-070
        cheese=0,  # MM-072
        worn=tuple(["" if name in lost else name for name in one.worn]),  # MM-073
        wounds=0,
        poison=0,
        marks=(),  # MM-074
    )
    send_bees_home(draft, one.id)
    set_mouse(draft, gone)
    draft.supply += one.cheese
    draft.bin += lost
    if task.spared:
        stop_turn(draft, one.id)  # MM-233
        insert_rescue(draft, Rescue(one.id, one.at))
        push(draft, Time())
        return
    if not active(draft):
        push(draft, Finish(False, "captured"))  # MM-B31
        return
    push(draft, Time(), Check())  # MM-075


def insert_rescue(draft: Draft, rescue: Rescue) -> None:
    """Put a rescue on the agenda behind what the wound still brings: a captured mouse feels none of that."""
    place, name = len(draft.agenda), rescue.mouse
    while place and concerns(draft.agenda[place - 1], name):
        place -= 1
    draft.agenda.insert(place, rescue)  # MM-019, MM-174


def concerns(task: AnyTask, name: str) -> bool:
    """Whether a task carries out effects around a figure."""
    return isinstance(task, Fire | Perform) and name in (task.context.me, task.context.other)


def is_found_card(state: AnyState, name: str) -> bool:
    """Whether a card came from the search deck and is no starting equipment."""
    return state.box.pack.items[name].copies > 0


def ask_rescue(state: AnyState, task: Rescue) -> Decide[Event] | None:
    """Choose where a rescued mouse comes back."""
    spaces = havens(state, task)
    return Decide(seat(state, task.mouse), tuple(put(task.mouse, space) for space in spaces)) if spaces else None


def havens(state: AnyState, task: Rescue) -> list[Name]:
    """List the spaces of the other mice and those next to them; without other mice the nearest free one."""
    others = [one.at for one in active(state) if one.id != task.mouse]
    around = dict.fromkeys(space for at in others for space in (at, *mouse_near(state, at)))  # MM-232
    free = [space for space in around if enterable(state, space)]
    if free or not task.at:
        return free
    far = state.ground.far
    rest = [space for space in state.ground.sites if enterable(state, space)]
    return [min(rest, key=lambda space: far[space].get(task.at, FAR))]


def rescue(draft: Draft, task: Rescue, event: Event | None) -> None:
    """Put a rescued mouse back on the board."""
    if not isinstance(event, Put):
        return
    one = mouse(draft, task.mouse)
    set_mouse(draft, replace(one, at=event.at, lost=False))  # MM-B34
    tell(draft, "rescued", one.id)
    push(draft, Check())


STEPS: Steps = dict(
    (
        task_step(Weapons, ask_weapons, choose_weapon),
        task_step(Aim, ask_aim, aim),
        task_step(CardAttack, ask_card_attack, card_attack),
        task_step(Command, ask_command, command),
        task_step(Attack, None, attack),
        task_step(AttackRoll, ask_attack_roll, attack_roll),
        task_step(Defences, None, defences),
        task_step(Defend, ask_defend, defend),
        task_step(Strike, None, strike),
        task_step(AfterAttack, ask_after_attack, after_attack),
        task_step(Harm, None, harm),
        task_step(Mark, ask_mark, mark),
        task_step(Defeat, None, defeat),
        task_step(Capture, None, capture),
        task_step(TakeAway, None, take_away),
        task_step(Rescue, ask_rescue, rescue),
    )
)
