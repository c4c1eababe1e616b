"""What the table waits for, in words: every question names whom it is about, every roll what it is for."""

from collections.abc import Callable

from mousehole.core.game import Chance, Decide, Over, Turn
from mousehole.core.words import Line, Who, line
from mousehole.games.mystics import tasks
from mousehole.games.mystics.actions.water import below
from mousehole.games.mystics.board.figures import rank
from mousehole.games.mystics.content.effect_types import AttackKind
from mousehole.games.mystics.content.tile_graph import Name, full
from mousehole.games.mystics.moves import Dice, Event, Put, Segment
from mousehole.games.mystics.rules.effect_resolution import reactions
from mousehole.games.mystics.state import State
from mousehole.games.mystics.story import names
from mousehole.games.mystics.story.telling import ending
from mousehole.games.mystics.tasks import AnyTask, FigureTask, Task

ASKED: dict[type[Task], Line] = {
    tasks.MouseTurn: line("{who}: it is {mouse}'s turn. Still to do: {left}."),
    tasks.FirstAbility: line("{who}: choose the ability {mouse} starts with."),
    tasks.Weapons: line("{who}: choose a weapon."),
    tasks.Aim: line("{who}: whom does {mouse} attack?"),
    tasks.Arrive: line("{who}: where does {mouse} stand?"),
    tasks.Arrival: line("{who}: {figure} can come in here or there. You choose where."),
    tasks.Keepsake: line("{who}: one card goes along to the next chapter."),
    tasks.Keep: line("{who}: {mouse} finds {card}. Keep it, or take a cheese?"),
    tasks.PackLimit: line("{who}: the pack is too full. What goes?"),
    tasks.Sharing: line("{who}: give and take."),
    tasks.Equipping: line("{who}: equip as you like."),
    tasks.React: line("{who}: does {mouse} react?"),
    tasks.Chasing: line("{who}: which way does the cat run?"),
    tasks.Mark: line("{who}: which card takes the wound?"),
    tasks.Exploring: line("{who}: which way?"),
    tasks.Rescue: line("{who}: where does {mouse} come back?"),
    tasks.LeafAim: line("{who}: where does the leaf fly?"),
    tasks.Paddling: line("{who}: where do you steer the leaf?"),
    tasks.Whistling: line("{who}: where do the turtles come up?"),
    tasks.FriendAct: line("{who}: which minion is the goal?"),
    tasks.FriendAttack: line("{who}: which minion is attacked?"),
    tasks.Joining: line("{who}: where does your friend stand?"),
    tasks.CardAttack: line("{who}: whom does {mouse} attack?"),
    tasks.Command: line("{who}: who attacks at the order of {mouse}?"),
    tasks.AfterAttack: line("{who}: does {mouse} use something after the attack?"),
    tasks.Bait: line("{who}: lay out the grape before the roaches come?"),
    tasks.Disguise: line("{who}: put on the disguises and fool the rats?"),
    tasks.Landfall: line("{who}: which flip space does the party take?"),
    tasks.BeforeSearch: line("{who}: does {mouse} use something before the search?"),
    tasks.Found: line("{who}: does {mouse} use something after the search?"),
    tasks.DrawCard: line("{who}: which card does {mouse} keep?"),
    tasks.Laying: line("{who}: where does the other end of the thread lie?"),
    tasks.TakeUp: line("{who}: what does {mouse} pick up?"),
    tasks.Catapult: line("{who}: who flies through the air?"),
    tasks.Launch: line("{who}: who should the grape hit?"),
    tasks.Recovering: line("{who}: what does {mouse} recover from?"),
    tasks.Point: line("{who}: who is it for?"),
    tasks.Again: line("{who}: pay for it once more?"),
    tasks.Pushing: line("{who}: where does {figure} go?"),
    tasks.LayToken: line("{who}: where do you lay it?"),
    tasks.Losing: line("{who}: which card does {mouse} lose?"),
    tasks.Answering: line("{who}: {question}. {mouse} leads the party and answers for everybody."),
    tasks.Relief: line("{who}: what does {figure} get rid of?"),
}
BEGINNING = line("{who}: choose the ability {mouse} starts with. The first one suits beginners.")
FLYING = line("{who}: where does the leaf fly? The goal is {door}, {corner}.")
REACTING = {
    "attacked": line("{who}: {by} attacks {mouse}. Does {mouse} react?"),
    "friend_attacked": line("{who}: {by} attacks a friend. Does {mouse} react?"),
    "wound": line("{who}: a wound is coming. Does {mouse} react?"),
    "placed": line("{who}: minions are coming. Does {mouse} react?"),
    "passed": line("{who}: the trap has not snapped. Does {mouse} react?"),
}
GIVING = line("{who}: {gift}. Who is it for?")
ROLLS = {
    "attack": line("{who}: {by} attacks {at}, {n} die. {hits}", plural="{who}: {by} attacks {at}, {n} dice. {hits}"),
    "sweep": line(
        "{who}: {by} attacks everybody there, {n} die.", plural="{who}: {by} attacks everybody there, {n} dice."
    ),
    "flight": line("{who}: how far does the leaf fly? {n} die.", plural="{who}: how far does the leaf fly? {n} dice."),
    "defence": line(
        "{who}: {figure} defends, {n} die. Shields block.", plural="{who}: {figure} defends, {n} dice. Shields block."
    ),
    "move": line("{who}: {figure} moves, {n} die.", plural="{who}: {figure} moves, {n} dice."),
    "search": line(
        "{who}: {figure} searches: a star on {n} die finds something.",
        plural="{who}: {figure} searches: a star on {n} dice finds something.",
    ),
    "trial": line(
        "{who}: a test for {figure}: a star on {n} die.", plural="{who}: a test for {figure}: a star on {n} dice."
    ),
    "tried": line(
        "{who}: {cause}! {figure} needs a star on {n} die.", plural="{who}: {cause}! {figure} needs a star on {n} dice."
    ),
    "climb": line(
        "{who}: {figure} climbs out of the water with a star, {n} die.",
        plural="{who}: {figure} climbs out of the water with a star, {n} dice.",
    ),
    "recover": line(
        "{who}: {figure} gets free with a star, {n} die.", plural="{who}: {figure} gets free with a star, {n} dice."
    ),
    "leaf": line("{who}: a star lets the leaf fly, {n} die.", plural="{who}: a star lets the leaf fly, {n} dice."),
    "ambush": line(
        "{who}: an ambush! {n} die says how far the minions move up.",
        plural="{who}: an ambush! {n} dice say how far the minions move up.",
    ),
}
HITS: dict[AttackKind, Line] = {"melee": line("Swords hit."), "ranged": line("Bows hit.")}
TESTS: dict[type[Task], str] = {
    tasks.Trial: "trial",
    tasks.Climb: "climb",
    tasks.RecoverRoll: "recover",
    tasks.LeafTest: "leaf",
    tasks.LeafFlight: "flight",
    tasks.Ambush: "ambush",
}


def prompt(state: State, turn: Turn[Event]) -> Line:
    """Say what the table waits for."""
    match turn:
        case Over():
            return ending(turn)
        case Chance():
            return roll_words(state, turn)
    words = (landing(state) or beginning(state) or giving(state) or question(state.agenda[-1])).text
    found = {key: name(state, turn) for key, name in NAMED.items() if f"{{{key}}}" in words}
    return Line(words, {"who": Who(turn.seat), **found})


def left_to_do(state: State) -> Line:
    """Say whether the move and the action of a turn are left."""
    now = state.acting
    if now.points:
        steps = line("{n} step", plural="{n} steps", n=now.points)
        return line("{steps}, action", steps=steps) if now.actions else steps
    if not now.rolled:
        return line("move, action") if now.actions else line("move")
    return line("action") if now.actions else line("nothing")


def landing(state: State) -> Line | None:
    """Remind of the gate, where a leaf comes down near it."""
    goal = state.box.chapter.goal
    return (
        FLYING if isinstance(state.agenda[-1], tasks.LeafAim) and goal.colour and below(state).id == goal.side else None
    )


def giving(state: State) -> Line | None:
    """Say what it is that somebody is chosen for."""
    return GIVING if giver(state) else None


def beginning(state: State) -> Line | None:
    """Recommend the ability that stands first, where a hero has one to begin with."""
    task = state.agenda[-1]
    return BEGINNING if isinstance(task, tasks.FirstAbility) and state.box.heroes[task.mouse].first else None


def question(task: AnyTask) -> Line:
    """Find the words for a question; a grape that strikes has nobody's name."""
    if isinstance(task, tasks.Catapult) and task.mouse:
        return line("{who}: where does {mouse} land?")
    if isinstance(task, tasks.React) and (task.context.other or "attacked" not in task.trigger):
        return REACTING.get(task.trigger, ASKED[tasks.React])
    return ASKED[type(task)]


def asked(state: State) -> str:
    """Name the mouse that a question is about."""
    task = state.agenda[-1]
    if isinstance(task, tasks.React):
        return next(name for name in ranked(state, task.mice) if reactions(state, task, name))
    return task.asks_about or state.acting.card


def ranked(state: State, mice: tuple[str, ...]) -> list[str]:
    """List mice from the top of the track."""
    return sorted(mice, key=lambda name: rank(state, name))


def meant(state: State, turn: Decide[Event]) -> str:
    """Name the figure that a question is about."""
    task, first = state.agenda[-1], turn.actions[0]
    if isinstance(task, FigureTask):
        return task.figure
    return first.token if isinstance(first, Put) else state.acting.card


def gate(state: State) -> Name:
    """A space beside the gate of the chapter."""
    goal = state.box.chapter.goal
    near = next(way.near for way in state.box.pack.tiles[goal.side].exits if way.colour == goal.colour)
    return full(goal.side, near[len(near) // 2])


def attacker(state: State) -> str:
    """Name the figure that a mouse may react to."""
    task = state.agenda[-1]
    return task.context.other if isinstance(task, tasks.React) else state.acting.card


def giver(state: State) -> Line | None:
    """Name the card, ability or gift that a figure is chosen for; None if it has no name."""
    task = state.agenda[-1]
    source = task.context.source if isinstance(task, tasks.Point) else ""
    hero = state.box.pack.heroes.get(source)
    return line(hero.innate.name) if hero else names.cause(state, source)


def question_words(state: State) -> Line | None:
    """What the story asks about; its page has the whole question."""
    task = state.agenda[-1]
    return line(state.box.chapter.questions[task.question].name) if isinstance(task, tasks.Answering) else None


def found_card(state: State) -> str:
    """Name the card that a mouse has found."""
    task = state.agenda[-1]
    return task.card if isinstance(task, tasks.Keep) else ""


NAMED: dict[str, Callable[[State, Decide[Event]], Line | None]] = {
    "mouse": lambda state, turn: names.who(state, asked(state)),
    "figure": lambda state, turn: names.who(state, meant(state, turn)),
    "by": lambda state, turn: names.who(state, attacker(state)),
    "door": lambda state, turn: names.way(f"exit-{state.box.chapter.goal.colour}"),
    "corner": lambda state, turn: names.corner(state, gate(state)),
    "card": lambda state, turn: names.item(state, found_card(state)),
    "gift": lambda state, turn: giver(state),
    "question": lambda state, turn: question_words(state),
    "left": lambda state, turn: left_to_do(state),
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
        case tasks.AttackRoll(fight):
            return attacking(state, fight, who, n)
        case tasks.Defend(_, figure):
            return counted("defence", who, n, names.who(state, figure))
        case tasks.MoveDie(figure) | tasks.FoeMove(figure) | tasks.FriendMove(figure) | tasks.ChaseRoll(figure):
            return counted("move", who, n, names.who(state, figure))
        case tasks.SearchRoll(figure):
            return counted("search", who, n, names.who(state, figure))
        case tasks.Trial(figure, context=context) if found := names.cause(state, context.source):
            return trial(names.who(state, figure), who, n, found)
        case tasks.Trial(figure) | tasks.Climb(figure) | tasks.RecoverRoll(figure):
            return counted(TESTS[type(state.agenda[-1])], who, n, names.who(state, figure))
        case tasks.LeafFlight() | tasks.LeafTest() | tasks.Ambush():
            words = ROLLS[TESTS[type(state.agenda[-1])]]
            return Line(words.text, {"who": who, "n": n}, words.plural)
    return line("{who}: roll {n} die.", plural="{who}: roll {n} dice.", who=who, n=n)


def trial(figure: Line, who: Who, n: int, cause: Line) -> Line:
    """Say what puts a mouse to the test, and what saves it."""
    words = ROLLS["tried"]
    return Line(words.text, {"who": who, "n": n, "figure": figure, "cause": cause}, words.plural)


def attacking(state: State, fight: tasks.Fight, who: Who, n: int) -> Line:
    """Say who attacks whom."""
    words = ROLLS["attack" if len(fight.at) == 1 else "sweep"]
    values: dict[str, object] = {"who": who, "n": n, "by": names.who(state, fight.by)}
    if len(fight.at) == 1:
        values |= {"at": names.who(state, fight.at[0]), "hits": HITS[fight.kind]}
    return Line(words.text, values, words.plural)


def counted(kind: str, who: Who, n: int, figure: Line) -> Line:
    """Say what a roll is for."""
    words = ROLLS[kind]
    return Line(words.text, {"who": who, "n": n, "figure": figure}, words.plural)
