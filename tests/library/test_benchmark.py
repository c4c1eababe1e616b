"""The benchmark: the same results every time, files that hold only if every move and roll does, and a dataset."""

import hashlib
import json

import pytest
from msgspec.structs import replace

import mousehole
from mousehole.library import benchmark, dataset
from mousehole.library.benchmark import TASKS, check, play, survey, task_of, write

SMALL = TASKS["mmm-6"]


@pytest.fixture
def handed_in(tmp_path):
    """A result of a small task, as it would be handed in, and a way to change what it says."""
    page = json.loads(write(play(SMALL, "greedy", games=6, folder=tmp_path)))

    def changed(**fields):
        return check(json.dumps({**page, **fields}).encode(), tmp_path)

    return page, changed


def test_every_task_can_be_set_up_and_measured():
    for name, task in TASKS.items():
        game, setup = benchmark.board_of(task)
        assert task.name == name and task.rival in ("", *mousehole.players_of(game))
        assert (game.parts.solvable.exact.obstacle(game.new(setup)) is None) if task.solved else True
    found = survey(SMALL)
    assert (found.longest, found.states) == (35, 1078) and found.decisions < 35 and found == survey(SMALL)


def test_a_result_is_the_same_every_time_and_holds(tmp_path):
    first, second = (play(SMALL, "greedy", games=20, folder=tmp_path) for _ in range(2))
    assert replace(first, seconds=0) == replace(second, seconds=0)
    replayed = check(write(first), tmp_path)
    assert (replayed.wins, replayed.regrets) == (first.wins, first.regrets)
    assert 0 < first.regret[0] < play(SMALL, "random", games=20, folder=tmp_path).regret[0]


def test_perfect_play_gives_nothing_away_and_wins_as_often_as_the_solution_says(tmp_path):
    result = play(SMALL, "perfect", games=400, folder=tmp_path)
    game, setup = benchmark.board_of(SMALL)
    low, high = result.interval()
    assert result.regret[0] == 0 and low <= benchmark.oracle_of(SMALL, tmp_path).value(game.new(setup), 0) <= high


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"wins": 6}, "6 wins are claimed"),
        ({"games": 9}, "9 games are claimed, but 6 are there"),
        ({"regrets": [0.0] * 6}, "the regrets are not those of the games"),
        ({"task": "mmm-7"}, "there is no task mmm-7"),
        ({"benchmark": 0}, "another version"),
        ({"events": [[{"type": "gather"}]] * 6}, "game 1, move 1: .* is not a possible outcome"),
        ({"events": [[]] * 6}, "game 1 has no end"),
        ({"events": 3}, "no result of the benchmark"),
    ],
)
def test_a_result_that_is_not_true_is_refused(handed_in, fields, reason):
    with pytest.raises(mousehole.UserError, match=reason):
        handed_in[1](**fields)


def test_luck_and_rivals_cannot_be_chosen(handed_in, tmp_path):
    page, changed = handed_in
    first = page["events"][0]
    first[0] = {"type": "rolled", "faces": ["bread", "bread", "bread"]}
    with pytest.raises(mousehole.UserError, match=r"game 1, move 1: .* was due, not"):
        changed(events=[first, *page["events"][1:]])
    task = replace(TASKS["chopchop-mice"], rival="random", games=1)
    match = benchmark.Match(task)
    result = play(task, "random")
    events = list(result.events[0])
    turns = mousehole.plies(match.game, mousehole.Record("chopchop", 1, match.setup, tuple(events)))
    at = next(p.number for p in turns if getattr(p.turn, "seat", 0) == 1 and len(getattr(p.turn, "actions", ())) > 1)
    state = match.game.new(match.setup)
    for event in events[:at]:
        state = match.game.apply(state, event)
    other = next(action for action in match.game.turn(state).actions if action != events[at])
    page = [json.loads(raw) for raw in map(mousehole.core.record.words_of, (*events[:at], other))]
    raw = [benchmark.msgspec.Raw(json.dumps(one).encode()) for one in page]
    with pytest.raises(mousehole.UserError, match=f"game 1, move {at + 1}: .* was due, not"):
        benchmark._replayed(match, 0, raw)


def test_the_dataset_is_the_same_every_time_and_says_what_the_solver_says(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    hashes = []
    for out in ("one", "two"):
        assert dataset.write(SMALL, 300, tmp_path / out, tmp_path) == 300
        hashes.append(hashlib.sha256((tmp_path / out / dataset.FILE).read_bytes()).hexdigest())
    card = (tmp_path / "one" / dataset.CARD).read_text()
    assert hashes[0] == hashes[1] and hashes[0] in card and "license: mit" in card and "300 positions" in card
    oracle, rows = benchmark.oracle_of(SMALL, tmp_path), parquet.read_table(tmp_path / "one" / dataset.FILE).to_pylist()
    assert len({row["position"] for row in rows}) == 300
    for row in rows:
        here = mousehole.position(row["position"])
        assert row["values"] == pytest.approx(oracle.choices(here.state), abs=1e-6)
        assert [here.spell(action) for action in here.actions] == row["actions"]
        assert row["seat"] == here.seat
        assert row["values"][row["best"]] == pytest.approx(max(row["values"]), abs=1e-6)


def test_only_solved_boards_make_a_dataset(tmp_path):
    with pytest.raises(mousehole.UserError, match="has no exact chances"):
        dataset.write(task_of("mousewarming"), 10, tmp_path)


def test_the_command_lists_plays_and_checks(tmp_path, capsys, monkeypatch):
    from mousehole.cli import main

    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path / "data"))
    assert main(["benchmark", "--task", "mmm-6"]) == 0
    assert "1,078" in capsys.readouterr().out
    out = str(tmp_path / "results")
    assert main(["benchmark", "run", "--task", "mmm-6", "--player", "greedy", "--games", "5", "-o", out]) == 0
    told = capsys.readouterr().out
    assert main(["benchmark", "check", f"{out}/mmm-6-greedy.json"]) == 0
    assert capsys.readouterr().out == told
    (tmp_path / "wrong.json").write_text("{}")
    assert main(["benchmark", "check", str(tmp_path / "wrong.json")]) == 2
    assert "wrong.json" in capsys.readouterr().err


def test_the_regret_of_every_decision_of_a_record_is_told(tmp_path):
    game, setup = benchmark.board_of(SMALL)
    benchmark.oracle_of(SMALL, tmp_path)
    record, _ = mousehole.played(game, setup, ("random",))
    found = list(benchmark.regrets(game, setup, record.events, tmp_path))
    assert found and all(0 <= regret <= 1 and seat == 0 for _, seat, regret in found)
    assert sum(regret for _, _, regret in found) > 0.1
