"""Companions as players, and what they say to people: whom they wait for, where, and that they go on."""

from mousehole.core.game import AnyGame, Decide, Luck, Player
from mousehole.core.words import Line, line
from mousehole.games.mystics import moves as m
from mousehole.games.mystics.actions.moving import strength
from mousehole.games.mystics.board.figures import active, mouse
from mousehole.games.mystics.board.queries import LEAF, in_water
from mousehole.games.mystics.companions import nursing, route_planner, tactics
from mousehole.games.mystics.companions.habits import HABITS, SHREWD, most_liked
from mousehole.games.mystics.companions.route_planner import Errand
from mousehole.games.mystics.companions.tactics import dressing, trick
from mousehole.games.mystics.companions.travelling import (
    ALONE,
    WAIT_CHEESE,
    Manner,
    People,
    aim,
    awaited,
    dash,
    dashing,
    exploring,
    leaders,
    runner,
    travelling,
    waits,
)
from mousehole.games.mystics.content.tile_graph import OFF, Name
from mousehole.games.mystics.fight.attack_odds import life
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.rules.exploring import ways
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.story.names import figure, token
from mousehole.games.mystics.tasks import Answering, AnyTask, Exploring, MouseTurn

HERE = {
    "exit": line("We are at the door."),
    "flip": line("We have found the way through."),
    "gear": line("We are at the cogwheels."),
    "gecko": line("We are where one has to climb."),
    "hook": line("We are at the thread."),
    "tree": line("We are at the branch."),
    LEAF: line("We are at the leaf."),
    "gate": line("We are at the last door."),
}
WAITING = (m.END, m.do("search"))
EXPLORE = m.do("explore")
SPOKEN = (*WAITING, EXPLORE)  # what is done with a word to a person


def remark(state: State, manner: Manner, action: Event) -> Line | None:
    """What a companion says with its action, where a person is awaited; one speaks for all."""
    task, people = state.agenda[-1], manner.people
    if state.foes or not people or action not in SPOKEN or not isinstance(task, MouseTurn):
        return None
    one, plan = mouse(state, task.mouse), aim(state, manner)
    if plan.thing and plan.side == state.side and action in WAITING and one.id == speaker(state, people):
        return asking(state, people, one, plan)
    doors = route_planner.onward(state, plan)
    if one.at not in doors or not all(each.at for each in state.mice):
        return None
    if action == EXPLORE:
        return going_on(state, people, one, plan)
    if one.id != speaker(state, people):
        return None
    place = "gate" if plan.what == "gate" else kind(state, plan, one)
    if place in ("gate", LEAF):
        return missing(state, people, one, doors, HERE[place])
    return waiting(state, manner, one, plan, HERE[place])


def asking(state: State, people: People, one: Mouse, plan: Errand) -> Line | None:
    """Ask the one person whose mouse can run an errand: nobody else has the cheese for it."""
    other = runner(state, plan, people)
    if not other or state.box.seat[other] not in people:
        return None
    told = {"who": figure(state, one.id), "other": figure(state, other), "thing": token(state, plan.thing)}
    if plan.what == "use":
        return Line("{who}: “{other}, you have the cheese for it. Can you help here: {thing}?”", told)
    return Line("{who}: “{other}, can you pick this up: {thing}?”", told)


def speaker(state: State, people: People) -> str:
    """Name the mouse that speaks for the companions: the last of them in a round."""
    mice = {each.id for each in active(state) if state.box.seat[each.id] not in people}
    return next((card for card in reversed(state.track) if card in mice), "")


def kind(state: State, plan: Errand, one: Mouse) -> str:
    """The kind of way that leads on from where a mouse stands."""
    to, by = route_planner.hop(state, plan)
    found = [door.by for door in route_planner.ways_off(state, state.side) if door.to == to and one.at in door.near]
    return by or (found[0] if found else LEAF)


def waiting(state: State, manner: Manner, one: Mouse, plan: Errand, here: Line) -> Line | None:
    """Call the one who is awaited at a way; before companions go on, they say so."""
    to, doors = route_planner.hop(state, plan)[0], route_planner.onward(state, plan)
    other = awaited(state, manner.people, to, doors)
    if not to or not other or not waits(state, manner, to, doors):
        return None
    who, name = figure(state, one.id), figure(state, other.id)
    if any(way[1] == to for way in ways(state, other)):
        return line("{who}: “Shall we go on, {other}?”", who=who, other=name)
    if state.wheel == WAIT_CHEESE - 1:
        return line("{who}: “We have to go on soon, {other}. Are you coming?”", who=who, other=name)
    return line("{who}: “{here} Coming, {other}?”", who=who, here=here, other=name)


def going_on(state: State, people: People, one: Mouse, plan: Errand) -> Line | None:
    """Tell those who were waited for that it goes on; everybody comes along."""
    doors = route_planner.onward(state, plan)
    other = awaited(state, people, route_planner.hop(state, plan)[0], doors)
    if other is None:
        return None
    who, name = figure(state, one.id), figure(state, other.id)
    return line("{who}: “We cannot wait any longer. Come along, {other}!”", who=who, other=name)


def missing(state: State, people: People, one: Mouse, goals: list[Name], here: Line) -> Line | None:
    """Call the one without whom nobody can go on: a leaf and the last door take all mice or none."""
    other = next((each for each in leaders(state, people) if each.at not in goals), None)
    if other is None:
        return None
    who, name = figure(state, one.id), figure(state, other.id)
    if state.wheel >= WAIT_CHEESE:
        return line("{who}: “Need a paw, {other}? Let a companion play for you.”", who=who, other=name)
    return line("{who}: “{here} Only you are missing, {other}!”", who=who, here=here, other=name)


class Companion(Player):
    """Chooses for whichever mouse is asked; it knows where people sit, and keeps with them."""

    quick = True  # it may lead the games that others simulate

    def __init__(self, rank: int, manner: Manner = ALONE, slips: float = 0.0) -> None:
        self.rank = rank
        self.manner = manner
        self.slips = slips  # how often it acts at random

    def beside(self, people: People) -> "Companion":
        """A companion that keeps with the people in these seats."""
        return Companion(self.rank, self.manner._replace(people=people), self.slips)

    def choose(self, game: AnyGame, state: State, turn: Decide[Event], luck: Luck) -> Event:
        """Choose one of the turn's actions."""
        return self.decide(state, turn.actions, luck)

    def decide(self, state: State, actions: tuple[Event, ...], luck: Luck) -> Event:
        """Choose one of some actions."""
        if self.slips and luck.random() < self.slips:
            return luck.choice(actions)
        if isinstance(task := state.agenda[-1], Answering):
            return inclined(state, task, actions, luck)
        wish = self.wish(state, state.agenda[-1], actions)
        return wish if wish in actions else fallback(actions, luck)

    def remark(self, game: AnyGame, state: State, turn: Decide[Event], action: Event) -> Line | None:
        """Say whom it waits for."""
        return remark(state, self.manner, action)

    def wish(self, state: State, task: AnyTask, actions: tuple[Event, ...]) -> Event | None:
        """Say what it would like best; it would rather end a turn than fill it at random."""
        if isinstance(task, MouseTurn):
            wish = mouse_turn(state, task, actions, self.manner)
            rest = m.END if m.END in actions else m.DONE  # a scurry is ended before the turn is
            return wish if wish in actions else rest
        if isinstance(task, Exploring):
            return exploring(state, task, actions, self.manner)
        habit = (SHREWD if self.manner.shrewd else HABITS).get(type(task))
        return habit(state, task, actions) if habit else None


def inclined(state: State, task: Answering, actions: tuple[Event, ...], luck: Luck) -> Event:
    """Answer the story as one feels: each answer as often as companions are inclined to it."""
    answers = state.box.chapter.questions[task.question].answers
    liked = [answers[action.option].liked if isinstance(action, m.Choose) else 0 for action in actions]
    at = luck.random() * sum(liked)
    return next((action for n, action in enumerate(actions) if at < sum(liked[: n + 1])), actions[-1])


def fallback(actions: tuple[Event, ...], luck: Luck) -> Event:
    """Choose anything, rather than to stop."""
    busy = [action for action in actions if not isinstance(action, m.Done | m.End)]
    return luck.choice(busy or list(actions))


def mouse_turn(state: State, task: MouseTurn, actions: tuple[Event, ...], manner: Manner) -> Event | None:
    """Do what is needed first: recover, heal, fight, search, go on."""
    one = mouse(state, task.mouse)
    for habit in (ashore, emergencies, treats, dressing):
        wish = habit(state, one, actions)
        if wish:
            return wish
    if manner.shrewd and (wish := nursing.pooling(state, one, actions)):
        return wish
    if dashing(state, manner):
        return dash(state, one, actions)
    if not state.foes:
        return travelling(state, one, actions, manner)
    wish = (manner.shrewd and trick(state, actions)) or fighting(state, one, actions)
    idle = manner.shrewd and wish in (m.END, m.do("scurry")) and m.do("search") in actions
    return m.do("search") if idle else wish  # while minions are about, the clock does not run by itself


def ashore(state: State, one: Mouse, actions: tuple[Event, ...]) -> Event | None:
    """Climb out before anything else where the current would carry a mouse away; if that fails, try again."""
    if not in_water(state, one) or not adrift(state, one):
        return None
    if m.MOVE in actions:
        return m.MOVE
    banks = [a.to for a in actions if isinstance(a, m.Step) and not state.ground.sites[a.to].terrain.climbs]
    if banks and state.acting.points > 0:
        goals = route_planner.onward(state, route_planner.aim(state))
        return m.step(min(banks, key=lambda at: (tactics.steps_to(state, at, goals), -tactics.company(state, one, at))))
    return m.do("scurry") if m.do("scurry") in actions else None


def adrift(state: State, one: Mouse) -> bool:
    """Whether the current carries a mouse off the tile at the end of its turn."""
    at = one.at
    for _ in range(strength(state)):
        if at and at != OFF:
            at = state.ground.sites[at].current
    return at == OFF


def emergencies(state: State, one: Mouse, actions: tuple[Event, ...]) -> Event | None:
    """Get rid of fire and of what keeps a mouse from acting; of the rest when nobody can be attacked."""
    recover = m.do("recover")
    if recover not in actions:
        return None
    urgent = "on_fire" in one.marks or bars(state, one, "action")
    return recover if urgent or not state.foes or not tactics.in_reach(state, one) else None


def bars(state: State, one: Mouse, what: str) -> bool:
    """Whether a marker keeps a mouse from something."""
    return any(what in state.box.pack.conditions[mark].bars for mark in one.marks)


def treats(state: State, one: Mouse, actions: tuple[Event, ...]) -> Event | None:
    """Use what heals or helps, and learn when rich."""
    for action in actions:
        match action:
            case m.Learn():
                return most_liked(state, one.id, tuple(a for a in actions if isinstance(a, m.Learn)))
            case m.Use(card="crumb") | m.Use(card="balm") | m.Use(card="antidote"):
                return action
            case m.Use(ability="yarrow") | m.Use(ability="first_aid") | m.Use(ability="major_heal"):
                return action
            case m.Use() if state.foes and rousing(state, one, action):
                return action
    return None


def rousing(state: State, one: Mouse, action: m.Use) -> bool:
    """Whether something is worth its price in this fight."""
    crowd = sum(foe.at == one.at for foe in state.foes)
    if action.ability == "thundersqueak":
        return crowd > 1
    if action.ability == "give_order":
        return True
    if action.ability in ("battle_leader", "fortify", "inspire"):
        return len(state.foes) > 1 and len(active(state)) > 2
    if action.card in ("second_wind", "curd_golem"):
        return state.acting.actions == 0 if action.card == "second_wind" else crowd > 0
    return action.ability in ("mystic_bolt", "mystic_blast", "chain_lightning") and state.acting.actions > 0


def fighting(state: State, one: Mouse, actions: tuple[Event, ...]) -> Event | None:
    """Attack if somebody is in reach, go where somebody is, and step back afterwards."""
    if m.do("battle") in actions:
        return m.do("battle")
    if m.MOVE in actions and (state.acting.actions > 0 or retreats(state, one)):
        return m.MOVE
    if state.acting.points > 0:
        coming = state.acting.actions > 0 or (state.acting.moving == "scurry" and not tactics.in_reach(state, one))
        wish = advance(state, one, actions) if coming else withdraw(state, one, actions)
        if wish in actions:
            return wish
    if m.do("scurry") in actions and not tactics.in_reach(state, one) and state.acting.rolled:
        return m.do("scurry")
    return m.END


def lure(state: State, one: Mouse, actions: tuple[Event, ...]) -> Event | None:
    """Step away from minions that cannot be got at, so that they come."""
    found, best = tactics.costs(state, one), farthest(state, one)
    return m.step(found[best][1]) if best != one.at and found[best][1] else None


def farthest(state: State, one: Mouse) -> Name:
    """Choose the space in reach that is farthest from the minions."""
    found = tactics.costs(state, one)
    near = [space for space, (cost, _) in found.items() if cost <= state.acting.points]
    return max(near, key=lambda at: (tactics.far_from(state, at), -found[at][0]))


def retreats(state: State, one: Mouse) -> bool:
    """Whether a mouse would rather stand elsewhere after its attack."""
    return tactics.is_shooter(state, one) or life(state, one) <= 1 or bool(tactics.beasts(state))


def advance(state: State, one: Mouse, actions: tuple[Event, ...]) -> Event | None:
    """Step towards the nearest space from which it can attack."""
    found, goal = tactics.costs(state, one), post(state, one)
    return m.step(found[goal][1]) if goal else lure(state, one, actions)


def post(state: State, one: Mouse) -> Name | None:
    """Choose the space from which a mouse attacks: a shooter's is out of reach, and nobody stands close to a beast."""
    found = tactics.costs(state, one)
    spaces = [space for space in tactics.posts(state, one) if space in found and found[space][0] > 0]
    far = state.acting.points
    if tactics.is_shooter(state, one):
        spaces.sort(key=lambda at: (found[at][0] > far, tactics.pressure(state, at), found[at][0]))
        return spaces[0] if spaces else None
    if tactics.beasts(state):
        spaces.sort(key=lambda at: (found[at][0] > far, tactics.exposure(state, one, at), found[at][0]))
        return spaces[0] if spaces else None
    return tactics.nearest(found, spaces)


def withdraw(state: State, one: Mouse, actions: tuple[Event, ...]) -> Event | None:
    """Step to where fewer minions can strike."""
    if not retreats(state, one):
        return None
    found, best = tactics.costs(state, one), refuge(state, one)
    return m.step(found[best][1]) if best != one.at and found[best][1] else None


def refuge(state: State, one: Mouse) -> Name:
    """Choose the space in reach where fewest minions can strike, or where a beast does least harm."""
    found = tactics.costs(state, one)
    near = [space for space, (cost, _) in found.items() if cost <= state.acting.points]
    if tactics.beasts(state):
        return min(near, key=lambda at: (tactics.exposure(state, one, at), tactics.pressure(state, at), found[at][0]))
    return min(near, key=lambda at: (tactics.pressure(state, at), -tactics.far_from(state, at), found[at][0]))
