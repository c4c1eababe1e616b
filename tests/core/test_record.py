"""Records: luck drawn from a seed, replayed, audited, written and read within limits."""

import json
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from mousehole.core import record as records
from mousehole.core.game import Over
from mousehole.core.record import (
    BadRecord,
    BadSetup,
    Illegal,
    Record,
    audit,
    check_setup,
    content_hash,
    draw,
    dump,
    load,
    plies,
    read_setup,
    replay,
)
from tests.core.coin import COIN, Call, Fold, Setup, State, Tossed

HEADS, TAILS, EDGE = Tossed("heads"), Tossed("tails"), Tossed("edge")
ODDS = (("a", 1), ("b", 2), ("c", 3))

# BLAKE2b with key "cheese" and 16 bytes of digest over the ply in 8 bytes, as another program (openssl) computes it
DIGESTS = {
    0: "6e9bf0bed67476d9706ea76cc1383eed",
    1: "a9af66ba0b00353776fec0c8c8b22b80",
    2: "e2caec1aad7ae0a9f4b5fa986b3f656a",
    5: "1277cdb0897c427c8fbdd98ed277157b",
    7: "598b3d2a5ce920c5ff405a189dae90d1",
    300: "58ae05f1dedf0e931457515cac5ef482",
    2**32: "5340b5496ecc0f0947c0cd201afc2309",
}


def find(name):
    assert name == "coin"
    return COIN


@pytest.mark.parametrize(("ply", "drawn"), [(0, "b"), (1, "c"), (2, "c"), (5, "a"), (7, "b"), (300, "b"), (2**32, "b")])
def test_luck_is_drawn_exactly_as_promised(ply, drawn):
    point = int(DIGESTS[ply], 16) / 2**128 * 6
    assert drawn == ("a" if point < 1 else "b" if point < 3 else "c")
    assert draw(ODDS, b"cheese", ply) == drawn


@pytest.mark.parametrize("ply", DIGESTS)
def test_the_whole_digest_decides(ply):
    odds = tuple((n, 1) for n in range(1000))
    assert draw(odds, b"cheese", ply) == int(DIGESTS[ply], 16) * 1000 >> 128


def test_luck_follows_the_weights():
    counts = Counter(draw(ODDS, b"mouse", ply) for ply in range(6000))
    assert all(abs(counts[event] - weight * 1000) < 120 for event, weight in ODDS)


@given(st.lists(st.integers(1, 50), min_size=1, max_size=8), st.binary(min_size=1, max_size=64), st.integers(0, 2**40))
def test_a_draw_depends_on_seed_ply_and_odds_alone(weights, seed, ply):
    odds = tuple(enumerate(weights))
    doubled = tuple((event, 2 * weight) for event, weight in odds)
    assert draw(odds, seed, ply) == draw(odds, seed, ply) == draw(doubled, seed, ply)


def played(seed=b"cheese", setup=None, choose=Call):
    """Play the coin game with the luck of a seed."""
    events, state = [], State(setup or Setup())
    while not isinstance(turn := COIN.turn(state), Over):
        events.append(draw(turn.odds, seed, len(events)) if hasattr(turn, "odds") else choose())
        state = COIN.apply(state, events[-1])
    return Record("coin", 2, state.setup, tuple(events), seed, "")


def test_replay_needs_no_seed():
    record = played()
    assert replay(COIN, record) == replay(COIN, replace(record, seed=None)) == State(Setup(), 1, 3)


def test_plies_count_from_nought_and_carry_the_event_that_led_there():
    walked = list(plies(COIN, played()))
    assert [ply.number for ply in walked] == list(range(7))
    assert [ply.event for ply in walked] == [None, *played().events]
    assert walked[0].state == State(Setup())
    assert walked[-1].turn == Over((), "goal", 1)


def test_an_honest_record_passes_the_audit():
    audit(COIN, played())
    audit(COIN, played(b"\x00" * 64, Setup(9)))
    audit(COIN, replace(played(), events=()))


def test_luck_that_the_seed_does_not_draw_is_found():
    record = played()
    other = HEADS if record.events[0] != HEADS else TAILS
    with pytest.raises(Illegal) as caught:
        audit(COIN, replace(record, events=(other, *record.events[1:])))
    assert caught.value.ply == 1
    assert (
        str(caught.value)
        == 'move 1: the seed draws {"type":"tossed","face":"tails"}, not {"type":"tossed","face":"heads"}'
    )


def test_luck_is_drawn_by_the_number_of_events_before_it():
    late = next(n for n in range(100) if draw(COIN.turn(State(Setup())).odds, bytes([n, 1]), 2) == EDGE)
    record = played(bytes([late, 1]))
    assert record.events[2] == EDGE


def test_dice_that_were_typed_in_may_fall_anyhow():
    audit(COIN, Record("coin", 2, Setup(), (EDGE, Call(), EDGE, Fold())))


@pytest.mark.parametrize(
    ("events", "ply", "reason"),
    [
        ((Call(),), 1, 'move 1: {"type":"call"} is not a possible outcome'),
        ((HEADS, HEADS), 2, 'move 2: {"type":"tossed","face":"heads"} is not a legal action for seat 0'),
        ((HEADS, Call(), HEADS, TAILS), 4, 'move 4: {"type":"tossed","face":"tails"} is not a legal action for seat 1'),
        (
            (HEADS, Fold(), HEADS),
            3,
            'move 3: the game is over (folded), {"type":"tossed","face":"heads"} comes too late',
        ),
    ],
)
def test_an_illegal_event_is_named_with_its_ply(events, ply, reason):
    for walk in (replay, audit):
        with pytest.raises(Illegal) as caught:
            walk(COIN, Record("coin", 2, Setup(), events))
        assert (caught.value.ply, str(caught.value)) == (ply, reason)


def test_a_record_is_one_json_document_with_the_fields_that_others_rely_on():
    page = json.loads(dump(played()))
    assert list(page) == ["game", "edition", "content", "setup", "seed", "events"]
    assert (page["game"], page["edition"], page["seed"]) == ("coin", 2, b"cheese".hex())
    assert page["setup"] == {"goal": 3, "seats": 2}
    assert page["events"][:2] == [{"type": "tossed", "face": "tails"}, {"type": "call"}]


def test_a_record_has_an_event_a_line_and_is_read_however_its_lines_are_broken():
    record = played()
    head, *events, end = dump(record).decode().splitlines()
    assert [json.loads(event.removesuffix(",")) for event in events] == list(msgspec.to_builtins(record.events))
    assert (head.endswith('"events":['), end) == (True, "]}")
    page = json.loads(dump(record))
    for text in (json.dumps(page), json.dumps(page, indent=4), json.dumps(page, separators=(",", ":"))):
        assert load(text.encode(), find) == (COIN, record)
    assert load(dump(replace(record, events=())), find) == (COIN, replace(record, events=()))


@pytest.mark.parametrize("seed", [None, b"\x00", bytes(range(64))])
def test_a_record_comes_back_as_it_went(seed):
    record = replace(played(), seed=seed, content="abc")
    assert load(dump(record), find) == (COIN, record)


def test_content_and_seed_may_be_missing():
    _, record = load(b'{"game": "coin", "edition": 1, "setup": {}, "events": []}', find)
    assert record == Record("coin", 1, Setup(), ())


PAGE = {"game": "coin", "edition": 2, "setup": {}, "events": [], "seed": None}


NO_JUMP = "event 2.type: there is no type jump; there are call, fold, tossed"
NO_X = 'event 1.face: "x" is not possible here; there are edge, heads, tails'


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"seed": "xyz"}, "seed: expected hexadecimal digits"),
        ({"seed": "é"}, "seed: expected hexadecimal digits"),
        ({"seed": ""}, "seed: expected 1 to 64 bytes"),
        ({"seed": "00" * 65}, "seed: expected 1 to 64 bytes"),
        ({"seed": 7}, "record.seed: a text in quotes is needed here, not 7"),
        ({"events": [{"type": "call"}, {"type": "jump"}]}, NO_JUMP),
        ({"events": [{"type": "tossed", "face": "x"}]}, NO_X),
        ({"events": 7}, "record.events: a list in square brackets is needed here, not 7"),
        ({"setup": {"goal": "high"}}, 'set-up: goal: a whole number is needed here, not "high"'),
        ({"setup": {"gaol": 3}}, "set-up: gaol: there is no key gaol here; did you mean goal?"),
        ({"setup": {"goal": 0}}, "set-up: goal: too low"),
        ({"edition": "two"}, 'record.edition: a whole number is needed here, not "two"'),
    ],
)
def test_a_bad_record_is_refused_in_words(change, reason):
    with pytest.raises(BadRecord) as caught:
        load(json.dumps(PAGE | change).encode(), find)
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"game": "coin"}', b'"\\ud800"']
)
def test_what_is_no_record_is_refused_in_words(data):
    with pytest.raises(BadRecord, match=r"^record[.:]"):
        load(data, find)


def test_size_is_checked_before_anything_else():
    with pytest.raises(BadRecord, match="at most 8388608 bytes; this one has 8388609"):
        load(b"{" * (records.MAX_BYTES + 1), find)


def test_length_is_checked_before_the_events_are_read():
    page = PAGE | {"events": [7] * (records.MAX_EVENTS + 1)}
    with pytest.raises(BadRecord, match="at most 50000 events; this one has 50001"):
        load(json.dumps(page).encode(), find)


def test_a_set_up_passes_with_notices_and_stops_with_problems():
    assert check_setup(COIN, Setup(seats=5)) == Setup(seats=5)
    with pytest.raises(BadSetup) as caught:
        read_setup(COIN, msgspec.json.encode(Setup(goal=0, seats=5)))
    assert [problem.field for problem in caught.value.problems] == ["goal"]


def test_the_content_hash_covers_names_and_texts(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    hashes = set()
    for number, (name, text) in enumerate([("a.toml", "x"), ("b.toml", "x"), ("a.toml", "y")]):
        folder = tmp_path / f"box{number}" / "content"
        folder.mkdir(parents=True)
        (folder.parent / "__init__.py").touch()
        (folder / name).write_text(text)
        hashes.add(content_hash(f"box{number}"))
    assert len(hashes) == 3
    assert all(len(mark) == 64 for mark in hashes)


def test_code_beside_the_content_is_no_content(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    for box in ("plain_box", "coded_box"):
        (tmp_path / box / "content").mkdir(parents=True)
        (tmp_path / box / "__init__.py").touch()
        (tmp_path / box / "content" / "a.toml").write_text("x")
    (tmp_path / "coded_box" / "content" / "types.py").write_text("Count = int")
    assert content_hash("plain_box") == content_hash("coded_box")
