"""What companions say to people and do about them: nobody waits for ever, and nobody waits without a word."""

from random import Random

import pytest

from mousehole.core.game import Decide, Over
from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics import moves as m
from mousehole.games.mystics.board.figures import mouse
from mousehole.games.mystics.companions import tactics
from mousehole.games.mystics.companions.players import asking
from mousehole.games.mystics.companions.route_planner import Errand
from mousehole.games.mystics.companions.travelling import runner
from mousehole.games.mystics.rules.engine import apply, turn
from mousehole.games.mystics.tasks import Keep
from mousehole.games.mystics.tools.positions import FoeAt, MouseAt, PagePosition, TokenAt, state_of
from mousehole.host import at_ply, story
from mousehole.players.player import find
from mousehole.table import Chair, DrawLuck, Play, Sit, Table

PARTY = ("bram", "yarrow", "pip", "tolly")
ALONE = (0, 1, 1, 1)  # a person steers the first mouse, a companion the rest
SAY = voice("en", GAME.package)


def bough(bram="k1", **page):
    """Three companions at the way up to the crown of the willow; Bram is a person's."""
    mice = {name: MouseAt("v1", searched=("br1",)) for name in PARTY} | {"bram": MouseAt(bram)}
    page = {"side": "br1", "page": 3, "explored": ("t4a",)} | page
    return state_of(PagePosition(mice=page.pop("mice", mice), chapter="c2", players=2, steers=ALONE, **page))


def idle(state, asked):
    """A person who looks on."""
    return next((wish for wish in (m.END, m.DONE) if wish in asked.actions), asked.actions[0])


def heard(state, person=idle, rounds=8, people=(0,)):
    """Play on until the party is elsewhere, or so many rounds; what companions say on the way."""
    player, luck, said, ends, here = find(GAME, "medium").beside(people), Random(3), [], 0, state.side
    while state.side == here and ends < 4 * rounds and not isinstance(asked := turn(state), Over):
        if not isinstance(asked, Decide):
            event = asked.at(luck.random())
        elif asked.seat in people:
            event = person(state, asked)
        else:
            event = player.choose(GAME, state, asked, luck)
            said += [SAY(words)] if (words := player.remark(GAME, state, asked, event)) else []
        ends += event == m.END
        state = apply(state, event)
    return state, said


def test_companions_call_a_straggler_to_the_branch_and_go_on_after_a_while():
    state, said = heard(bough())
    assert said == [
        "Tolly: “We are at the branch. Coming, Bram?”",
        "Tolly: “We are at the branch. Coming, Bram?”",
        "Tolly: “We have to go on soon, Bram. Are you coming?”",
        "Yarrow: “We cannot wait any longer. Come along, Bram!”",
    ]
    assert state.side == "br2"
    assert state.page == 3


def test_companions_leave_the_way_to_a_person_who_stands_there_but_not_for_ever():
    state, said = heard(bough("v1"))
    assert said[0] == "Tolly: “Shall we go on, Bram?”"
    assert state.side == "br2"


def test_nothing_is_said_among_companions():
    assert heard(bough(), people=())[1] == []


def test_companions_at_the_last_door_call_the_one_who_is_missing_and_offer_help():
    done = {"fallen": ("pheasia",), "journeys": leaf(), "explored": ("t4a", "br1", "br2")}
    mice = {name: MouseAt("b1", searched=("t5a",)) for name in PARTY} | {"bram": MouseAt("d4", searched=("t5a",))}
    state = bough(mice=mice, side="t5a", **done)
    said = heard(state, rounds=4)[1]
    assert said[0] == "Tolly: “We are at the last door. Only you are missing, Bram!”"
    assert said[-1] == "Tolly: “Need a paw, Bram? Let a companion play for you.”"


def leaf():
    return (GAME.new(m.Setup(chapter="c2", party=PARTY)).box.chapter.goal.journeys[0],)


def test_what_a_companion_says_is_heard_by_everybody_at_the_table():
    table = seated()
    said = [SAY(words) for _, told in story(table, None) for words in told]
    assert any("“" in words and "Bram" in words for words in said)
    shown = [SAY(words) for n in range(1, table.ply + 1) for words in at_ply(table, n, 0).story]
    assert shown == said


def seated():
    """A table where a person looks on, and companions play the others until they have had to wait."""
    table = Table("hole", GAME, m.Setup(chapter="c2", party=PARTY, players=2, steers=ALONE), b"brook")
    for seat, chair in enumerate((Chair("person"), Chair("bot", level="medium"))):
        table.add(table.propose(Sit(seat, chair)))
    player, luck, said = find(GAME, "medium").beside((0,)), Random(1), 0
    while not said and not isinstance(asked := table.turn, Over):
        if not isinstance(asked, Decide):
            table.add(table.propose(DrawLuck(table.entry)))
            continue
        event = player.choose(GAME, table.state, asked, luck) if asked.seat else idle(table.state, asked)
        said += asked.seat == 1 and player.remark(GAME, table.state, asked, event) is not None
        table.add(table.propose(Play(asked.seat, table.entry, asked.actions.index(event), "")))
    return table


def test_a_mouse_that_is_handed_over_is_nobody_to_wait_for():
    table = seated()
    assert table.people == (0,)
    table.add(table.propose(Sit(0, Chair("bot", level="medium"))))
    assert table.people == ()


@pytest.mark.parametrize(("at", "bank", "rain"), [("w5", "e1", False), ("w4", "d1", True)])
def test_a_mouse_that_the_current_would_carry_off_climbs_out_before_it_fights(at, bank, rain):
    mice = {"pip": MouseAt(at)} | {name: MouseAt("d4") for name in ("bram", "tolly", "yarrow")}
    foes = {"hornet_lancer-1": FoeAt(bank)}
    state = state_of(PagePosition(mice=mice, foes=foes, chapter="c2", side="t5a", rain=rain))
    player, asked = find(GAME, "medium"), turn(state)
    assert m.do("battle") in asked.actions
    assert player.choose(GAME, state, asked, Random(0)) == m.MOVE
    state = apply(state, m.MOVE)
    state = apply(state, turn(state).at(0.5))
    step = player.choose(GAME, state, turn(state), Random(0))
    assert not state.ground.sites[step.to].terrain.climbs
    state = apply(state, step)
    state = apply(state, turn(state).odds[0][0])  # no star
    assert mouse(state, "pip").at in ("t5a/w4", "t5a/w5")
    assert player.choose(GAME, state, turn(state), Random(0)) == m.do("scurry")


@pytest.mark.parametrize(
    ("name", "card", "kept"),
    [("pip", "bodkin", "keep"), ("yarrow", "glass_shard", "keep"), ("bram", "glass_shard", "cheese"),
     ("pip", "spark_wand", "cheese"), ("yarrow", "walnut_helm", "cheese"), ("bram", "walnut_helm", "keep")],
)  # fmt: skip
def test_what_is_better_than_the_things_at_hand_is_kept_and_the_rest_is_sold(name, card, kept):
    state = bough()
    assert tactics.keep(state, Keep(name, card), ()) == m.Choose(kept)


def test_a_better_weapon_is_put_on_and_used():
    mice = {"pip": MouseAt("m1", pack=("bodkin",)), "bram": MouseAt("m1")}
    state = state_of(
        PagePosition(mice=mice | {"tolly": MouseAt("m1"), "yarrow": MouseAt("m1")}, chapter="c2", side="br1")
    )
    state = apply(state, find(GAME, "medium").choose(GAME, state, turn(state), Random(0)))
    assert {"pin_knife", "bodkin"} <= set(mouse(state, "pip").worn)


def snail(bram, yarrow, turn):
    return state_of(
        PagePosition(
            chapter="c2",
            side="t5b",
            players=2,
            mice={"bram": MouseAt("c4", cheese=bram), "yarrow": MouseAt("b1", cheese=yarrow), "tolly": MouseAt("b2")},
            steers=(0, 1, 1),
            explored=("t4a", "t5a"),
            tokens=(TokenAt("hurt_snail", "c4"),),
            turn=turn,
        )
    )


MEND = Errand("use", "t5b", thing="hurt_snail")


def test_an_errand_is_run_by_a_companion_even_if_a_person_is_nearer():
    assert runner(snail(6, 6, "yarrow"), MEND) == "bram"
    assert runner(snail(6, 6, "yarrow"), MEND, people=(0,)) == "yarrow"


def test_a_companion_asks_the_person_whose_mouse_alone_can_run_an_errand():
    state = snail(6, 0, "tolly")
    said = asking(state, (0,), state.mice[2], MEND)
    assert SAY(said) == "Tolly: “Bram, you have the cheese for it. Can you help here: hurt snail?”"
    assert asking(snail(6, 6, "tolly"), (0,), state.mice[2], MEND) is None


def test_seats_are_called_by_the_mice_they_steer():
    assert [SAY(kind.name) for kind in GAME.seats(m.Setup(players=3))] == ["Bram and Fenna", "Yarrow", "Pip"]
    assert [SAY(kind.name) for kind in GAME.seats(m.Setup())] == ["Player 1"]
