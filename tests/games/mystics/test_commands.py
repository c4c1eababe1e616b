"""The commands of the adventure: scenarios, schemas, and a chapter from a pack played to its end by a companion."""

import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PACK = HERE / "scenarios" / "packs" / "two_heads"


def mousehole(*arguments, **env):
    command = [sys.executable, "-m", "mousehole", *map(str, arguments)]
    env = {**os.environ, "LANG": "C", "LC_ALL": "C", **env}
    return subprocess.run(command, input="quit\n", capture_output=True, text=True, env=env, check=False, timeout=120)


def test_scenario_files_are_run():
    told = mousehole("scenario", HERE / "scenarios" / "ambush.toml")
    assert (told.returncode, told.stdout) == (0, "3 scenarios hold, 0 differ\n")


def test_a_game_without_scenarios_says_so():
    told = mousehole("scenario", "--game", "mmm", "x.toml")
    assert (told.returncode, told.stderr) == (2, "mousehole: mmm has no scenarios\n")


def test_schemas_are_written_for_editors(tmp_path):
    assert mousehole("schema", "mystics", tmp_path / "new").returncode == 0
    page = json.loads((tmp_path / "new" / "tiles.schema.json").read_text("utf-8"))
    assert "TileSide" in page["$defs"]


def test_a_chapter_of_a_pack_is_played_to_its_end(tmp_path):
    told = mousehole(
        "play", "mystics", "chapter=heads", "party=bram", "--seats", "bot:companion", "--pack", PACK, "--lines",
        MOUSEHOLE_DATA=str(tmp_path),
    )  # fmt: skip
    assert "Two-headed mole" in told.stdout
    assert "The chapter is lost." in told.stdout or "You have won the chapter!" in told.stdout


def test_a_pack_that_can_not_be_used_is_told(tmp_path):
    (tmp_path / "minions.toml").write_text("[mole]\nname = 3\n")
    told = mousehole("play", "mystics", "--pack", tmp_path, "--lines", MOUSEHOLE_DATA=str(tmp_path / "games"))
    assert told.returncode == 2
    assert "minions.toml: mole" in told.stderr
    assert "there is no folder" in mousehole("play", "mystics", "--pack", tmp_path / "none", "--lines").stderr
    assert "mmm takes no content packs" in mousehole("play", "mmm", "--pack", tmp_path, "--lines").stderr
