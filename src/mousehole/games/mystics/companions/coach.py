"""What a strong companion would do now, and why, in a sentence that names figures and places."""

from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from mousehole.core.game import Decide, Tip
from mousehole.core.words import Line, line
from mousehole.games.mystics import moves as m
from mousehole.games.mystics import tasks
from mousehole.games.mystics.actions.belongings import KEEP
from mousehole.games.mystics.board.chapter_map import beyond
from mousehole.games.mystics.board.figures import active, figure, foe, minion, mouse
from mousehole.games.mystics.board.queries import LEAF, can_strike, spaces_of
from mousehole.games.mystics.companions import nursing, route_planner, tactics
from mousehole.games.mystics.companions.levels import STRONG
from mousehole.games.mystics.companions.players import farthest, post, refuge
from mousehole.games.mystics.companions.route_planner import Errand
from mousehole.games.mystics.companions.travelling import aim, dashing, resting
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.effects.triggers import attack_kind, targets
from mousehole.games.mystics.fight.attack_odds import life, percent, to_defeat, to_wound
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.state import Foe, Mouse, State
from mousehole.games.mystics.story import names
from mousehole.games.mystics.tasks import AnyTask, Fight

SLIM = 0.1  # below this chance to defeat a minion, the chance to wound it is told


class Sentence(NamedTuple):
    """A sentence, and what it speaks of."""

    words: Line
    keys: tuple[str, ...] = ()


def tip(state: State, turn: Decide[Event]) -> Tip | None:
    """Say what a strong companion would do and why; nothing where its choice needs no reason."""
    action = STRONG.decide(state, turn.actions, Random(0))
    said = sentence(state, state.agenda[-1], action)
    return Tip(said.words, action, tuple([key for key in said.keys if seen(state, key)])) if said else None


def taste(state: State) -> Line | None:
    """What is said instead of chances where the story asks: nothing of what comes later is given away."""
    if state.agenda and isinstance(state.agenda[-1], tasks.Answering):
        return line("Go by your heart here: the story remembers your answer, and nobody says yet what comes of it.")
    return None


def seen(state: State, key: str) -> bool:
    """Whether a space or a figure is on the side that is shown."""
    return key in state.ground.sites or figure(state, key) is not None


def sentence(state: State, task: AnyTask, action: Event) -> Sentence | None:
    """Put a choice into words, by what is asked."""
    match task:
        case tasks.MouseTurn():
            one = mouse(state, task.mouse)
            return preparing(state, one, action) or (fighting if state.foes else travelling)(state, one, action)
        case tasks.Aim() if isinstance(action, m.Target):
            return attacking(state, replace(task.fight, at=(action.figure,)))
        case tasks.Weapons() if isinstance(action, m.Choose):
            return arming(state, action.option)
        case tasks.React() | tasks.Aim() | tasks.AfterAttack():
            return helping(state, action)
    return placing(state, task, action) if isinstance(action, m.Put) else choosing(state, task, action)


def preparing(state: State, one: Mouse, action: Event) -> Sentence | None:
    """What a mouse does with itself, its cards and its friends before it fights or goes on."""
    who = names.figure(state, one.id)
    match action:
        case m.Do(action="recover"):
            told = {"mouse": who, "mark": names.mark(state, one.marks[0])}
            return Sentence(Line("{mouse} should recover first: {mark}.", told), (one.id,))
        case m.Equip():
            item = state.box.pack.items[action.card]
            return Sentence(
                line("{mouse} should put on: {item}. {words}", mouse=who, item=line(item.name), words=line(item.words))
            )
        case m.Learn():
            return learning(state, one.id, action)
        case m.Share():
            return pooling(state, one, mouse(state, action.partner))
        case m.Use() if action.card or action.ability not in state.box.pack.tokens:
            return helping(state, action)
    return None


def pooling(state: State, one: Mouse, partner: Mouse) -> Sentence | None:
    """Why two mice share: how many wounds the cheese of both can heal."""
    nurse = nursing.healer(state)
    if nurse is None:
        return None
    paid = (one.cheese + partner.cheese) // max(1, nursing.fee(state.box.pack, nurse.id, nurse.abilities))
    words = line(
        "{mouse} should share with {other}: {healer} can heal {n} wound with the cheese of both.",
        plural="{mouse} should share with {other}: {healer} can heal {n} wounds with the cheese of both.",
        mouse=names.figure(state, one.id),
        other=names.figure(state, partner.id),
        healer=names.figure(state, nurse.id),
        n=min(nursing.wounds(active(state)), paid),
    )
    return Sentence(words, (one.id, partner.id))


def learning(state: State, name: str, action: m.Learn) -> Sentence:
    """Why an ability is worth learning."""
    page = state.box.pack.abilities[action.ability]
    who = names.figure(state, name)
    return Sentence(
        line("{ability} suits {mouse}. {words}", ability=line(page.name), mouse=who, words=line(page.words))
    )


def helping(state: State, action: Event) -> Sentence | None:
    """What a card or an ability does now; to keep it has a reason too."""
    if not isinstance(action, m.Use):
        return Sentence(line("Keep your cards and your cheese for later: this can pass."))
    if action.card:
        words = line(state.box.pack.items[action.card].words)
        return Sentence(line("Now is the time for {card}. {words}", card=names.item(state, action.card), words=words))
    pack, name = state.box.pack, action.ability
    found = pack.abilities.get(name) or pack.conditions.get(name) or pack.achievements.get(name)
    words = line(found.words if found else pack.heroes[name].innate.words)
    return Sentence(line("Now is the time for {card}. {words}", card=names.ability(state, name), words=words))


def fighting(state: State, one: Mouse, action: Event) -> Sentence | None:
    """What a mouse does while minions are about."""
    who = names.figure(state, one.id)
    if dashing(state, STRONG.manner) and action != m.do("battle"):
        return running(state, one, action)
    match action:
        case m.Do(action="battle"):
            return attacking(state, best_blow(state, one))
        case m.Do(action="search"):
            return Sentence(line("Nobody is in reach: {mouse} can search here meanwhile.", mouse=who), (one.at,))
        case m.Do(action="scurry"):
            return hurrying(state, one)
        case m.Move() if state.acting.actions > 0:
            return closing_in(state, one)
        case m.Move():
            return Sentence(line("{mouse} has acted: roll, and step out of reach.", mouse=who), (one.id,))
        case m.Step():
            return stepping(state, one)
        case m.End() | m.Done():
            return staying(state, one)
    return None


def running(state: State, one: Mouse, action: Event) -> Sentence:
    """Where a mouse runs when nothing is left but the last door; one that gets no further waits."""
    if isinstance(action, m.End | m.Done):
        return waiting(state, one, route_planner.errand(state))
    doors = route_planner.onward(state)
    at = tactics.nearest(tactics.costs(state, one), doors) or doors[0]
    words = line(
        "{mouse} should run to {space}, for {place}: the minions need not fall any more.",
        mouse=names.figure(state, one.id),
        space=names.space(at),
        place=goal(state),
    )
    return Sentence(words, (one.id, at))


def best_blow(state: State, one: Mouse) -> Fight:
    """The attack a companion would make from here."""
    weapon = tactics.weapon_of(state, one)
    if not targets(state, one, attack_kind(state, one, weapon)):
        weapon = ""
    fight = Fight(one.id, (), attack_kind(state, one, weapon), weapon)
    found = targets(state, one, fight.kind)
    best = tactics.best_target(state, one, fight, found)
    return replace(fight, at=(best.id,))


def attacking(state: State, fight: Fight) -> Sentence | None:
    """Whom to attack, how likely that helps, and why this one."""
    one, at = mouse(state, fight.by), figure(state, fight.at[0])
    if not isinstance(at, Foe):
        return None
    fight = replace(fight, kind=attack_kind(state, one, fight.weapon, at))
    fatal, wound = to_defeat(state, fight), to_wound(state, fight)
    told = {
        "mouse": names.figure(state, one.id),
        "foe": names.figure(state, at.id),
        "n": percent(fatal if fatal >= SLIM else wound),
        "why": danger(state, at),
    }
    if fatal < SLIM:
        words = Line("{mouse} should attack {foe} ({n}% to wound). {why}", told)
    elif fight.kind == "ranged":
        words = Line("{mouse} can shoot {foe} ({n}% to defeat). {why}", told)
    else:
        words = Line("{mouse} can strike {foe} ({n}% to defeat). {why}", told)
    return Sentence(words, (one.id, at.id))


def danger(state: State, at: Foe) -> Line:
    """Why a minion should fall: the goal asks for it, or whom it can strike next."""
    if at.kind in state.box.chapter.goal.defeated:
        return line("The chapter is won only when {foe} has fallen.", foe=names.figure(state, at.id))
    prey = [each for each in active(state) if can_strike(state, at, each.at)]
    if not prey:
        return line("The fewer minions, the better.")
    weakest = min(prey, key=lambda each: life(state, each))
    return line(
        "Otherwise it could strike {mouse} next, who has {n} life left.",
        mouse=names.figure(state, weakest.id),
        n=life(state, weakest),
    )


def closing_in(state: State, one: Mouse) -> Sentence:
    """For whom a mouse goes that reaches nobody yet."""
    who, at = names.figure(state, one.id), post(state, one)
    near = struck_from(state, one, at) if at else None
    if near is None:
        return Sentence(
            line("{mouse} cannot reach anybody: roll, step away, and let the minions come.", mouse=who), (one.id,)
        )
    words = line(
        "{mouse} should go for {foe}: roll, and walk to {space} to get within reach.",
        mouse=who,
        foe=names.figure(state, near.id),
        space=names.space(at or ""),
    )
    return Sentence(words, (one.id, near.id, at or ""))


def hurrying(state: State, one: Mouse) -> Sentence:
    """Where a mouse scurries to, when even so it can only strike in its next turn."""
    who, at = names.figure(state, one.id), post(state, one)
    near = struck_from(state, one, at) if at else None
    if near is None or at is None:
        return Sentence(line("{mouse} cannot reach anybody: scurry, and step away from the minions.", mouse=who))
    words = line(
        "{mouse} should scurry on towards {space}, to attack {foe} in the next turn.",
        mouse=who,
        space=names.space(at),
        foe=names.figure(state, near.id),
    )
    return Sentence(words, (one.id, near.id, at))


def struck_from(state: State, one: Mouse, at: Name) -> Foe | None:
    """Whom a mouse would attack from a space."""
    there = replace(one, at=at)
    weapon = tactics.weapon_of(state, one)
    found = targets(state, there, attack_kind(state, there, weapon))
    if not found:
        found = [each for each in state.foes if at in spaces_of(each)]
    return (
        tactics.best_target(state, there, Fight(one.id, (), attack_kind(state, there, weapon), weapon), found)
        if found
        else None
    )


def stepping(state: State, one: Mouse) -> Sentence | None:
    """Where a mouse goes in a fight: to strike, or out of reach."""
    who = names.figure(state, one.id)
    if state.acting.actions > 0 or state.acting.moving == "scurry":
        return approaching(state, one)
    at = refuge(state, one)
    if beasts := tactics.beasts(state):
        words = line(
            "{mouse} should step to {space}: {foe} strikes whoever stands close by or together.",
            mouse=who,
            space=names.space(at),
            foe=names.figure(state, beasts[0].id),
        )
        return Sentence(words, (one.id, at))
    here, there = round(tactics.pressure(state, one.at)), round(tactics.pressure(state, at))
    if there >= here:
        words = line("{mouse} should step back to {space}, farther from the minions.", mouse=who, space=names.space(at))
        return Sentence(words, (one.id, at))
    words = line(
        "{mouse} should step back to {space}, where fewer minions can strike: {there} instead of {here}.",
        mouse=who,
        space=names.space(at),
        there=there,
        here=here,
    )
    return Sentence(words, (one.id, at))


def approaching(state: State, one: Mouse) -> Sentence:
    """Where a mouse walks to strike, and whom; or away from those that cannot be got at."""
    who, at = names.figure(state, one.id), post(state, one)
    near = struck_from(state, one, at) if at else None
    if at is None or near is None:
        away = farthest(state, one)
        told = {"mouse": who, "space": names.space(away)}
        words = Line("{mouse} cannot reach anybody: step away to {space}, and let the minions come.", told)
        return Sentence(words, (one.id, away))
    words = line(
        "{mouse} should walk to {space}: {foe} can be attacked from there.",
        mouse=who,
        space=names.space(at),
        foe=names.figure(state, near.id),
    )
    return Sentence(words, (one.id, near.id, at))


def staying(state: State, one: Mouse) -> Sentence:
    """Why a mouse stays where it is in a fight."""
    who = names.figure(state, one.id)
    if state.acting.actions > 0:
        return Sentence(line("{mouse} cannot reach anybody in this turn: let the minions come.", mouse=who))
    return Sentence(line("There is nothing more to do for {mouse} here: end the turn.", mouse=who))


def travelling(state: State, one: Mouse, action: Event) -> Sentence | None:
    """What a mouse does when no minions are about: search, gather, go on."""
    plan = aim(state, STRONG.manner)
    if plan.what == "wait" and plan.side == state.side and not isinstance(action, m.Do):
        return lurking(state, one, action)
    who, doors = names.figure(state, one.id), tuple(route_planner.onward(state, plan))
    match action:
        case m.Do(action="search"):
            return searching(state, one)
        case m.Do(action="explore"):
            return Sentence(
                line(
                    "Next: {place}, {aim}. {mouse} can explore now, and everybody comes along.",
                    place=place(state, plan),
                    aim=purpose(state, plan),
                    mouse=who,
                ),
                doors,
            )
        case m.Do(action="take"):
            return Sentence(
                line("{mouse} should pick up {thing}: it is needed.", mouse=who, thing=names.token(state, plan.thing)),
                (one.at,),
            )
        case m.Move() | m.Step() | m.Do(action="scurry"):
            return walking(state, one, plan, action)
        case m.End() | m.Done():
            return waiting(state, one, plan)
    return None


def searching(state: State, one: Mouse) -> Sentence:
    """Why a mouse searches: for a friend that is lost, or because the hourglass allows it."""
    who, lost = names.figure(state, one.id), next((each for each in state.mice if each.lost), None)
    if lost is not None:
        words = line(
            "{mouse} should search here: a star brings {other} back.", mouse=who, other=names.figure(state, lost.id)
        )
    else:
        words = line(
            "There is time: {mouse} can search here for a card ({n} page is left).",
            plural="There is time: {mouse} can search here for a card ({n} pages are left).",
            mouse=who,
            n=state.end - state.page,
        )
    return Sentence(words, (one.at,))


def lurking(state: State, one: Mouse, action: Event) -> Sentence:
    """What a mouse does where somebody comes only with a surge."""
    boss = next(boss for boss in state.box.chapter.goal.defeated if boss not in state.fallen)
    told = {"mouse": names.figure(state, one.id), "foe": line(minion(state, boss).name, context="figure")}
    if isinstance(action, m.End | m.Done):
        return Sentence(Line("{foe} comes with the next surge: end the turn of {mouse} here, and wait.", told))
    return Sentence(
        Line("{foe} comes with the next surge: {mouse} should stand apart from the others.", told), (one.id,)
    )


def walking(state: State, one: Mouse, plan: Errand, action: Event) -> Sentence:
    """Where a mouse walks when nobody is to be fought."""
    who, bed = names.figure(state, one.id), nursing.bedside(state, one)
    nurse = nursing.healer(state)
    if bed and nurse:
        told = {"mouse": who, "healer": names.figure(state, nurse.id), "space": names.space(bed)}
        if one.wounds:
            return Sentence(Line("{mouse} should go to {healer} on {space} to be healed.", told), (one.id, bed))
        return Sentence(
            Line("{mouse} should bring cheese to {healer} on {space}, who heals with it.", told), (one.id, bed)
        )
    goals = route_planner.onward(state, plan)
    at = tactics.nearest(tactics.costs(state, one), goals)
    if at is None:
        return Sentence(line("Next: {place}, {aim}.", place=place(state, plan), aim=purpose(state, plan)), tuple(goals))
    told = {"place": place(state, plan), "aim": purpose(state, plan), "mouse": who, "space": names.space(at)}
    match action:
        case m.Move():
            words = Line("Next: {place}, {aim}. {mouse} should roll, and walk to {space}.", told)
        case m.Step():
            words = Line("Next: {place}, {aim}. {mouse} should walk to {space}.", told)
        case _:
            words = Line("Next: {place}, {aim}. {mouse} should scurry on to {space}.", told)
    return Sentence(words, (one.id, at))


def waiting(state: State, one: Mouse, plan: Errand) -> Sentence:
    """Why a mouse ends its turn when no minions are about."""
    who = names.figure(state, one.id)
    gone = next((each for each in state.mice if not each.at), None)
    if gone is not None:
        return Sentence(
            line(
                "End the turn of {mouse} here and wait: {other} has to come back before the party goes on.",
                mouse=who,
                other=names.figure(state, gone.id),
            )
        )
    if resting(state, STRONG.manner):
        return Sentence(
            line("End the turn of {mouse} here: the wounded are healed before the party goes on.", mouse=who)
        )
    doors = route_planner.onward(state, plan)
    if all(each.at in doors for each in active(state)):
        words = line("Everybody is at {place}: end the turn of {mouse}.", place=place(state, plan), mouse=who)
        return Sentence(words, (one.at,))
    if one.at in doors:
        return Sentence(
            line(
                "{mouse} is already at {place}: end the turn, and let the others follow.",
                mouse=who,
                place=place(state, plan),
            ),
            (one.at,),
        )
    return Sentence(
        line(
            "Next: {place}, {aim}. {mouse} has gone as far as possible: end the turn.",
            place=place(state, plan),
            aim=purpose(state, plan),
            mouse=who,
        )
    )


def place(state: State, plan: Errand) -> Line:
    """Name where the next thing is done, or the way that leads to it."""
    to, by = route_planner.hop(state, plan)
    if plan.thing and plan.side == state.side:
        return names.token(state, plan.thing)
    if not to:
        return goal(state)
    box = state.box
    exits = [way for way in state.ground.exits if to in (beyond(box.pack, box.chapter, state.side, way) or ())]
    if exits and by in ("", "exit"):
        return names.COLOURS.get(exits[0].colour, line("the door"))
    found = [door.by for door in route_planner.ways_off(state, state.side) if door.to == to]
    return names.POINTS[by or (found[0] if found else LEAF)]


def goal(state: State) -> Line:
    """Name the door at the end of the chapter."""
    return names.COLOURS.get(state.box.chapter.goal.colour, line("the door"))


def purpose(state: State, plan: Errand) -> Line:
    """Say what the party is after: the next thing that the goal of the chapter still asks for."""
    if plan.thing and plan.side == state.side:
        return line("which the party needs")
    goal = state.box.chapter.goal
    boss = next((boss for boss in goal.defeated if boss not in state.fallen), None)
    if boss:
        return line("on the way to {foe}", foe=line(minion(state, boss).name, context="figure"))
    if goal.carries and goal.carries not in state.stash:
        return line("to fetch {item}", item=names.item(state, goal.carries))
    return line("to bring everybody home")


def arming(state: State, option: str) -> Sentence:
    """Which weapon hits best."""
    weapon = names.item(state, option) if option != "paws" else line("bare paws")
    return Sentence(line("{weapon}: that gives the best blow from here.", weapon=weapon))


def placing(state: State, task: AnyTask, action: m.Put) -> Sentence | None:
    """Where something is put, and why there."""
    space = names.space(action.at)
    match task:
        case tasks.Arrival():
            who = names.figure(state, action.token)
            return Sentence(
                line("Let {foe} come in at {space}: that is farthest from your mice.", foe=who, space=space),
                (action.at,),
            )
        case tasks.Landfall():
            return Sentence(
                line("Come up at {space}: from there it is nearest to what is next.", space=space), (action.at,)
            )
        case tasks.LeafAim():
            return Sentence(
                line("Fly towards {space}: {place} is near there.", space=space, place=goal(state)), (action.at,)
            )
    return None


def choosing(state: State, task: AnyTask, action: Event) -> Sentence | None:
    """Which of several options, and why."""
    match task, action:
        case tasks.FirstAbility(mouse=name), m.Learn():
            return learning(state, name, action)
        case tasks.Keep(), m.Choose():
            return keeping(state, task, action.option)
        case tasks.Exploring(), m.Choose():
            plan = aim(state, STRONG.manner)
            return Sentence(line("Take {place}, {aim}.", place=names.way(action.option), aim=purpose(state, plan)))
        case tasks.Point(), m.Target():
            at = foe(state, action.figure)
            if at:
                return Sentence(line("{foe}: its turn comes next.", foe=names.figure(state, at.id)), (at.id,))
            return Sentence(line("{mouse} needs it most.", mouse=names.figure(state, action.figure)), (action.figure,))
        case tasks.Sharing(), m.Give() | m.Take():
            nurse = nursing.healer(state)
            return (
                Sentence(line("Put the cheese with {mouse}, who heals with it.", mouse=names.figure(state, nurse.id)))
                if nurse
                else None
            )
    return None


def keeping(state: State, task: tasks.Keep, option: str) -> Sentence:
    """Why a card that was found is kept, or sold."""
    card, who = names.item(state, task.card), names.figure(state, task.mouse)
    if option == KEEP:
        words = line(state.box.pack.items[task.card].words)
        return Sentence(line("Keep {card}. {words}", card=card, words=words))
    return Sentence(
        line("Take the cheese: {card} would not serve {mouse}, and cheese heals and teaches.", card=card, mouse=who)
    )
