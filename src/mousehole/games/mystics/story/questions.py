"""What the table waits for, in words: every question names whom it is about, every roll what it is for."""

from collections.abc import Callable
from typing import Any

from mousehole.core.game import Chance, Decide, Over, Turn
from mousehole.core.words import Line, Who, line
from mousehole.games.mystics.actions.leaves import below
from mousehole.games.mystics.content.tile_graph import Name, full
from mousehole.games.mystics.moves import Dice, Event, Put, Segment
from mousehole.games.mystics.rules.effect_resolution import reactions
from mousehole.games.mystics.state import State, rank
from mousehole.games.mystics.story import names
from mousehole.games.mystics.story.telling import ending
from mousehole.games.mystics.tasks.action_tasks import Catapult, Climb, MoveDie, RecoverRoll, SearchRoll
from mousehole.games.mystics.tasks.beast_tasks import ChaseRoll
from mousehole.games.mystics.tasks.effect_tasks import React, Trial
from mousehole.games.mystics.tasks.fight_tasks import AttackRoll, Command, Defend, Fight
from mousehole.games.mystics.tasks.outdoor_tasks import LeafAim, LeafFlight, LeafTest
from mousehole.games.mystics.tasks.round_tasks import Arrive, FoeMove, FriendMove

ASKED = {
    "MouseTurn": line("{who}: it is {mouse}'s turn."),
    "FirstAbility": line("{who}: choose the ability {mouse} starts with."),
    "Weapons": line("{who}: choose a weapon."),
    "Aim": line("{who}: whom does {mouse} attack?"),
    "Arrive": line("{who}: where does {mouse} stand?"),
    "Arrival": line("{who}: where does {figure} come in?"),
    "Keepsake": line("{who}: one card goes along to the next chapter."),
    "Keep": line("{who}: {mouse} finds {card}. Keep it, or take a cheese?"),
    "PackLimit": line("{who}: the pack is too full. What goes?"),
    "Sharing": line("{who}: give and take."),
    "Equipping": line("{who}: equip as you like."),
    "React": line("{who}: does {mouse} react?"),
    "Chasing": line("{who}: which way does the cat run?"),
    "Mark": line("{who}: which card takes the wound?"),
    "Exploring": line("{who}: which way?"),
    "Rescue": line("{who}: where does {mouse} come back?"),
    "LeafAim": line("{who}: where does the leaf fly?"),
    "Paddling": line("{who}: where do you steer the leaf?"),
    "Whistling": line("{who}: where do the turtles come up?"),
    "FriendAct": line("{who}: which minion is the goal?"),
    "FriendAttack": line("{who}: which minion is attacked?"),
    "Joining": line("{who}: where does your friend stand?"),
    "CardAttack": line("{who}: whom does {mouse} attack?"),
    "Command": line("{who}: who attacks at the order of {mouse}?"),
    "AfterAttack": line("{who}: does {mouse} use something after the attack?"),
    "Bait": line("{who}: lay out the grape before the roaches come?"),
    "Disguise": line("{who}: put on the disguises and fool the rats?"),
    "Landfall": line("{who}: which flip space does the party take?"),
    "BeforeSearch": line("{who}: does {mouse} use something before the search?"),
    "Found": line("{who}: does {mouse} use something after the search?"),
    "DrawCard": line("{who}: which card does {mouse} keep?"),
    "Laying": line("{who}: where does the other end of the thread lie?"),
    "TakeUp": line("{who}: what does {mouse} put away?"),
    "Catapult": line("{who}: who is shot through the air?"),
    "Launch": line("{who}: at whom does the grape fly?"),
    "Recovering": line("{who}: what does {mouse} recover from?"),
    "Point": line("{who}: whom is it for?"),
    "Again": line("{who}: pay for it once more?"),
    "Pushing": line("{who}: where does {figure} go?"),
    "LayToken": line("{who}: where do you lay it?"),
    "Losing": line("{who}: which card does {mouse} lose?"),
    "Relief": line("{who}: what is {figure} rid of?"),
}
FLYING = line("{who}: where does the leaf fly? The goal is {door}, {corner}.")
REACTING = {
    "attacked": line("{who}: {by} attacks {mouse}. Does {mouse} react?"),
    "friend_attacked": line("{who}: {by} attacks a friend. Does {mouse} react?"),
    "wound": line("{who}: a wound is coming. Does {mouse} react?"),
    "placed": line("{who}: minions are coming. Does {mouse} react?"),
    "passed": line("{who}: the trap has not snapped. Does {mouse} react?"),
}
ROLLS = {
    "attack": line("{who}: {by} attacks {at}, {n} die.", plural="{who}: {by} attacks {at}, {n} dice."),
    "sweep": line(
        "{who}: {by} attacks everybody there, {n} die.", plural="{who}: {by} attacks everybody there, {n} dice."
    ),
    "flight": line("{who}: how far does the leaf fly? {n} die.", plural="{who}: how far does the leaf fly? {n} dice."),
    "defence": line("{who}: {figure} defends, {n} die.", plural="{who}: {figure} defends, {n} dice."),
    "move": line("{who}: {figure} moves, {n} die.", plural="{who}: {figure} moves, {n} dice."),
    "search": line("{who}: {figure} searches, {n} die.", plural="{who}: {figure} searches, {n} dice."),
    "test": line("{who}: {figure} needs a star, {n} die.", plural="{who}: {figure} needs a star, {n} dice."),
}


def prompt(state: State, turn: Turn[Event]) -> Line:
    """Say what the table waits for."""
    match turn:
        case Over():
            return ending(turn)
        case Chance():
            return roll_words(state, turn)
    words = (landing(state) or question(state.agenda[-1])).text
    found = {key: name(state, turn) for key, name in NAMED.items() if f"{{{key}}}" in words}
    return Line(words, {"who": Who(turn.seat), **found})


def landing(state: State) -> Line | None:
    """Remind of the gate, where a leaf comes down near it."""
    goal = state.box.chapter.goal
    return FLYING if isinstance(state.agenda[-1], LeafAim) and goal.colour and below(state).id == goal.side else None


def question(task: Any) -> Line:
    """Find the words for a question; a grape that strikes has nobody's name."""
    if isinstance(task, Catapult) and task.mouse:
        return line("{who}: where does {mouse} land?")
    if isinstance(task, React) and (task.context.other or "attacked" not in task.trigger):
        return REACTING.get(task.trigger, ASKED["React"])
    return ASKED[type(task).__name__]


def asked(state: State) -> str:
    """Name the mouse that a question is about."""
    task = state.agenda[-1]
    match task:
        case React():
            return next(name for name in ranked(state, task.mice) if reactions(state, task, name))
        case Arrive(mice):
            return str(mice[0])
        case Command():
            return task.by
    fight = getattr(task, "fight", None)
    if isinstance(fight, Fight):
        return fight.by
    return getattr(task, "mouse", "") or getattr(task, "by", "") or state.acting.card


def ranked(state: State, mice: tuple[str, ...]) -> list[str]:
    """List mice from the top of the track."""
    return sorted(mice, key=lambda name: rank(state, name))


def meant(state: State, turn: Decide[Event]) -> str:
    """Name the figure that a question is about."""
    first = turn.actions[0]
    figure: str = getattr(state.agenda[-1], "figure", "")
    return figure or (first.token if isinstance(first, Put) else state.acting.card)


def gate(state: State) -> Name:
    """Give a space beside the gate of the chapter."""
    goal = state.box.chapter.goal
    near = next(way.near for way in state.box.pack.tiles[goal.side].exits if way.colour == goal.colour)
    return full(goal.side, near[len(near) // 2])


NAMED: dict[str, Callable[[State, Decide[Event]], Line]] = {
    "mouse": lambda state, turn: names.who(state, asked(state)),
    "figure": lambda state, turn: names.who(state, meant(state, turn)),
    "by": lambda state, turn: names.who(state, state.agenda[-1].context.other),
    "door": lambda state, turn: names.way(f"exit-{state.box.chapter.goal.colour}"),
    "corner": lambda state, turn: names.corner(state, gate(state)),
    "card": lambda state, turn: names.item(state, state.agenda[-1].card),
}


def roll_words(state: State, turn: Chance[Event]) -> Line:
    """Name the luck that comes next, and what it is for."""
    first = turn.odds[0][0]
    if isinstance(first, Segment):
        return line("The snake uncoils.")
    if not isinstance(first, Dice):
        return line("The next card is turned over.")
    who, n = Who(turn.thrower or 0), len(first.faces)
    match state.agenda[-1]:
        case AttackRoll(fight):
            return attacking(state, fight, who, n)
        case Defend(_, figure):
            return counted("defence", who, n, names.who(state, figure))
        case MoveDie(figure) | FoeMove(figure) | FriendMove(figure) | ChaseRoll(figure):
            return counted("move", who, n, names.who(state, figure))
        case SearchRoll(figure):
            return counted("search", who, n, names.who(state, figure))
        case Trial(figure) | Climb(figure) | RecoverRoll(figure) | LeafTest(figure):
            return counted("test", who, n, names.who(state, figure))
        case LeafFlight():
            return Line(ROLLS["flight"].text, {"who": who, "n": n}, ROLLS["flight"].plural)
    return line("{who}: roll {n} die.", plural="{who}: roll {n} dice.", who=who, n=n)


def attacking(state: State, fight: Fight, who: Who, n: int) -> Line:
    """Say who attacks whom."""
    words = ROLLS["attack" if len(fight.at) == 1 else "sweep"]
    values: dict[str, object] = {"who": who, "n": n, "by": names.who(state, fight.by)}
    if len(fight.at) == 1:
        values["at"] = names.who(state, fight.at[0])
    return Line(words.text, values, words.plural)


def counted(kind: str, who: Who, n: int, figure: Line) -> Line:
    """Say what a roll is for."""
    words = ROLLS[kind]
    return Line(words.text, {"who": who, "n": n, "figure": figure}, words.plural)
