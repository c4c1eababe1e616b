"""The rules of Mice and Mystics: the agenda is carried out until somebody has to choose or luck has to fall."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import force_setattr, replace

from mousehole.core.game import Chance, Decide, Over
from mousehole.games.mystics.actions import (
    belongings,
    forced_moves,
    leaves,
    moving,
    party_items,
    recovering,
    searching,
    turtles,
)
from mousehole.games.mystics.creatures import cat, charmed_mice, friends, mindless_rats, minions, snake
from mousehole.games.mystics.effects import abilities, bees
from mousehole.games.mystics.fight import aiming, battle, capture, card_attacks, wounds
from mousehole.games.mystics.moves import Event, Setup
from mousehole.games.mystics.rules import (
    campaign,
    effect_resolution,
    encounters,
    ending,
    exploring,
    rounds,
    surge,
    turns,
)
from mousehole.games.mystics.rules.beginning import beginning
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks import action_tasks as c
from mousehole.games.mystics.tasks import beast_tasks as b
from mousehole.games.mystics.tasks import effect_tasks as e
from mousehole.games.mystics.tasks import fight_tasks as f
from mousehole.games.mystics.tasks import outdoor_tasks as o
from mousehole.games.mystics.tasks import round_tasks as r
from mousehole.games.mystics.tasks.task import Task

Kind = TypeVar("Kind", bound=Task)
Question: TypeAlias = Decide[Event] | Chance[Event] | Over | None
Ask: TypeAlias = Callable[[State, Kind], Question]
Act: TypeAlias = Callable[[State, Kind, Event | None], State]


def step(
    kind: type[Kind], ask: Ask[Kind] | None, act: Act[Kind]
) -> tuple[type[Task], tuple[Ask[Any] | None, Act[Any]]]:
    """What a kind of task asks, if anything, and how it is carried out."""
    return kind, (ask, act)


STEPS = dict(
    (
        step(r.MouseTurn, turns.ask_mouse_turn, turns.mouse_turn),
        step(b.ChaseRoll, cat.ask_chase_roll, cat.chase_roll),
        step(b.Chasing, cat.ask_chasing, cat.chasing),
        step(b.Slither, snake.ask_slither, snake.slither),
        step(c.MoveDie, moving.ask_move_die, moving.move_die),
        step(c.Entered, None, moving.entered),
        step(c.Climb, moving.ask_climb, moving.climb),
        step(c.Drift, None, moving.drift),
        step(c.Forced, None, moving.forced),
        step(f.Weapons, aiming.ask_weapons, aiming.choose_weapon),
        step(f.Aim, aiming.ask_aim, aiming.aim),
        step(f.CardAttack, card_attacks.ask_card_attack, card_attacks.card_attack),
        step(f.Command, card_attacks.ask_command, card_attacks.command),
        step(f.Attack, None, battle.attack),
        step(f.AttackRoll, battle.ask_attack_roll, battle.attack_roll),
        step(f.Defences, None, battle.defences),
        step(f.Defend, battle.ask_defend, battle.defend),
        step(f.Strike, None, battle.strike),
        step(f.AfterAttack, battle.ask_after_attack, battle.after_attack),
        step(f.Harm, None, wounds.harm),
        step(f.Mark, wounds.ask_mark, wounds.mark),
        step(f.Defeat, None, wounds.defeat),
        step(f.Capture, None, capture.capture),
        step(f.TakeAway, None, capture.take_away),
        step(f.Rescue, capture.ask_rescue, capture.rescue),
        step(r.FirstAbility, rounds.ask_first_ability, rounds.first_ability),
        step(r.NewRound, None, rounds.new_round),
        step(r.NextCard, None, rounds.next_card),
        step(r.Close, None, rounds.close),
        step(r.Arrange, rounds.ask_arrange, rounds.arrange),
        step(r.Ambush, rounds.ask_ambush, rounds.ambush),
        step(r.FoeTurn, None, minions.foe_turn),
        step(r.Bait, party_items.ask_bait, party_items.put_bait),
        step(r.FoeAct, None, minions.foe_act),
        step(r.FoeMove, minions.ask_foe_move, minions.foe_move),
        step(r.FoeAttack, None, minions.foe_attack),
        step(r.Reanimate, mindless_rats.ask_reanimate, mindless_rats.reanimate),
        step(r.CharmedMove, charmed_mice.ask_charmed_move, charmed_mice.charmed_move),
        step(r.CharmedAttack, None, charmed_mice.charmed_attack),
        step(r.FriendTurn, None, friends.friend_turn),
        step(r.FriendAct, friends.ask_friend_act, friends.friend_act),
        step(r.FriendMove, friends.ask_friend_move, friends.friend_move),
        step(r.FriendAttack, friends.ask_friend_attack, friends.friend_attack),
        step(r.Joining, friends.ask_joining, friends.joining),
        step(r.Eaten, None, party_items.eaten),
        step(r.Wheel, None, surge.wheel),
        step(r.Surge, None, surge.surge),
        step(r.SurgeEnds, None, surge.surge_ends),
        step(r.Time, None, surge.time),
        step(r.Check, None, ending.check),
        step(r.Finish, ending.ask_finish, ending.finish),
        step(r.Keepsake, campaign.ask_keepsake, campaign.keepsake),
        step(r.Enter, None, encounters.enter),
        step(r.DrawEncounter, encounters.ask_draw_encounter, encounters.draw_encounter),
        step(r.Meet, None, encounters.meet),
        step(r.Disguise, encounters.ask_disguise, encounters.disguise),
        step(r.Arrival, encounters.ask_arrival, encounters.arrival),
        step(r.Arrive, exploring.ask_arrive, exploring.arrive),
        step(c.Exploring, exploring.ask_exploring, exploring.exploring),
        step(c.Landfall, exploring.ask_landfall, exploring.landfall),
        step(c.Travel, None, exploring.travel),
        step(c.BeforeSearch, searching.ask_before_search, searching.before_search),
        step(c.SearchRoll, searching.ask_search_roll, searching.search_roll),
        step(c.Found, searching.ask_found, searching.found),
        step(c.DrawCard, searching.ask_draw_card, searching.draw_card),
        step(c.Keep, searching.ask_keep, searching.keep),
        step(c.PackLimit, belongings.ask_pack_limit, belongings.pack_limit),
        step(c.Sharing, belongings.ask_sharing, belongings.sharing),
        step(c.Equipping, belongings.ask_equipping, belongings.equipping),
        step(c.Laying, party_items.ask_laying, party_items.laying),
        step(c.TakeUp, party_items.ask_take_up, party_items.take_up),
        step(c.Catapult, party_items.ask_catapult, party_items.catapult),
        step(c.Launch, party_items.ask_launch, party_items.launch),
        step(c.Landing, party_items.ask_landing, party_items.landing),
        step(c.Recovering, recovering.ask_recovering, recovering.recovering),
        step(c.RecoverRoll, recovering.ask_recover_roll, recovering.recover_roll),
        step(o.Buzz, None, bees.buzz),
        step(o.LeafTest, leaves.ask_leaf_test, leaves.leaf_test),
        step(o.LeafAim, leaves.ask_leaf_aim, leaves.leaf_aim),
        step(o.LeafFlight, leaves.ask_leaf_flight, leaves.leaf_flight),
        step(o.LeafDrift, None, leaves.leaf_drift),
        step(o.Paddling, leaves.ask_paddling, leaves.paddling),
        step(o.Whistling, turtles.ask_whistling, turtles.whistling),
        step(o.Flipping, turtles.ask_flipping, turtles.flipping),
        step(e.Fire, None, effect_resolution.fire),
        step(e.React, effect_resolution.ask_react, effect_resolution.react),
        step(e.Perform, None, effect_resolution.perform),
        step(e.Point, effect_resolution.ask_point, effect_resolution.point),
        step(e.Lot, effect_resolution.ask_lot, effect_resolution.lot),
        step(e.Trial, effect_resolution.ask_trial, effect_resolution.trial),
        step(e.Again, abilities.ask_again, abilities.again),
        step(e.Pushing, forced_moves.ask_pushing, forced_moves.pushing),
        step(e.LayToken, forced_moves.ask_lay_token, forced_moves.lay_token),
        step(e.Hazard, None, forced_moves.hazard),
        step(e.Losing, belongings.ask_losing, belongings.losing),
        step(e.Relief, forced_moves.ask_relief, forced_moves.relief),
    )
)


@lru_cache(256)
def new(setup: Setup) -> State:
    """Set up a chapter; every game of the same set-up begins with the same position."""
    return settled(beginning(setup))


def turn(state: State) -> Decide[Event] | Chance[Event] | Over:
    """Say who has to choose, or which luck has to fall."""
    try:
        return state.turn
    except AttributeError:  # it was read or put together by hand
        return asked(state)


def apply(state: State, event: Event) -> State:
    """Carry out one event, and everything that follows from it by itself."""
    task = state.agenda[-1]
    rest = replace(state, agenda=state.agenda[:-1], news=())
    return settled(STEPS[type(task)][1](rest, task, event))


def settled(state: State) -> State:
    """Work through the agenda until there is a choice between two things at least."""
    while True:
        agenda = state.agenda
        task = agenda[-1]
        ask, act = STEPS[type(task)]
        event = None
        if ask and (question := ask(state, task)) is not None:
            event = only(question)
            if event is None:
                force_setattr(state, "turn", question)
                return state
        force_setattr(state, "agenda", agenda[:-1])  # nobody has seen this position yet
        state = act(state, task, event)


def only(question: Decide[Event] | Chance[Event] | Over) -> Event | None:
    """The single thing that can happen, if there is just one."""
    if type(question) is Decide:
        return question.actions[0] if len(question.actions) == 1 else None
    if type(question) is Chance:
        return question.odds[0][0] if len(question.odds) == 1 else None
    return None


def asked(state: State) -> Decide[Event] | Chance[Event] | Over:
    """Ask what the top of the agenda asks."""
    task = state.agenda[-1]
    ask = STEPS[type(task)][0]
    question = ask(state, task) if ask else None
    assert question is not None
    return question
