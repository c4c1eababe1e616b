"""The rules of Mice and Mystics: the agenda is carried out until somebody has to choose or luck has to fall."""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

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
from mousehole.games.mystics.rules import campaign, effect_resolution, encounters, exploring, goal, rounds, surge, turns
from mousehole.games.mystics.rules.beginning import beginning
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks import action_tasks as c
from mousehole.games.mystics.tasks import beast_tasks as b
from mousehole.games.mystics.tasks import effect_tasks as e
from mousehole.games.mystics.tasks import fight_tasks as f
from mousehole.games.mystics.tasks import outdoor_tasks as o
from mousehole.games.mystics.tasks import round_tasks as r

Ask: TypeAlias = Callable[[State, Any], Decide[Event] | Chance[Event] | None]
Act: TypeAlias = Callable[[State, Any, Event | None], State]

STEPS: dict[type, tuple[Ask | None, Act]] = {
    r.MouseTurn: (turns.ask_mouse_turn, turns.mouse_turn),
    b.ChaseRoll: (cat.ask_chase_roll, cat.chase_roll),
    b.Chasing: (cat.ask_chasing, cat.chasing),
    b.Slither: (snake.ask_slither, snake.slither),
    c.MoveDie: (moving.ask_move_die, moving.move_die),
    c.Entered: (None, moving.entered),
    c.Climb: (moving.ask_climb, moving.climb),
    c.Drift: (None, moving.drift),
    c.Forced: (None, moving.forced),
    f.Weapons: (aiming.ask_weapons, aiming.choose_weapon),
    f.Aim: (aiming.ask_aim, aiming.aim),
    f.CardAttack: (card_attacks.ask_card_attack, card_attacks.card_attack),
    f.Command: (card_attacks.ask_command, card_attacks.command),
    f.Attack: (None, battle.attack),
    f.AttackRoll: (battle.ask_attack_roll, battle.attack_roll),
    f.Defences: (None, battle.defences),
    f.Defend: (battle.ask_defend, battle.defend),
    f.Strike: (None, battle.strike),
    f.AfterAttack: (battle.ask_after_attack, battle.after_attack),
    f.Harm: (None, wounds.harm),
    f.Mark: (wounds.ask_mark, wounds.mark),
    f.Defeat: (None, wounds.defeat),
    f.Capture: (None, capture.capture),
    f.TakeAway: (None, capture.take_away),
    f.Rescue: (capture.ask_rescue, capture.rescue),
    r.FirstAbility: (rounds.ask_first_ability, rounds.first_ability),
    r.NewRound: (None, rounds.new_round),
    r.NextCard: (None, rounds.next_card),
    r.Close: (None, rounds.close),
    r.Arrange: (rounds.ask_arrange, rounds.arrange),
    r.Ambush: (rounds.ask_ambush, rounds.ambush),
    r.FoeTurn: (None, minions.foe_turn),
    r.Bait: (party_items.ask_bait, party_items.put_bait),
    r.FoeAct: (None, minions.foe_act),
    r.FoeMove: (minions.ask_foe_move, minions.foe_move),
    r.FoeAttack: (None, minions.foe_attack),
    r.Reanimate: (mindless_rats.ask_reanimate, mindless_rats.reanimate),
    r.CharmedMove: (charmed_mice.ask_charmed_move, charmed_mice.charmed_move),
    r.CharmedAttack: (None, charmed_mice.charmed_attack),
    r.FriendTurn: (None, friends.friend_turn),
    r.FriendAct: (friends.ask_friend_act, friends.friend_act),
    r.FriendMove: (friends.ask_friend_move, friends.friend_move),
    r.FriendAttack: (friends.ask_friend_attack, friends.friend_attack),
    r.Joining: (friends.ask_joining, friends.joining),
    r.Eaten: (None, party_items.eaten),
    r.Wheel: (None, surge.wheel),
    r.Surge: (None, surge.surge),
    r.SurgeEnds: (None, surge.surge_ends),
    r.Time: (None, surge.time),
    r.Check: (None, goal.check),
    r.Keepsake: (campaign.ask_keepsake, campaign.keepsake),
    r.Enter: (None, encounters.enter),
    r.DrawEncounter: (encounters.ask_draw_encounter, encounters.draw_encounter),
    r.Meet: (None, encounters.meet),
    r.Disguise: (encounters.ask_disguise, encounters.disguise),
    r.Arrival: (encounters.ask_arrival, encounters.arrival),
    r.Arrive: (exploring.ask_arrive, exploring.arrive),
    c.Exploring: (exploring.ask_exploring, exploring.exploring),
    c.Landfall: (exploring.ask_landfall, exploring.landfall),
    c.Travel: (None, exploring.travel),
    c.BeforeSearch: (searching.ask_before_search, searching.before_search),
    c.SearchRoll: (searching.ask_search_roll, searching.search_roll),
    c.Found: (searching.ask_found, searching.found),
    c.DrawCard: (searching.ask_draw_card, searching.draw_card),
    c.Keep: (searching.ask_keep, searching.keep),
    c.PackLimit: (belongings.ask_pack_limit, belongings.pack_limit),
    c.Sharing: (belongings.ask_sharing, belongings.sharing),
    c.Equipping: (belongings.ask_equipping, belongings.equipping),
    c.Laying: (party_items.ask_laying, party_items.laying),
    c.TakeUp: (party_items.ask_take_up, party_items.take_up),
    c.Catapult: (party_items.ask_catapult, party_items.catapult),
    c.Launch: (party_items.ask_launch, party_items.launch),
    c.Landing: (party_items.ask_landing, party_items.landing),
    c.Recovering: (recovering.ask_recovering, recovering.recovering),
    c.RecoverRoll: (recovering.ask_recover_roll, recovering.recover_roll),
    o.Buzz: (None, bees.buzz),
    o.LeafTest: (leaves.ask_leaf_test, leaves.leaf_test),
    o.LeafAim: (leaves.ask_leaf_aim, leaves.leaf_aim),
    o.LeafFlight: (leaves.ask_leaf_flight, leaves.leaf_flight),
    o.LeafDrift: (None, leaves.leaf_drift),
    o.Paddling: (leaves.ask_paddling, leaves.paddling),
    o.Whistling: (turtles.ask_whistling, turtles.whistling),
    o.Flipping: (turtles.ask_flipping, turtles.flipping),
    e.Fire: (None, effect_resolution.fire),
    e.React: (effect_resolution.ask_react, effect_resolution.react),
    e.Perform: (None, effect_resolution.perform),
    e.Point: (effect_resolution.ask_point, effect_resolution.point),
    e.Lot: (effect_resolution.ask_lot, effect_resolution.lot),
    e.Trial: (effect_resolution.ask_trial, effect_resolution.trial),
    e.Again: (abilities.ask_again, abilities.again),
    e.Pushing: (forced_moves.ask_pushing, forced_moves.pushing),
    e.LayToken: (forced_moves.ask_lay_token, forced_moves.lay_token),
    e.Hazard: (None, forced_moves.hazard),
    e.Losing: (belongings.ask_losing, belongings.losing),
    e.Relief: (forced_moves.ask_relief, forced_moves.relief),
}


def new(setup: Setup) -> State:
    """Set up a chapter."""
    return settled(beginning(setup))


def turn(state: State) -> Decide[Event] | Chance[Event] | Over:
    """Say who has to choose, or which luck has to fall."""
    known: Decide[Event] | Chance[Event] | Over | None = state.__dict__.get("turn")
    return known if known is not None else asked(state)


def apply(state: State, event: Event) -> State:
    """Carry out one event, and everything that follows from it by itself."""
    task = state.agenda[-1]
    rest = replace(state, agenda=state.agenda[:-1], news=())
    return settled(STEPS[type(task)][1](rest, task, event))


def settled(state: State) -> State:
    """Work through the agenda until there is a choice between two things at least."""
    while True:
        task = state.agenda[-1]
        if isinstance(task, r.Finish):
            return state
        ask, act = STEPS[type(task)]
        event: Event | None = None
        if ask is not None:
            question = ask(state, task)
            if question is not None:
                event = only(question)
                if event is None:
                    state.__dict__["turn"] = question
                    return state
        state = act(replace(state, agenda=state.agenda[:-1]), task, event)


def only(question: Decide[Event] | Chance[Event]) -> Event | None:
    """Give the single thing that can happen, if there is just one."""
    if isinstance(question, Decide):
        return question.actions[0] if len(question.actions) == 1 else None
    return question.odds[0][0] if len(question.odds) == 1 else None


def asked(state: State) -> Decide[Event] | Chance[Event] | Over:
    """Ask what the top of the agenda asks."""
    task = state.agenda[-1]
    if isinstance(task, r.Finish):
        winners = tuple(range(state.box.setup.players)) if task.won else ()
        return Over(winners, task.reason, score(state, task.won))
    ask = STEPS[type(task)][0]
    question = ask(state, task) if ask else None
    assert question is not None
    return question


def score(state: State, won: bool) -> int:
    """Count the pages that were left."""
    return state.end - state.page if won else 0
