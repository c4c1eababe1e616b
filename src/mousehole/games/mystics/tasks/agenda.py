"""The agenda: every kind of task that a position may have before it."""

from typing import TypeAlias

from mousehole.games.mystics.tasks import action_tasks as a
from mousehole.games.mystics.tasks import beast_tasks as b
from mousehole.games.mystics.tasks import effect_tasks as e
from mousehole.games.mystics.tasks import fight_tasks as f
from mousehole.games.mystics.tasks import outdoor_tasks as o
from mousehole.games.mystics.tasks import round_tasks as r

AnyTask: TypeAlias = (
    a.MoveDie | a.Entered | a.Climb | a.Drift | a.Forced | a.BeforeSearch | a.SearchRoll | a.Found | a.DrawCard
    | a.Keep | a.PackLimit | a.Sharing | a.Equipping | a.Laying | a.Recovering | a.RecoverRoll | a.Catapult
    | a.TakeUp | a.Launch | a.Landing | a.Exploring | a.Travel | a.Landfall | b.ChaseRoll | b.Chasing | b.Slither
    | e.Fire | e.React | e.Perform | e.Point | e.Lot | e.Pushing | e.LayToken | e.Trial | e.Losing | e.Relief
    | e.Hazard | e.Again | f.Weapons | f.Aim | f.CardAttack | f.Command | f.Attack | f.AttackRoll | f.Defences
    | f.Defend | f.Strike | f.AfterAttack | f.Harm | f.Mark | f.Defeat | f.Capture | f.TakeAway | f.Rescue
    | o.LeafTest | o.LeafAim | o.LeafFlight | o.LeafDrift | o.Paddling | o.Whistling | o.Buzz | o.Flipping
    | r.FirstAbility | r.Arrive | r.Enter | r.DrawEncounter | r.Meet | r.Arrival | r.Disguise | r.Arrange | r.Ambush
    | r.NewRound | r.NextCard | r.MouseTurn | r.Close | r.FoeTurn | r.Bait | r.FoeAct | r.FoeMove | r.FoeAttack
    | r.Reanimate | r.CharmedMove | r.CharmedAttack | r.FriendTurn | r.FriendAct | r.FriendMove | r.FriendAttack
    | r.Joining | r.Eaten | r.Wheel | r.Surge | r.SurgeEnds | r.Time | r.Check | r.Keepsake | r.Finish
)  # fmt: skip
Agenda: TypeAlias = tuple[AnyTask, ...]  # the last task is the next to be done
