"""Chapters of a content pack are chosen and played in the browser."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.web.browser import Browser
from tests.web.conftest import running

WELL = Path(__file__).parents[2] / "examples" / "frozen_well"
BOX = ["c1", "c2", "c3", "tide1", "tide2", "tide3", "tide4", "tide5"]  # chapters that come with the game
FORM = {
    "players": "1",
    "chapter": "frozen_well",
    "searches": "once",
    "difficulty": "usual",
    "opening": "asked",
    "chair-0": "me",
}
PARTY = {"party.0": "bram", "party.1": "yarrow", "party.2": "pip", "party.3": ""}


def choices(page, name):
    return re.findall(r'value="([^"]*)"', " ".join(re.findall(rf'<input [^>]*name="{name}"[^>]*>', page.text)))


def test_a_chapter_of_a_pack_is_chosen_in_the_form_and_played(tmp_path):
    with running(tmp_path, "--pack", str(WELL)) as (_, port):
        browser = Browser(port)
        form = browser.get("/new/mystics")
        assert choices(form, "chapter") == [*BOX, "frozen_well"]
        assert "The Frozen Well" in form.text
        assert 'name="party:bram"' in form.text
        four = browser.post("/new/mystics", FORM | PARTY | {"party.3": "fenna"})
        assert four.status == 422 and "the chapter needs 3 mice" in four.text
        opened = browser.post("/new/mystics", FORM | PARTY)
        assert opened.status == 303, opened.text
        table = browser.follow(opened)
        assert table.status == 200
        record = browser.get(f"{opened.headers['location']}/record.json").json
        assert (record["setup"]["chapter"], record["setup"]["pack"]["name"]) == ("frozen_well", "frozen_well")
        assert record["setup"]["party"] == ["bram", "yarrow", "pip"]


def test_several_packs_are_all_at_hand(tmp_path):
    other = tmp_path / "pond"
    shutil.copytree(WELL, other)
    for name in ("chapters", "campaign"):
        (other / f"{name}.toml").write_text((other / f"{name}.toml").read_text().replace("frozen_well", "frozen_pond"))
    with running(tmp_path, "--pack", str(WELL), "--pack", str(other)) as (_, port):
        assert choices(Browser(port).get("/new/mystics"), "chapter")[-2:] == ["frozen_well", "frozen_pond"]


def test_chapters_of_the_game_are_played_without_the_pack(tmp_path):
    with running(tmp_path, "--pack", str(WELL)) as (_, port):
        browser = Browser(port)
        opened = browser.post("/new/mystics", FORM | PARTY | {"chapter": "c1", "party.3": "fenna"})
        assert opened.status == 303, opened.text
        assert not browser.get(f"{opened.headers['location']}/record.json").json["setup"].get("pack")


def test_bots_know_the_pack(tmp_path):
    with running(tmp_path, "--pack", str(WELL)) as (_, port):
        browser = Browser(port)
        watched = browser.post("/new/mystics", FORM | PARTY | {"players": "2", "chair-0": "bot:medium"})
        assert watched.status == 303, watched.text
        deadline, events = time.monotonic() + 240, []
        while not events and time.monotonic() < deadline:
            time.sleep(0.3)
            events = browser.get(f"{watched.headers['location']}/record.json").json["events"]
        assert events


def test_without_the_pack_its_games_wait_and_the_rest_goes_on(tmp_path):
    with running(tmp_path, "--pack", str(WELL)) as (_, port):
        browser = Browser(port)
        opened = browser.post("/new/mystics", FORM | PARTY)
    with running(tmp_path) as (_, port):
        browser.port = port
        assert choices(browser.get("/new/mystics"), "chapter") == BOX
        assert "add it with --pack" in browser.get("/").text
        assert "ajoutez" in browser.get("/", Accept_Language="fr").text
        assert "add it with --pack" in browser.follow(opened).text
    with running(tmp_path, "--pack", str(WELL)) as (_, port):
        browser.port = port
        assert browser.follow(opened).status == 200


def test_a_folder_that_is_no_pack_is_told_before_the_server_starts(tmp_path):
    (tmp_path / "minions.toml").write_text("[mole]\nname = 3\n")
    for folder, words in ((tmp_path, "minions.toml:1: mole"), (tmp_path / "none", "there is no folder")):
        command = [sys.executable, "-m", "mousehole", "web", "--no-browser", "--port", "0", "--pack", str(folder)]
        told = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
        assert (told.returncode, told.stdout) == (2, "")
        assert words in told.stderr and "Traceback" not in told.stderr
