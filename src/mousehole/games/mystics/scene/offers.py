"""Labels of what can be chosen, and where to click for it."""

from typing import Any

from msgspec.structs import replace

from mousehole.core.game import Decide, Turn
from mousehole.core.scene import Offer
from mousehole.core.words import Line, line
from mousehole.games.mystics import moves as m
from mousehole.games.mystics.actions.belongings import KEEP, SELL
from mousehole.games.mystics.actions.moving import beyond
from mousehole.games.mystics.board.figures import figure, mouse
from mousehole.games.mystics.board.queries import LEAF
from mousehole.games.mystics.effects.triggers import attack_kind
from mousehole.games.mystics.fight.attack_odds import percent, to_defeat, to_wound
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.rules.exploring import ways
from mousehole.games.mystics.scene.panels import card_words
from mousehole.games.mystics.state import Foe, State
from mousehole.games.mystics.story import names
from mousehole.games.mystics.tasks import (
    Aim,
    Answering,
    DrawCard,
    Equipping,
    Exploring,
    Fight,
    FirstAbility,
    Keep,
    Keepsake,
    Losing,
    Mark,
    MouseTurn,
    Point,
    Recovering,
    Relief,
    Sharing,
    Weapons,
    Whistling,
)

WAYS = {KEEP: line("Keep it"), SELL: line("Take a cheese instead")}


def offers(state: State, turn: Turn[Event]) -> tuple[Offer, ...]:
    """Label every action and say where to click for it."""
    actions = turn.actions if isinstance(turn, Decide) else ()
    numbered = sorted(enumerate(actions), key=lambda each: not advised(state, each[1]))
    far = beyond(state) if any(isinstance(action, m.Step) for action in actions) else {}
    return tuple(
        Offer(
            number,
            clicks(state, action),
            label(state, action),
            minor=seldom(state, action),
            under=heading(state, action),
            beyond=far.get(action.to, ()) if isinstance(action, m.Step) else (),
            tag=tag(state, action) if isinstance(action, m.Target) else None,
        )
        for number, action in numbered
    )


def advised(state: State, action: Event) -> bool:
    """Whether this is the ability to begin with, for whoever does not know them yet."""
    task = state.agenda[-1]
    if not (isinstance(task, FirstAbility) and isinstance(action, m.Learn)):
        return False
    return action.ability == state.box.heroes[task.mouse].first


def heading(state: State, action: Event) -> Line | None:
    """Put what is done with cards and friends in a turn under a heading, so that moves and the end stay in sight."""
    task = state.agenda[-1]
    if isinstance(task, FirstAbility):
        return line("Other abilities") if state.box.heroes[task.mouse].first and not advised(state, action) else None
    if not isinstance(task, MouseTurn):
        return None
    match action:
        case m.Use():
            return line("Use a card")
        case m.Equip():
            return line("Equip")
        case m.Learn():
            return line("Learn")
        case m.Share():
            return line("Share")
        case m.Put():
            return line("Lay out")
    return None


def seldom(state: State, action: Event) -> bool:
    """Whether hardly anybody wants this: to put away what is worn, in the midst of a turn."""
    return isinstance(action, m.Equip) and action.slot == "pack" and isinstance(state.agenda[-1], MouseTurn)


def clicks(state: State, action: Event) -> tuple[str, ...]:
    """Say what to click on."""
    match action:
        case m.Step():
            return (action.to,)
        case m.Target():
            return (action.figure,)
        case m.Put() if action.at not in state.ground.sites:
            return ()
        case m.Put() if action.token in state.box.pack.tokens:
            return (f"stash-{action.token}", action.at) if stashed(state, action.token) else (action.at,)
        case m.Put():
            return (action.at,)
        case m.Move():
            return (state.acting.card,)
        case m.Choose() if isinstance(state.agenda[-1], Exploring):
            return (door(state, action.option),)
    return ()


def stashed(state: State, token: str) -> bool:
    """Whether a token is laid out from the party stash."""
    return any(state.box.pack.items[card].token == token for card in state.stash)


def door(state: State, option: str) -> str:
    """The key of the spot where a way leads off; a leaf is clicked where it lies."""
    if option == "leaf":
        return mouse(state, state.acting.card).at
    return option if option.startswith("exit-") else f"way-{option}"


def label(state: State, action: Event) -> Line:
    """Label one action."""
    match action:
        case m.Step():
            return line("Go to {space}", space=names.space(action.to))
        case m.Move():
            return line("Move: roll the die")
        case m.Do(action="explore"):
            return explore_label(state)
        case m.Do():
            return names.ACTIONS[action.action]
        case m.Target():
            return target_label(state, action.figure)
        case m.Put():
            return put_label(state, action)
        case m.Use():
            return use_label(state, action)
        case m.Choose():
            return answer_label(state, action.option) or choice_label(state, action.option)
    return minor_label(state, action)


def explore_label(state: State) -> Line:
    """Label exploring, with the way where there is only one."""
    found = ways(state, mouse(state, state.acting.card))
    return line("Explore {way}", way=names.way(found[0][0])) if len(found) == 1 else names.ACTIONS["explore"]


def minor_label(state: State, action: Event) -> Line:
    """Label what is done with cards and cheese, and the ends of things."""
    match action:
        case m.Share():
            return line("Share with {mouse}", mouse=names.figure(state, action.partner))
        case m.Give():
            return line("Give {card}", card=names.item(state, action.card)) if action.card else line("Give a cheese")
        case m.Take():
            return line("Take {card}", card=names.item(state, action.card)) if action.card else line("Take a cheese")
        case m.Equip() if action.slot == "pack":
            return line("Put {card} into the pack", card=names.item(state, action.card))
        case m.Equip():
            return line("Equip {card}: {slot}", card=names.item(state, action.card), slot=names.SLOTS[action.slot])
        case m.Learn():
            return learn_label(state, action.ability)
        case m.End():
            return line("End the turn")
    return done_label(state)


def learn_label(state: State, name: str) -> Line:
    """Label an ability that can be learned with what it does, what a use costs, and what learning costs."""
    page = state.box.pack.abilities[name]
    words = line(
        "{words} Each use: {n} cheese.", plural="{words} Each use: {n} cheese.", words=line(page.words), n=page.cost
    )
    if isinstance(state.agenda[-1], FirstAbility):
        return line("{ability}. {words}", ability=line(page.name), words=words)
    cost = state.box.pack.rules.level_cost
    return line("Learn {ability} for {cost} cheese. {words}", ability=line(page.name), words=words, cost=cost)


def done_label(state: State) -> Line:
    """Label the choice to stop or to let something pass."""
    if isinstance(state.agenda[-1], MouseTurn | Sharing | Equipping | Point):
        return line("Done")
    return line("Go on without it")


def target_label(state: State, name: str) -> Line:
    """Label a target; before an attack with its chances."""
    fight = aimed(state, name)
    if fight is None:
        return line("Choose {figure}", figure=names.figure(state, name))
    return line(
        "Attack {figure}: {wound}% to wound, {defeat}% to defeat",
        figure=names.figure(state, name),
        wound=percent(to_wound(state, fight)),
        defeat=percent(to_defeat(state, fight)),
    )


def tag(state: State, action: m.Target) -> Line | None:
    """Write the chance of a wound beside a target."""
    fight = aimed(state, action.figure)
    return line("{n}%", n=percent(to_wound(state, fight))) if fight else None


def aimed(state: State, name: str) -> Fight | None:
    """The attack that the choice of a target would be."""
    task, one = state.agenda[-1], figure(state, name)
    if not isinstance(task, Aim) or not isinstance(one, Foe):
        return None
    kind = attack_kind(state, mouse(state, task.fight.by), task.fight.weapon, one)
    return replace(task.fight, at=(name,), kind=kind)


def put_label(state: State, action: m.Put) -> Line:
    """Label the placing of a figure or a token."""
    space = names.space(action.at)
    if action.at not in state.ground.sites and action.token == LEAF:
        return line("Fly towards {space}, {corner}", space=space, corner=names.corner(state, action.at))
    if action.token in state.box.pack.tokens:
        return line("Lay {token} on {space}", token=names.token(state, action.token), space=space)
    return line("Put {figure} on {space}", figure=names.figure(state, action.token), space=space)


def use_label(state: State, action: m.Use) -> Line:
    """Label the use of a card, an ability or a gift; what it does stands beside it."""
    pack = state.box.pack
    if action.card:
        words = line(pack.items[action.card].words)
        return line("Use {card}. {words}", card=names.item(state, action.card), words=words)
    name = action.ability
    tables = (pack.abilities, pack.conditions, pack.achievements, pack.tokens)
    found: Any = next((table[name] for table in tables if name in table), None)
    does = found.words if found else pack.heroes[name].innate.words
    return line("Use {card}. {words}", card=names.ability(state, name), words=line(does))


def answer_label(state: State, option: str) -> Line | None:
    """Label an answer to the story."""
    task = state.agenda[-1]
    if not isinstance(task, Answering):
        return None
    return line(state.box.chapter.questions[task.question].answers[option].words)


def choice_label(state: State, option: str) -> Line:
    """Label one of several options, by what is asked."""
    task = state.agenda[-1]
    match task:
        case Exploring():
            return line("Explore {way}", way=names.way(option))
        case Weapons():
            weapon = names.item(state, option) if option != "paws" else line("bare paws")
            return line("Attack with {weapon}", weapon=weapon)
        case Recovering() | Relief():
            return line("Get rid of: {mark}", mark=names.mark(state, option))
        case Mark():
            return line("Wound the card: {card}", card=line(option))
        case Whistling():
            return line("Turtles on {spaces}", spaces=option.replace("+", ", "))
        case Losing():
            return line("Lose {card}", card=names.item(state, option))
    if option == KEEP and isinstance(task, Keep):
        return line("Keep {card}. {words}", card=names.item(state, task.card), words=card_words(state, task.card))
    if option in WAYS:
        return WAYS[option]
    if option in state.box.pack.items:
        return card_choice(state, option)
    return line("Pick up: {token}", token=names.token(state, option))


def card_choice(state: State, option: str) -> Line:
    """Label the choice of a card: to keep it, or to part with it."""
    card = names.item(state, option)
    keeps = isinstance(state.agenda[-1], DrawCard | Keepsake)
    return line("Keep {card}", card=card) if keeps else line("Discard {card}", card=card)
