"""The commands of the adventure: scenarios, schemas, and a chapter from a pack played to its end by a companion."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

HERE = Path(__file__).parent
PACK = HERE / "scenarios" / "packs" / "two_heads"


def mousehole(*arguments, **env):
    command = [sys.executable, "-m", "mousehole", *map(str, arguments)]
    env = {**os.environ, "LANG": "C", "LC_ALL": "C", **env}
    return subprocess.run(command, input="quit\n", capture_output=True, text=True, env=env, check=False)


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
        "play", "mystics", "chapter=heads", "party=bram", "--seats", "bot:medium", "--pack", PACK, "--lines",
        MOUSEHOLE_DATA=str(tmp_path),
    )  # fmt: skip
    assert "Two-headed mole" in told.stdout
    assert "The chapter is lost." in told.stdout or "You have won the chapter!" in told.stdout


def test_a_pack_that_cannot_be_used_is_told(tmp_path):
    (tmp_path / "minions.toml").write_text("[mole]\nname = 3\n")
    told = mousehole("play", "mystics", "--pack", tmp_path, "--lines", MOUSEHOLE_DATA=str(tmp_path / "games"))
    assert told.returncode == 2
    assert "minions.toml:1: mole" in told.stderr and "more mistakes: mousehole pack check" in told.stderr
    assert "there is no folder" in mousehole("play", "mystics", "--pack", tmp_path / "none", "--lines").stderr
    assert "mmm does not take content packs" in mousehole("play", "mmm", "--pack", tmp_path, "--lines").stderr


def test_every_mistake_of_a_pack_is_told_at_once(tmp_path):
    folder = tmp_path / "brook"
    shutil.copytree(HERE / "scenarios" / "packs" / "brook", folder)
    for name, old, new in [
        ("chapters", "end_page = 6", 'end_page = "six"'),
        ("chapters", "party = 2", "partie = 2"),
        ("tiles", "x = 2.0, y = 0.0", 'x = "two", y = 0.0'),
        ("encounters", "ditch_rat = 1", "dich_rat = 1"),
    ]:
        file = folder / f"{name}.toml"
        file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    (folder / "chapter.toml").write_text("x = 1\n")
    (folder / "minions.toml").write_text(
        '[mole]\nname = 3\nwords = "Digs."\nkinds = []\nsize = "small"\nattack = "melee"\nmost = 1\n'
        'cards = [{ battle = 2, defence = 1, effects = [{ on = "wounds", do = [{ verb = "poison", whom = 1 }] }] }]\n'
    )
    told = mousehole("pack", "check", folder)
    assert told.returncode == 1
    assert told.stdout.splitlines() == [
        "chapter.toml: no kind of content is called so; did you mean chapters.toml?",
        "chapters.toml:1: brook.party: this key is missing",
        "chapters.toml:6: brook.partie: there is no key partie here; did you mean party?",
        'chapters.toml:9: brook.end_page: a whole number is needed here, not "six"',
        "encounters.toml:5: moonrise.bands.1.minions.dich_rat: there is no minion dich_rat; did you mean ditch_rat?",
        "encounters.toml:6: moonrise.surge.minions.dich_rat: there is no minion dich_rat; did you mean ditch_rat?",
        "minions.toml:2: mole.name: a text in quotes is needed here, not 3",
        "minions.toml:8: mole.cards.1.effects.1.do.1.whom: there is no key whom here",
        'tiles.toml:17: b1a.spaces.w2.x: a number is needed here, not "two"',
        "9 mistakes",
    ]


def test_a_sound_pack_is_praised_and_drawn(tmp_path):
    folder = HERE / "scenarios" / "packs" / "brook"
    told = mousehole("pack", "check", folder)
    assert (told.returncode, told.stdout) == (0, "brook has no mistakes\n")
    assert mousehole("pack", "show", folder, "--out", tmp_path / "new").returncode == 0
    picture = (tmp_path / "new" / "b1a.svg").read_text("utf-8")
    root = ET.fromstring(picture)
    words = [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert words[:7] == ["b1a · Brook", "bank", "grove", "w1", "w2", "w3", "w4"]
    assert {"Minions come in", "the golden door", "water", "the flip space"} <= set(words)
    assert all(f"#mystics-{name}" in picture for name in ("water", "path", "exit-gold", "entry", "flip", "current"))


def test_companions_try_out_a_pack(honey):
    told = mousehole("pack", "try", honey, "--games", 12)
    name, won, *rest = told.stdout.splitlines()
    assert (told.returncode, name) == (0, "honey")
    assert re.fullmatch(r"  won \d+ of 12 games \(\d+%\)", won)
    assert any("half of the games ended by page" in line for line in rest)
    assert mousehole("pack", "try", honey, "--games", 12).stdout == told.stdout
    assert "gagnées sur 12" in mousehole("--language", "fr", "pack", "try", honey, "--games", 12).stdout
    assert mousehole("pack", "try", honey, "--games", 0).returncode == 2


def test_players_of_the_arena_play_a_pack(honey):
    asked = ("arena", "mystics", "--pack", honey, "--players", "medium,random", "--games", 4, "--json")
    told = mousehole(*asked, "--processes", 2)
    assert (told.returncode, told.stderr) == (0, "")
    companion, random = map(json.loads, told.stdout.splitlines())
    assert (companion["games"], random["paired"][0]["games"]) == (4, 4)
    assert mousehole(*asked, "--processes", 1, "--set", "chapter=honey").stdout == told.stdout
    assert mousehole(*asked, "--processes", 1, "--set", 'party=["wick","fenna"]').stdout != told.stdout


def test_a_pack_that_the_arena_cannot_use_is_told(honey, tmp_path):
    assert "mmm does not take content packs" in mousehole("arena", "mmm", "--pack", honey).stderr
    assert "there is no folder" in mousehole("arena", "mystics", "--pack", tmp_path / "none").stderr
    (tmp_path / "bare").mkdir()
    for command in ("arena", "play"):
        told = mousehole(command, "mystics", "--pack", tmp_path / "bare", MOUSEHOLE_DATA=str(tmp_path / "games"))
        assert (told.returncode, told.stderr) == (2, "mousehole: bare: there is no content file\n")
    assert "there is no chapter x" in mousehole("arena", "mystics", "--pack", honey, "--set", "chapter=x").stderr
    (tmp_path / "bare" / "minions.toml").write_text("[mole]\nname = 3\n")
    told = mousehole("arena", "mystics", "--pack", tmp_path / "bare")
    assert (told.returncode, told.stdout) == (2, "")
    assert re.fullmatch(r"mousehole: minions\.toml:1: mole\.\w+: .* \(6 more mistakes: .* check bare\)\n", told.stderr)


def test_texts_are_collected_for_translation_and_words_are_kept(honey):
    told = mousehole("pack", "words", honey)
    assert told.stdout.splitlines()[1] == "23 texts, 21 not translated"
    file = honey / "words" / "fr.po"
    text = file.read_text("utf-8")
    assert '#: minions.toml:2 honey_wasp.name\nmsgid "Honey wasp"\nmsgstr "Guêpe à miel"\n' in text
    assert "21 texts have no words yet" in mousehole("pack", "check", honey).stdout
    full = re.sub(r'msgid "(.+)"\nmsgstr ""', r'msgid "\1"\nmsgstr "\1 !"', text)
    file.write_text(full, "utf-8")
    assert mousehole("pack", "check", honey).stdout == "honey has no mistakes\n"
    slip = honey / "terrain.toml"
    slip.write_text(slip.read_text("utf-8").replace('name = "syrup"', 'name = "treacle"'), "utf-8")
    assert "terrain.toml:2: syrup.name: words/fr.po has no words for it yet" in mousehole("pack", "check", honey).stdout
    mousehole("pack", "words", honey)
    assert '#~ msgid "syrup"\n#~ msgstr "syrup !"\n' in file.read_text("utf-8")
    file.write_text(full.replace('msgstr "Guêpe', "msgstr Guêpe"), "utf-8")
    assert re.search(r"words/fr\.po:\d+: expected msgid", mousehole("pack", "check", honey).stdout)


def test_a_pack_is_played_in_french(honey, tmp_path):
    told = mousehole(
        "--language", "fr", "play", "mystics", "chapter=honey", "party=bram,pip", "--seats", "bot:medium",
        "--pack", honey, "--lines", MOUSEHOLE_DATA=str(tmp_path / "games"),
    )  # fmt: skip
    assert "L’étagère au miel" in told.stdout and "The Honey Shelf" not in told.stdout


def test_a_folder_that_is_no_pack_is_told(tmp_path):
    assert "there is no content file" in mousehole("pack", "check", tmp_path).stdout
    assert "there is no folder" in mousehole("pack", "check", tmp_path / "none").stderr
    assert "mmm does not take content packs" in mousehole("pack", "check", tmp_path, "--game", "mmm").stderr
