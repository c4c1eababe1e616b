"""Commands do what they say; a user's mistake gets words and exit code 2, never a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mousehole import shelf
from mousehole.cli.main import COMMANDS
from mousehole.core.record import dump
from mousehole.core.words import languages
from mousehole.testing import random_record

MMM = shelf.find("mmm")
ROOT = Path(__file__).parents[2]
TEXT = {"encoding": "utf-8", "errors": "replace"}


def mousehole(*arguments, stdin="", cwd=None, **env):
    command = [sys.executable, "-m", "mousehole", *map(str, arguments)]
    env = {**os.environ, "LANG": "C", "LC_ALL": "C", **env}
    return subprocess.run(command, input=stdin, capture_output=True, env=env, cwd=cwd, check=False, **TEXT)


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    file = tmp_path_factory.mktemp("records") / "game.json"
    file.write_bytes(dump(random_record(MMM, MMM.setup(players=2), b"\x07")[0]))
    return file


def test_help_lists_every_command_in_every_language():
    told = {language: mousehole("--language", language, "--help").stdout for language in languages()}
    assert all(name in page for name in COMMANDS for page in told.values())
    assert len(set(told.values())) == len(languages())
    assert "jouer dans le terminal" in told["fr"]
    assert "ein Spiel im Terminal spielen" in told["de"]


def test_the_language_of_the_machine_is_spoken():
    assert "Regal" in mousehole("play", "chess", LC_ALL="de_AT.UTF-8").stderr
    assert "on the shelf" in mousehole("play", "chess", LC_ALL="deu").stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name):
    told = mousehole(name, "--help")
    assert told.returncode == 0
    assert f"mousehole {name}" in told.stdout


def test_games_are_listed():
    assert "mmm" in mousehole("games").stdout


def test_rules_list_every_clause_with_its_proofs():
    told = mousehole("rules", "mmm", "--proofs")
    assert told.returncode == 0
    assert "MMM-13" in told.stdout
    assert "not proven" not in told.stdout


def test_rules_speak_every_language():
    assert "Ein Zug beginnt mit einem Wurf aller drei Würfel." in mousehole("--language=de", "rules", "mmm").stdout
    assert mousehole("--language=fr", "rules", "mmm").stdout != mousehole("rules", "mmm").stdout


def test_a_clause_without_a_proof_is_named(tmp_path):
    told = mousehole("rules", "mmm", "--proofs", "--tests", tmp_path)
    assert told.returncode == 1
    assert "not proven: MMM-01" in told.stdout


def test_replay_spells_every_ply_for_programs(record):
    rows = [json.loads(row) for row in mousehole("replay", record, "--json").stdout.splitlines()]
    assert [row["ply"] for row in rows] == list(range(len(rows)))
    assert rows[0]["event"] is None
    assert rows[0]["turn"]["kind"] == "chance"
    assert rows[0]["turn"]["odds"][0] == [{"type": "rolled", "faces": ["bread", "bread", "bread"]}, 1]
    assert (rows[0]["turn"]["thrower"], rows[1]["turn"]["kind"]) == (0, "decide")
    assert set(rows[-1]["turn"]) == {"kind", "winners", "reason", "score", "rating", "drawn"}


def test_replay_tells_the_story_in_the_users_language(record):
    assert "Player 1 rolls" in mousehole("replay", record).stdout
    assert "Joueur 1 lance les dés" in mousehole("replay", record, MOUSEHOLE_LANGUAGE="fr_FR.UTF-8").stdout


def test_replay_reads_standard_input(record):
    assert mousehole("replay", "-", stdin=record.read_text()).returncode == 0


def test_an_illegal_event_stops_the_replay_and_is_named(record, tmp_path):
    page = json.loads(record.read_text())
    page["events"][3] = {"type": "gather"}
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps({**page, "events": [*page["events"][:1], {"type": "gather"}]}))
    told = mousehole("replay", broken, "--json")
    assert told.returncode == 2
    assert "move 2" in told.stderr
    assert len(told.stdout.splitlines()) == 2


def test_audit_finds_luck_that_the_seed_did_not_draw(record, tmp_path):
    assert "all luck matches the seed" in mousehole("audit", record).stdout
    page = json.loads(record.read_text())
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps({**page, "seed": "ff"}))
    told = mousehole("audit", forged)
    assert told.returncode == 2
    assert "the seed draws" in told.stderr


def test_a_picture_is_painted(record, tmp_path):
    out = tmp_path / "out.svg"
    assert mousehole("picture", record, "--ply", 5, "-o", out).returncode == 0
    assert out.read_text().startswith("<svg")


def test_the_arena_says_which_player_is_not_perfect_there(tmp_path):
    asked = ("arena", "mmm", "--players", "best,random", "--games", "2", "--processes", "1", "--set")
    told = mousehole(*asked, "board=pantry = 'B B F'", MOUSEHOLE_DATA=tmp_path)
    assert told.stdout.splitlines()[-1] == "best – not perfect here: this board is not solved yet"
    french = mousehole("--language", "fr", *asked, "in_line=true", MOUSEHOLE_DATA=tmp_path).stdout
    assert "pas parfait en ligne" in french


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["fly"], "there is no command fly"),
        (["play", "chess"], "there is no game chess"),
        (["rules", "chess"], "there is no game chess"),
        (["rules"], "game"),
        (["replay", "nowhere.json"], "there is no such file"),
        (["replay", "."], "there is no such file"),
        (["audit", "nowhere.json"], "there is no such file"),
        (["new", "Bad Name"], "lower-case"),
        (["new", "mmm"], "already on the shelf"),
        (["play", "mmm", "players=9"], "players"),
        (["play", "mmm", "players"], "name=value"),
        (["play", "mmm", "--board", "nowhere.toml"], "nowhere.toml"),
        (["play", "--resume", "nowhere"], "no table nowhere"),
        (["arena", "mmm", "--players", "nobody"], "nobody"),
        (["web", "--port", "99999999"], "port"),
        (["web", "--public-url", "mice"], "mice"),
    ],
)
def test_a_mistake_gets_words_and_exit_code_2(arguments, words, tmp_path):
    told = mousehole(*arguments, MOUSEHOLE_DATA=str(tmp_path))
    assert told.returncode == 2
    assert words in told.stderr
    assert "Traceback" not in told.stderr + told.stdout


def test_a_server_that_cannot_save_games_does_not_say_it_is_open(tmp_path):
    file = tmp_path / "file"
    file.touch()
    told = mousehole("web", "--no-browser", "--port", "0", MOUSEHOLE_DATA=str(file / "saves"))
    assert told.returncode == 2
    assert not told.stdout
    assert "cannot be made" in told.stderr


@pytest.mark.parametrize(
    "page", ["", "[]", "{}", '{"game":"mmm"}', "\x00", '{"game":"mmm","edition":1,"setup":[],"events":[]}']
)
def test_a_file_that_is_no_record_gets_words(page, tmp_path):
    file = tmp_path / "odd.json"
    file.write_text(page)
    for command in ("replay", "audit", "picture"):
        told = mousehole(command, file)
        assert told.returncode == 2
        assert "Traceback" not in told.stderr


def test_a_board_file_with_a_mistake_is_named(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('pantry = """\nB B\nB Q\n"""\n')
    told = mousehole("play", "mmm", "--board", file, MOUSEHOLE_DATA=str(tmp_path))
    assert told.returncode == 2
    assert "mine.toml: pantry, row 2" in told.stderr


def test_a_whole_game_is_played_through_a_pipe_in_french(tmp_path):
    moves = "\n".join(["1"] * 400)
    told = mousehole("--language", "fr", "play", "mmm", "--auto-throw", stdin=moves, MOUSEHOLE_DATA=str(tmp_path))
    assert "Le chat est dans le cellier." in told.stdout or "Le cellier est vide." in told.stdout
