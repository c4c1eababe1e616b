"""A table takes legal moves in turn, refuses the rest without a change, and takes back by its policy."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mousehole import shelf
from mousehole.core.game import Chance, Decide, Over
from mousehole.core.record import audit, plies, replay
from mousehole.table import (
    Chair,
    DrawLuck,
    Move,
    NoSuchAction,
    NotYourTurn,
    NoUndo,
    Options,
    Play,
    Refused,
    Sit,
    Stale,
    Table,
    ThrowDice,
    Undo,
    encode,
    restore,
)

MMM = shelf.find("mmm")
SEED = bytes(16)


def table(players: int = 2, shared: bool = False, seed: bytes | None = SEED) -> Table:
    made = Table("t", MMM, MMM.setup(players=players), seed, Options(shared=shared, real_dice=seed is None))
    for seat in range(players):
        made.add(made.propose(Sit(seat, Chair("person", f"P{seat}"))))
    return made


def throw(at: Table) -> None:
    at.add(at.propose(ThrowDice(at.turn.thrower if isinstance(at.turn, Chance) else 0, at.entry, "")))


def play(at: Table, action: int = 0) -> None:
    assert isinstance(at.turn, Decide)
    at.add(at.propose(Play(at.turn.seat, at.entry, action, "")))


def play_out(at: Table) -> Table:
    while not isinstance(at.turn, Over):
        throw(at) if isinstance(at.turn, Chance) else play(at)
    return at


def rolled(players: int = 2, shared: bool = False) -> Table:
    made = table(players, shared)
    throw(made)
    return made


@pytest.mark.parametrize(
    ("refusal", "move"),
    [
        (Stale, lambda t: t.propose(Play(0, t.entry - 1, 0, ""))),
        (Stale, lambda t: t.propose(Play(0, t.entry + 1, 0, ""))),
        (NotYourTurn, lambda t: t.propose(Play(1, t.entry, 0, ""))),
        (NotYourTurn, lambda t: t.propose(ThrowDice(0, t.entry, ""))),
        (NoSuchAction, lambda t: t.propose(Play(0, t.entry, -1, ""))),
        (NoSuchAction, lambda t: t.propose(Play(0, t.entry, 10_000, ""))),
        (NoUndo, lambda t: t.propose(Undo(0, t.entry, t.ply, ""))),
        (NoUndo, lambda t: t.propose(Undo(0, t.entry, -1, ""))),
        (NotYourTurn, lambda t: t.propose(Sit(7, Chair("bot")))),
    ],
)
def test_a_refusal_has_a_type_and_changes_nothing(refusal: type[Refused], move: Callable[[Table], object]) -> None:
    at = rolled()
    before = (list(at.log), list(at.events), at.state, at.turn)
    with pytest.raises(refusal):
        move(at)
    assert before == (list(at.log), list(at.events), at.state, at.turn)


def test_after_the_end_nobody_moves() -> None:
    at = play_out(table())
    with pytest.raises(NotYourTurn):
        at.propose(Play(0, at.entry, 0, ""))


def looks(at: Table) -> tuple[Any, ...]:
    """Everything that can be seen of a table."""
    return list(at.log), list(at.plies), list(at.movers), list(at.chairs), at.clean, at.event_lines()


@pytest.mark.parametrize(
    "move",
    [
        lambda t: Play(0, t.entry, 0, "ticket"),
        lambda t: Undo(0, t.entry, 0, "ticket"),
        lambda t: Sit(1, Chair("bot", "Rob", "random")),
    ],
)
def test_a_move_is_proposed_without_a_change_and_then_added(move: Callable[[Table], Move]) -> None:
    at = rolled()
    before = looks(at)
    step = at.propose(move(at))
    assert looks(at) == before
    at.add(step)
    assert looks(at) != before
    assert (at.log[-1], at.state, at.turn) == (step.entry, step.state, step.turn)
    assert at.turn == MMM.turn(at.state)


FEW = st.integers(-1, 9)
MOVES = st.one_of(
    st.builds(lambda seat, action: lambda t: Play(seat, t.entry, action, f"{t.entry}"), FEW, FEW),
    st.builds(lambda seat: lambda t: ThrowDice(seat, t.entry, ""), FEW),
    st.builds(lambda seat, to: lambda t: Undo(seat, t.entry, to, ""), FEW, FEW),
    st.builds(lambda seat, kind: lambda t: Sit(seat, Chair(kind)), FEW, st.sampled_from(("person", "bot"))),
    st.just(lambda t: DrawLuck(t.entry)),
    st.just(lambda t: Play(t.turn.seat if isinstance(t.turn, Decide) else 0, t.entry, 0, "")),
)


@given(st.lists(MOVES, max_size=30), st.booleans())
def test_whatever_is_asked_proposing_changes_nothing_and_the_log_tells_all(
    moves: list[Callable[[Table], Move]], shared: bool
) -> None:
    at = table(shared=shared)
    for move in moves:
        before = looks(at)
        try:
            step = at.propose(move(at))
        except Refused:
            assert looks(at) == before
        else:
            assert looks(at) == before
            at.add(step)
    back = restore(Table("t", MMM, at.setup, SEED, at.options), [encode(entry) for entry in at.log])
    assert looks(back) == looks(at)
    assert back.plies == list(plies(MMM, at.record()))


def test_a_step_is_added_once_and_only_where_it_was_proposed() -> None:
    at = rolled()
    one, other = (at.propose(Play(0, at.entry, action, "")) for action in (0, 1))
    at.add(one)
    after = looks(at)
    for step in (one, other):
        with pytest.raises(ValueError, match="once"):
            at.add(step)
    assert looks(at) == after


def test_every_event_is_applied_once_and_taken_back_without_the_game() -> None:
    asked: list[str] = []

    def counted(name: str) -> Callable[..., Any]:
        return lambda *given: (asked.append(name), getattr(MMM, name)(*given))[1]

    game = replace(MMM, apply=counted("apply"), turn=counted("turn"))
    at = Table("t", game, MMM.setup(players=1), SEED)
    asked.clear()
    throw(at)
    play(at)
    assert asked == ["apply", "turn"] * 2
    at.add(at.propose(Undo(0, at.entry, 0, "")))
    assert asked == ["apply", "turn"] * 2
    assert at.state == MMM.new(at.setup)


def test_a_move_sent_twice_is_known_by_its_ticket() -> None:
    at = rolled()
    at.add(at.propose(Play(0, at.entry, 0, "ticket-1")))
    assert at.answered(Play(0, at.entry - 1, 0, "ticket-1")) == at.entry
    assert at.answered(Play(1, at.entry - 1, 0, "ticket-1")) is None
    assert at.answered(Play(0, at.entry - 1, 0, "ticket-2")) is None
    assert at.answered(Play(0, at.entry - 1, 0, "")) is None


def test_luck_falls_without_a_person_only_where_it_is_due() -> None:
    at = rolled()
    with pytest.raises(NotYourTurn):
        at.propose(DrawLuck(at.entry))


def test_alone_everything_can_be_taken_back_and_the_same_dice_fall_again() -> None:
    at, whole = table(players=1), play_out(table(players=1)).events
    while at.ply < len(whole) - 1:
        throw(at) if isinstance(at.turn, Chance) else play(at)
    at.add(at.propose(Undo(0, at.entry, 0, "")))
    assert (at.ply, at.state) == (0, MMM.new(at.setup))
    play_out(at)
    assert at.events == whole


def test_once_the_seed_is_shown_nothing_is_taken_back() -> None:
    at = play_out(table(players=1))
    with pytest.raises(NoUndo, match="the game is over"):
        at.propose(Undo(0, at.entry, at.ply - 1, ""))


def test_taking_back_past_luck_leaves_a_mark() -> None:
    at = rolled(players=1)
    play(at)
    at.add(at.propose(Undo(0, at.entry, 1, "")))
    assert at.clean
    at.add(at.propose(Undo(0, at.entry, 0, "")))
    assert not at.clean


def test_at_a_shared_table_luck_is_never_taken_back() -> None:
    at = rolled(shared=True)
    play(at)
    with pytest.raises(NoUndo, match="dice"):
        at.propose(Undo(0, at.entry, 0, ""))
    at.add(at.propose(Undo(0, at.entry, 1, "")))
    assert at.ply == 1


def test_at_a_shared_table_nobody_takes_back_for_another() -> None:
    at = rolled(shared=True)
    play(at)
    with pytest.raises(NoUndo, match="own"):
        at.propose(Undo(1, at.entry, 1, ""))
    assert at.undo_target(0) == 1
    assert at.undo_target(1) is None


def test_an_undo_is_an_entry_and_shortens_the_events_in_force() -> None:
    at = rolled(players=1)
    play(at)
    entries = at.entry
    at.add(at.propose(Undo(0, at.entry, 1, "")))
    assert (at.entry, at.ply) == (entries + 1, 1)


def test_a_bot_takes_a_seat_over_and_gives_it_back() -> None:
    at = rolled()
    at.add(at.propose(Sit(0, Chair("bot", "P0", "random"))))
    assert at.next_bot() == 0
    at.add(at.propose(Sit(0, Chair("person", "P0"))))
    assert at.next_bot() is None


def test_the_dice_of_a_bot_fall_by_themselves() -> None:
    at = table()
    assert not at.next_luck()
    at.add(at.propose(Sit(0, Chair("bot", "P0", "random"))))
    assert at.next_luck()


def test_the_record_keeps_its_seed_secret_until_the_end() -> None:
    at = rolled()
    assert at.record().seed is None
    record = play_out(at).record()
    assert record.seed == SEED
    audit(MMM, record)
    assert replay(MMM, record) == at.state


def test_a_log_comes_back_from_its_lines() -> None:
    at = play_out(table())
    back = restore(Table("t", MMM, at.setup, SEED), [encode(entry) for entry in at.log])
    assert (back.state, back.events, back.chairs, back.entry) == (at.state, at.events, at.chairs, at.entry)


def test_a_log_of_other_rules_stops_at_the_ply_that_is_not_legal() -> None:
    at = play_out(table())
    lines = [encode(entry) for entry in at.log]
    lines[7] = b'{"type":"played","seat":0,"event":{"type":"gather"}}'
    back = restore(Table("t", MMM, at.setup, SEED), lines)
    assert back.stopped
    assert (back.ply, back.stopped.ply) == (5, 6)
    with pytest.raises(Refused, match="other rules"):
        back.propose(Play(0, back.entry, 0, ""))


def test_with_real_dice_anybody_tells_what_a_bot_has_rolled_but_not_a_person() -> None:
    at = table(players=2, seed=None)
    with pytest.raises(NotYourTurn):
        at.propose(ThrowDice(1, at.entry, "", 0))
    at.add(at.propose(Sit(0, Chair("bot", level="greedy"))))
    at.add(at.propose(ThrowDice(1, at.entry, "", 0)))
    assert at.events[0].faces == ("bread",) * 3


def test_with_real_dice_the_outcome_is_told() -> None:
    at = table(players=1, seed=None)
    with pytest.raises(NoSuchAction):
        at.propose(ThrowDice(0, at.entry, ""))
    with pytest.raises(NoSuchAction):
        at.propose(ThrowDice(0, at.entry, "", 56))
    at.add(at.propose(ThrowDice(0, at.entry, "", 0)))
    assert at.events[0].faces == ("bread",) * 3
