"""A table takes legal moves in turn, refuses the rest without a change, and takes back by its policy."""

from collections.abc import Callable

import pytest

from mousehole import shelf
from mousehole.core.game import Chance, Decide, Over
from mousehole.core.record import audit, replay
from mousehole.table import (
    Chair,
    NoSuchAction,
    NotYourTurn,
    NoUndo,
    Options,
    Refused,
    Stale,
    Table,
    encode,
    restored,
)

MMM = shelf.find("mmm")
SEED = bytes(16)


def table(players: int = 2, shared: bool = False, seed: bytes | None = SEED) -> Table:
    made = Table("t", MMM, MMM.setup(players=players), seed, Options(shared=shared, real_dice=seed is None))
    for seat in range(players):
        made.add(made.sit(seat, Chair("person", f"P{seat}")))
    return made


def throw(at: Table) -> None:
    at.add(at.throw(at.turn.thrower if isinstance(at.turn, Chance) else 0, at.entry))


def play(at: Table, action: int = 0) -> None:
    assert isinstance(at.turn, Decide)
    at.add(at.play(at.turn.seat, at.entry, action))


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
        (Stale, lambda t: t.play(0, t.entry - 1, 0)),
        (Stale, lambda t: t.play(0, t.entry + 1, 0)),
        (NotYourTurn, lambda t: t.play(1, t.entry, 0)),
        (NotYourTurn, lambda t: t.throw(0, t.entry)),
        (NoSuchAction, lambda t: t.play(0, t.entry, -1)),
        (NoSuchAction, lambda t: t.play(0, t.entry, 10_000)),
        (NoUndo, lambda t: t.undo(0, t.entry, t.ply)),
        (NoUndo, lambda t: t.undo(0, t.entry, -1)),
        (NotYourTurn, lambda t: t.sit(7, Chair("bot"))),
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
        at.play(0, at.entry, 0)


def test_a_move_is_proposed_without_a_change_and_then_added() -> None:
    at = rolled()
    entry = at.play(0, at.entry, 0)
    assert at.ply == 1
    assert at.preview(entry) == MMM.turn(MMM.apply(at.state, entry.event))
    at.add(entry)
    assert at.ply == 2


def test_a_move_sent_twice_is_known_by_its_ticket() -> None:
    at = rolled()
    at.add(at.play(0, at.entry, 0, "ticket-1"))
    assert at.answer(0, "ticket-1") == at.entry
    assert at.answer(1, "ticket-1") is None
    assert at.answer(0, "ticket-2") is None


def test_alone_everything_can_be_taken_back_and_the_same_dice_fall_again() -> None:
    at = play_out(table(players=1))
    events = list(at.events)
    at.add(at.undo(0, at.entry, 0))
    assert (at.ply, at.state) == (0, MMM.new(at.setup))
    play_out(at)
    assert at.events == events


def test_taking_back_past_luck_leaves_a_mark() -> None:
    at = rolled(players=1)
    play(at)
    at.add(at.undo(0, at.entry, 1))
    assert at.clean
    at.add(at.undo(0, at.entry, 0))
    assert not at.clean


def test_at_a_shared_table_luck_is_never_taken_back() -> None:
    at = rolled(shared=True)
    play(at)
    with pytest.raises(NoUndo, match="dice"):
        at.undo(0, at.entry, 0)
    at.add(at.undo(0, at.entry, 1))
    assert at.ply == 1


def test_at_a_shared_table_nobody_takes_back_for_another() -> None:
    at = rolled(shared=True)
    play(at)
    with pytest.raises(NoUndo, match="own"):
        at.undo(1, at.entry, 1)
    assert at.undo_target(0) == 1
    assert at.undo_target(1) is None


def test_an_undo_is_an_entry_and_shortens_the_events_in_force() -> None:
    at = rolled(players=1)
    play(at)
    entries = at.entry
    at.add(at.undo(0, at.entry, 1))
    assert (at.entry, at.ply) == (entries + 1, 1)


def test_a_bot_takes_a_seat_over_and_gives_it_back() -> None:
    at = rolled()
    at.add(at.sit(0, Chair("bot", "P0", "random")))
    assert at.next_bot() == 0
    at.add(at.sit(0, Chair("person", "P0")))
    assert at.next_bot() is None


def test_the_dice_of_a_bot_fall_by_themselves() -> None:
    at = table()
    assert not at.next_luck()
    at.add(at.sit(0, Chair("bot", "P0", "random")))
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
    back = restored(Table("t", MMM, at.setup, SEED), [encode(entry) for entry in at.log])
    assert (back.state, back.events, back.chairs, back.entry) == (at.state, at.events, at.chairs, at.entry)


def test_a_log_of_other_rules_stops_at_the_ply_that_is_not_legal() -> None:
    at = play_out(table())
    lines = [encode(entry) for entry in at.log]
    lines[7] = b'{"type":"played","seat":0,"event":{"type":"gather"}}'
    back = restored(Table("t", MMM, at.setup, SEED), lines)
    assert back.stopped
    assert (back.ply, back.stopped.ply) == (5, 6)
    with pytest.raises(Refused, match="other rules"):
        back.play(0, back.entry, 0)


def test_with_real_dice_the_outcome_is_told() -> None:
    at = table(players=1, seed=None)
    with pytest.raises(NoSuchAction):
        at.throw(0, at.entry)
    with pytest.raises(NoSuchAction):
        at.throw(0, at.entry, outcome=56)
    at.add(at.throw(0, at.entry, outcome=0))
    assert at.events[0].faces == ("bread",) * 3
