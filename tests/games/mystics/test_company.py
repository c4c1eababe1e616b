"""Companions beside people: they go where people go, open no door before them, and run side quests in good time."""

from random import Random

import msgspec
import pytest

from mousehole.core.game import Decide, Over
from mousehole.games.mystics import GAME
from mousehole.games.mystics import moves as m
from mousehole.games.mystics.board.figures import mouse
from mousehole.games.mystics.companions import route_planner, travelling
from mousehole.games.mystics.companions.route_planner import Errand
from mousehole.games.mystics.content.content_types import Journey
from mousehole.games.mystics.moves import Setup
from mousehole.games.mystics.rules.engine import apply, turn
from mousehole.games.mystics.tools.positions import FoeAt, MouseAt, PagePosition, TokenAt, state_of
from mousehole.host.jobs import PositionRef, choice
from mousehole.players.player import find

PARTY = ("bram", "yarrow", "pip", "fenna")
ALONE = (0, 1, 1, 1)  # a person steers the first mouse, a companion the rest


def hill(at, **page):
    """The party of the third chapter in the quiet tunnel; Bram is a person's."""
    mice = {name: MouseAt(at) for name in PARTY} | page.pop("mice", {})
    page.setdefault("explored", ("t6a",))
    return state_of(PagePosition(mice=mice, chapter="c3", players=2, steers=ALONE, side="t7b", **page))


def ends(state, person=None, people=(0,), rounds=6):
    """Play on until the party is elsewhere, or so many rounds: the person by a function, companions for themselves."""
    player, luck, turns, here = find(GAME, "medium").beside(people), Random(3), 0, state.side
    while turns < 4 * rounds and state.side == here and not isinstance(asked := turn(state), Over):
        if not isinstance(asked, Decide):
            event = asked.at(luck.random())
        else:
            led = person is not None and asked.seat == 0
            event = person(state, asked) if led else player.choose(GAME, state, asked, luck)
        turns += event == m.END
        state = apply(state, event)
    return state


def person(*spaces, explores=False):
    """A person who takes Bram along these spaces and explores behind the last one, or looks on there."""

    def choose(state, asked):
        at = mouse(state, "bram").at.partition("/")[2]
        ahead = spaces[spaces.index(at) + 1 :] if at in spaces else spaces
        wishes = [m.step(f"t7b/{ahead[0]}"), m.MOVE] if ahead else [m.do("explore")] * explores
        return next((wish for wish in (*wishes, m.END, m.DONE) if wish in asked.actions), asked.actions[0])

    return choose


def places(state):
    return {one.at.partition("/")[2] for one in state.mice if one.id != "bram"}


def test_companions_among_themselves_wait_for_nobody():
    assert ends(hill("a2", page=4), person(), people=()).side == "t8b"


def test_companions_gather_at_the_door_but_leave_it_for_a_while_to_a_person_who_is_elsewhere():
    state = ends(hill("a2", page=4), person(), rounds=3)
    assert (state.side, places(state)) == ("t7b", {"d1"})


def test_a_companion_opens_the_door_that_the_person_beside_it_cannot_open():
    state = ends(hill("a2", page=4), person("b1", "c1", "d1"))
    assert state.side == "t8b"


def test_companions_come_to_where_a_person_waits_to_go_on():
    state = ends(hill("c3", page=4), person("c4", "c5"), rounds=4)
    assert (state.side, places(state)) == ("t7b", {"c5"})
    assert travelling.aim(state, travelling.Manner((0,))) == route_planner.Errand("way", "t7b", Journey("flip", "t7a"))


def test_a_person_leads_the_party_to_the_snake():
    state = ends(hill("c3", page=4), person("c4", "c5", explores=True))
    assert (state.side, [foe.kind for foe in state.foes]) == ("t7a", ["hesster"])


def test_while_the_only_person_is_captured_companions_wait_and_then_go_on():
    state = hill("d1", page=4, mice={"bram": MouseAt()})
    assert travelling.leaders(state, (0,)) == []
    assert ends(state, person()).side in ("t7b", "t8b")


@pytest.mark.parametrize(
    ("page", "goal"),
    [
        ({}, Errand("fight", "t7a")),
        ({"wheel": 4}, Errand("fight", "t8b")),
        ({"page": 3}, Errand("fight", "t8b")),
        ({"mice": {"yarrow": MouseAt("c3", wounds=2)}}, Errand("fight", "t8b")),
        ({"fallen": ("hesster",)}, Errand("fight", "t8b")),
    ],
)
def test_companions_dare_the_snake_only_early_and_in_good_health(page, goal):
    assert route_planner.aim(hill("c3", **page)) == goal


@pytest.mark.parametrize(
    ("cheese", "page", "wheel", "what"),
    [(2, 5, 0, "use"), (2, 6, 0, "use"), (2, 6, 5, "gate"), (1, 5, 0, "gate")],
)
def test_the_hurt_snail_is_mended_while_there_is_time_and_cheese(cheese, page, wheel, what):
    mice = {name: MouseAt("d5") for name in ("bram", "yarrow", "pip")} | {"tolly": MouseAt("d5", cheese=cheese)}
    goal = {"fallen": ("pheasia",), "journeys": (Journey("leaf", "t5a"),), "explored": ("t4a", "br1", "br2")}
    state = state_of(PagePosition(mice=mice, chapter="c2", side="t5a", page=page, wheel=wheel, **goal))
    assert route_planner.aim(state).what == what
    if what == "use":
        assert "snail" in ends(ends(state, people=()), people=()).told


def test_companions_bring_the_grape_down_from_the_table_with_hook_and_thread():
    mice = {name: MouseAt("e2", searched=("t2b",)) for name in PARTY}
    tokens = (TokenAt("grape", "c3"), TokenAt("fork", "b5"))
    early = {"side": "t2b", "stash": ("fishhook",), "tokens": tokens, "explored": ("t1a", "t1b", "t3a"), "page": 2}
    state = ends(ends(state_of(PagePosition(mice=mice, **early)), people=()), people=(), rounds=1)
    assert (state.story, state.end) == (("grape_friend",), 7)


def test_hook_and_thread_are_fetched_before_the_table_is_climbed():
    state = state_of(PagePosition(mice={name: MouseAt("c3") for name in PARTY}))
    assert route_planner.aim(state) == Errand("take", "t1b", thing="hook")
    late = state_of(PagePosition(mice={name: MouseAt("c3") for name in PARTY}, page=3))
    assert route_planner.aim(late) == Errand("fight", "t3b")


def test_with_time_on_their_paws_companions_go_through_the_kitchen_and_in_a_hurry_past_the_cogwheels():
    mice = {name: MouseAt("c1") for name in PARTY}
    there = {"mice": mice, "side": "t1b", "stash": ("fishhook",), "explored": ("t1a",)}
    assert route_planner.route(state_of(PagePosition(**there)), "t2b") == ["t1a", "t2a", "t2b"]
    assert route_planner.route(state_of(PagePosition(**there, page=2)), "t2b") == ["t3a", "t2b"]


def test_a_scurry_leads_towards_the_minions_and_ends_where_they_are():
    mice = {"yarrow": MouseAt("a1"), "bram": MouseAt("a2")}
    state = state_of(PagePosition(mice=mice, foes={"ditch_rat-1": FoeAt("e4")}, side="t1a", turn="yarrow"))
    player, luck, far = find(GAME, "medium"), Random(0), [state.ground.far["t1a/a1"]["t1a/e4"]]
    while mouse(state, "yarrow").id == state.acting.card and isinstance(asked := turn(state), Decide):
        event = player.choose(GAME, state, asked, luck)
        assert isinstance(event, m.Step) or event in (m.MOVE, m.END, m.DONE, m.do("scurry"), m.do("battle"))
        state = apply(state, event)
        while state.acting.card == "yarrow" and not isinstance(asked := turn(state), Decide | Over):
            state = apply(state, asked.at(0.99))
        far.append(state.ground.far[mouse(state, "yarrow").at]["t1a/e4"])
    assert far == sorted(far, reverse=True)
    assert far[-1] < far[0] - 2


def test_a_table_tells_its_bots_where_people_sit():
    setup = msgspec.json.encode(Setup(players=2, steers=ALONE))
    events, state = b"", GAME.new(Setup(players=2, steers=ALONE))
    while not (isinstance(asked := turn(state), Decide) and asked.seat == 1):
        event = asked.actions[0] if isinstance(asked, Decide) else asked.at(0.5)
        events += msgspec.json.encode(event) + b"\n"
        state = apply(state, event)
    where = PositionRef("mystics", setup, events)
    assert choice(where, 1, "medium", "luck", (0,)) in range(len(asked.actions))
    assert find(GAME, "random").beside((0,)) is find(GAME, "random")
    assert find(GAME, "medium").beside((0,)).manner.people == (0,)
