"""Every scenario holds: the clauses of the ledger in positions that a person can read."""

from pathlib import Path

import pytest

from mousehole.core.content import BadContent
from mousehole.core.words import UserError
from mousehole.games.mystics.tools.scenario import Difference, Scenario, load, main, run

FOLDER = Path(__file__).parent / "scenarios"
READERS = FOLDER / "readers"  # who wrote scenarios from the ledger alone, without a look at the code
FILES = [path for folder in (FOLDER, READERS) for path in sorted(folder.glob("*.toml"))]
SCENARIOS = [(path, one) for path in FILES for one in load(path)]


@pytest.mark.parametrize(("path", "scenario"), SCENARIOS, ids=[f"{p.stem}: {s.title}" for p, s in SCENARIOS])
def test_a_scenario_holds(path, scenario):
    run(scenario, path.parent)


def test_titles_are_told_apart():
    titles = [one.title for _, one in SCENARIOS]
    assert len(set(titles)) == len(titles) > 300


@pytest.mark.parametrize(
    ("play", "told"),
    [
        ([{"end": True}], "nothing is expected"),
        ([{"expect": {"page": 2}}], "step 1: page is 1, expected 2"),
        ([{"expect": {"mice": {"bram": {"at": "a3"}}}}], "step 1: mice.bram.at is t1a/a2, expected t1a/a3"),
        ([{"expect": {"mice": {"bram": {"hat": 1}}}}], "step 1: there is no mice.bram.hat to compare"),
        ([{"expect": {"weather": 1}}], "step 1: there is no weather to compare"),
        ([{"step": "a3"}, {"expect": {"page": 1}}], "step 1: .* is not a legal action"),
        ([{"can": {"do": "battle"}}], "step 1: .* should be possible"),
        ([{"cannot": {"do": "scurry"}}], "step 1: .* should not be possible"),
        ([{"throws": 3}], "step 1: 0 dice fall next, expected 3"),
        ([{"seat": 1}], "step 1: seat 0 is asked, expected 1"),
        ([{"over": "victory"}], "step 1: over is False, expected victory"),
        ([{"jump": 3}, {"expect": {}}], "step 1: there is no step jump"),
        ([{"end": True, "move": True}, {"expect": {}}], "step 1: a step is a table with one key, not {'end'"),
        ([{"can": "move"}], "step 1: a step is a table with one key, not move"),
        ([{"cannot": {}}], "step 1: a step is a table with one key, not {}"),
        ([{"cannot": {"do": "scurryx"}}], "step 1: there is no scurryx"),
        ([{"cannot": {"step": "zz"}}], "step 1: there is no t1a/zz"),
        ([{"cannot": {"step": "t9z/a1"}}], "step 1: there is no t9z/a1"),
        ([{"cannot": {"put": {"token": "fork", "at": "zz"}}}], "step 1: there is no t1a/zz"),
        ([{"cannot": {"learn": "nonsense"}}], "step 1: there is no nonsense"),
        ([{"cannot": {"share": "nobody"}}], "step 1: there is no nobody"),
        ([{"cannot": {"use": "nonsense"}}], "step 1: there is no nonsense"),
        ([{"cannot": {"put": "a1"}}], "step 1: there is no step put"),
        ([{"expect": 3}], "step 1: expect is a table, not 3"),
        ([{"expect": {"mice": 3}}], "step 1: mice is a table, not 3"),
        ([{"expect": {"mice": {"bram": 3}}}], "step 1: mice.bram is a table, not 3"),
        ([{"expect": {"mice": {"nobody": {"at": "a1"}}}}], "step 1: there is no nobody"),
        ([{"move": True}, {"can": {"end": True}}], "step 2: .* should be possible; possible: 1 die"),
        ([{"expect": {"foes": {"ditch_rat-1": True}}}], "step 1: foes.ditch_rat-1 is None"),
    ],
)
def test_the_first_difference_is_named(tmp_path, play, told):
    from msgspec import convert

    one = convert({"title": "t", "mice": {"bram": {"at": "a2"}}, "play": play}, Scenario)
    with pytest.raises(Difference, match=told):
        run(one, tmp_path)


def test_files_are_run_and_differences_told(tmp_path, capsys):
    good, bad, broken = tmp_path / "good.toml", tmp_path / "bad.toml", tmp_path / "broken.toml"
    text = '[[scenario]]\ntitle = "one"\nmice.bram = { at = "a2" }\nplay = [{ expect = { page = PAGE } }]\n'
    good.write_text(text.replace("PAGE", "1"))
    bad.write_text(text.replace("PAGE", "2"))
    broken.write_text('[[scenario]]\ntitle = "one"\nwhiskers = 3\n')
    assert main([str(good)]) == 0
    assert "1 scenarios hold, 0 differ" in capsys.readouterr().out
    assert main([str(good), str(bad), str(broken), str(tmp_path / "none.toml")]) == 1
    told = capsys.readouterr().out
    assert "bad.toml: one: step 1: page is 1, expected 2" in told
    assert "there is no key whiskers here" in told
    assert "none.toml" in told
    assert "1 scenarios hold, 3 differ" in told


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ({"foes": {"dragon-1": {"at": "a1"}}}, "the position names dragon"),
        ({"foes": {"ditch_rat": {"at": "a1"}}}, "the position names ditch_rat"),
        ({"foes": {"ditch_rat-1": {"at": "zz"}}}, "the position names t1a/zz"),
        ({"friends": {"warden_rook-1": {"at": "a1", "owner": "pip"}}}, "the position names pip"),
        ({"tokens": [{"token": "grape", "at": "q9"}]}, "the position names t1a/q9"),
        ({"side": "t99"}, "the position names t99"),
        ({"mice": {"bram": {"at": "a2", "marks": ["sleepy"]}}}, "the position names sleepy"),
        ({"mice": {"zorro": {"at": "a2"}}}, "the position names zorro"),
        ({"mice": {}}, "a position needs a mouse"),
        ({"track": ["bram", "rat"]}, "the position names rat"),
        ({"track": ["bram", "brodie"]}, "the position names brodie"),
        ({"turn": "pip"}, "it is the turn of pip, which is not on the track"),
        ({"turn": "ditch_rat"}, "it is the turn of ditch_rat, which is not on the track"),
        ({"tally": [["bram", "larder_roach"]]}, "the position names larder_roach"),
        ({"awards": {"scaper": "zorro"}}, "the position names zorro"),
        ({"stash": ["nothing"]}, "the position names nothing"),
        ({"card": "e99"}, "the position names e99"),
        ({"shaken": {"pheasia": "t99"}}, "the position names t99"),
        ({"steers": [0, 0]}, "steers needs a seat for every mouse"),
        ({"pack": "nowhere"}, "nowhere: there is no such folder"),
        ({"wheel": 9}, "a full wheel of 6 cheese surges at once"),
        ({"up": ["t1b"]}, "up names one side for each of the"),
        ({"track": ["bram", "bram"]}, "bram is on the track twice"),
        ({"mice": {"bram": {"at": "crates"}}}, "nobody can stand on crates"),
        ({"mice": {"bram": {"at": "a2", "wounds": 9}}}, "bram is captured at"),
        ({"mice": {"bram": {"at": "a2", "worn": ["curd_golem"]}}}, "bram cannot wear curd_golem"),
        ({"mice": {"bram": {"at": "a2", "worn": ["walnut_helm", "walnut_helm"]}}}, "bram cannot wear walnut_helm"),
        ({"tokens": [{"token": "hook", "at": "a1"}]}, "hook lies on two spaces and needs an end"),
        ({"tokens": [{"token": "grape", "at": "a1", "end": "a2"}]}, "grape lies on one space and has no end"),
        ({"up": ["t2a", "t1a", "t3a"]}, "up names sides of the tiles of the chapter"),
        ({"bees": {"q9": "bram"}}, "no bee lives on q9"),
        ({"bees": {"q9": "nobody"}}, "the position names nobody"),
    ],
)
def test_a_position_with_an_unknown_name_is_told(tmp_path, page, told):
    from msgspec import convert

    page = {"title": "t", "mice": {"bram": {"at": "a2"}}, "play": [{"throws": 0}], **page}
    with pytest.raises(UserError, match=told):
        run(convert(page, Scenario), tmp_path)


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(BadContent, match=r"nowhere\.toml"):
        load(tmp_path / "nowhere.toml")


def test_the_example_of_the_docs_page_holds(tmp_path):
    page = (Path(__file__).parents[3] / "docs" / "scenarios.md").read_text("utf-8")
    file = tmp_path / "example.toml"
    file.write_text(page.split("```toml\n")[1].split("```")[0], "utf-8")
    for one in load(file):
        run(one, tmp_path)
