"""The example with hidden hands, in the host, the arena and the terminal."""

import os
import subprocess
import sys
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from bench.interference import EXAMPLE, nibbles
from mousehole import shelf
from mousehole.core.game import Decide, Over
from mousehole.core.record import audit
from mousehole.core.words import UserError
from mousehole.host import Host, snapshot
from mousehole.players.arena import contest, lineups
from mousehole.store import SqliteStore
from mousehole.table import Chair, Options, Play, Refused, Stale
from mousehole.terminal.sitting import Sitting
from mousehole.testing import conformance, random_record
from mousehole.testing.view_checks import check_secrets
from tests.hidden.on_the_shelf import installed

NIBBLES = nibbles()
PEOPLE = (Chair("person", "Ana"), Chair("person", "Ben"))


@pytest.fixture
async def host(tmp_path, monkeypatch):
    for path in installed(tmp_path / "site"):
        monkeypatch.syspath_prepend(path)
    shelf._outside.cache_clear()
    found = Host(await SqliteStore.open(tmp_path / "tables.db"))
    yield found
    await found.close()
    shelf._outside.cache_clear()


async def dealt(host, chairs=PEOPLE, **options):
    """A table where the cards are dealt and the first cheese lies on the plate."""
    table = await host.open(NIBBLES, NIBBLES.setup(), chairs, Options(shared=True, **options))
    await host.wait_until_idle(table.id)
    return table


def test_it_keeps_what_the_house_relies_on():
    conformance(NIBBLES, tests=EXAMPLE / "tests")


FAULTS = {
    "same view": {"seen": lambda event, viewer: event},
    "always imagines": {"world": lambda state, seat, luck: NIBBLES.hidden.world(state, seat, Random(1))},
}


@pytest.mark.parametrize("told", FAULTS)
def test_a_game_that_tells_what_its_views_hide_or_always_guesses_the_same_does_not_conform(told):
    careless = replace(NIBBLES, hidden=replace(NIBBLES.hidden, **FAULTS[told]))
    records = [random_record(NIBBLES, NIBBLES.setup(), bytes([number]))[0] for number in range(40)]
    with pytest.raises(AssertionError, match=told):
        list(map(partial(check_secrets, careless), records))


async def test_whoever_is_asked_at_the_same_time_may_answer_in_any_order(host):
    table = await dealt(host)
    entry = table.entry
    await host.move(table.id, Play(1, entry, 0, "b"))
    assert table.turn.asked[0].seat == 0
    await host.move(table.id, Play(0, entry, 0, "a"))  # Ana did not know that Ben was faster
    await host.wait_until_idle(table.id)
    assert sum(table.state.points) > 0
    with pytest.raises(Stale):
        await host.move(table.id, Play(0, entry, 0, "late"))


async def test_nobody_answers_twice_or_for_another(host):
    table = await dealt(host)
    await host.move(table.id, Play(1, table.entry, 0, "b"))
    with pytest.raises(Refused):
        await host.move(table.id, Play(1, table.entry, 0, "again"))


async def test_what_is_hidden_is_neither_downloaded_nor_copied_before_the_end(host):
    table = await dealt(host)
    with pytest.raises(Refused, match="hidden"):
        await host.record(table.id)
    with pytest.raises(Refused, match="hidden"):
        await host.fork(table.id, 0)
    while not isinstance(table.turn, Over):
        await host.move(table.id, Play(table.turn.seat, table.entry, 0, ""))
        await host.wait_until_idle(table.id)
    assert b'"laid"' in await host.record(table.id)
    assert audit(NIBBLES, table.record()) == table.turn
    assert await host.fork(table.id, 3)


async def test_bots_play_a_whole_game_beside_a_person(host):
    bots = (Chair("person", "Ana"), Chair("bot", level="greedy"))
    table = await dealt(host, bots)
    while not isinstance(table.turn, Over):
        assert isinstance(table.turn, Decide)
        assert table.turn.seat == 0  # the bot has not waited for Ana
        await host.move(table.id, Play(0, table.entry, 0, ""))
        await host.wait_until_idle(table.id)
    assert sum(table.state.points) == 15


async def test_each_seat_sees_its_own_cards_and_a_hint_for_them(host):
    table = await dealt(host, hints=True)
    for seat, hand in enumerate(table.state.hands):
        scene = snapshot(table, seat).scene
        faces = [piece.text.values["n"] for piece in scene.pieces if piece.key.startswith("hand-") and piece.text]
        assert faces == list(hand)
        assert len(await host.advice.hints(table, (seat,))) == len(hand)
    assert not [piece for piece in snapshot(table, None).scene.pieces if piece.key.startswith("hand-") and piece.text]


def test_in_the_arena_a_player_that_thinks_beats_one_that_does_not():
    report = contest(NIBBLES, NIBBLES.setup(), lineups(NIBBLES, NIBBLES.setup(), ("greedy", "random")), 60)
    for tally in report.tallies:
        greedy = tally.lineup.index("greedy")
        assert tally.wins[greedy] > tally.wins[1 - greedy]


def test_in_the_terminal_a_person_plays_it_to_the_end_against_a_bot(tmp_path):
    paths = os.pathsep.join([*installed(tmp_path / "site"), *sys.path])
    told = subprocess.run(
        [sys.executable, "-m", "mousehole", "play", "nibbles", "--seats", "Ana,bot:greedy"],
        input="1\n" * 5 + "quit\n",
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "MOUSEHOLE_DATA": str(tmp_path / "data"), "PYTHONUTF8": "1", "PYTHONPATH": paths},
    ).stdout
    assert "Ana gets the" in told
    assert "Mouse 2 gets a card." in told
    assert "plays a card face down" in told
    assert "points of cheese" in told


async def test_on_one_screen_cards_are_shown_to_whoever_has_taken_it(host):
    sitting = Sitting(host, await dealt(host), "en")
    say = sitting.say
    for name, hand in zip(("Ana", "Ben"), sitting.table.state.hands, strict=True):
        assert say(sitting.prompt) == f"Pass the screen to {name}."
        assert not shown(sitting.scene)
        with pytest.raises(UserError, match="Pass the screen"):
            await sitting.hints()
        (look,) = sitting.choices()
        assert say(look.label) == f"I am {name}: show my cards"
        await sitting.choose(look)
        assert shown(sitting.scene) == list(hand)
        await sitting.choose(sitting.choices()[0])
        await sitting.settled()
    assert say(sitting.prompt) == "Pass the screen to Ana."
    assert not shown(sitting.scene)
    told = " ".join(map(say, sitting.past(60)))
    assert "gets a card" in told and "gets the" not in told


def shown(scene):
    """The numbers on the cards in hands."""
    return [piece.text.values["n"] for piece in scene.pieces if piece.key.startswith("hand-") and piece.text]


def test_in_the_terminal_two_people_pass_the_screen_on(tmp_path):
    paths = os.pathsep.join([*installed(tmp_path / "site"), *sys.path])
    told = subprocess.run(
        [sys.executable, "-m", "mousehole", "play", "nibbles", "--seats", "Ana,Ben"],
        input="\n1\n\n1\nquit\n",
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "MOUSEHOLE_DATA": str(tmp_path / "data"), "PYTHONUTF8": "1", "PYTHONPATH": paths},
    ).stdout
    passed = [row for row in told.splitlines() if row.startswith("Pass the screen to")]
    assert passed == [f"Pass the screen to {name}." for name in ("Ana", "Ben", "Ana")]
    assert "gets the" not in told
