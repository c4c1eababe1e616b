"""Over 200 wrong calls of all commands: each gets words and exit code 2, never a traceback, in UTF-8 and in ASCII."""

import io
import json
import os
import sys

import pytest

from mousehole import shelf
from mousehole.cli.main import COMMANDS, main
from mousehole.core.record import dump
from mousehole.testing import random_record
from tests.cli.test_cli import mousehole

MMM = shelf.find("mmm")
PAGE = json.loads(dump(random_record(MMM, MMM.setup(players=2), b"\x07", 12)[0]))
FILES = {
    "empty": b"",
    "binary": b"\xff\xfe\x00\x81\x8d",
    "nul": b"\x00",
    "list": b"[]",
    "object": b"{}",
    "null": b"null",
    "number": b"1e999",
    "open": b'{"game": "mmm", "edition":',
    "nested": b"[" * 100_000,
    "toml": b'pantry = """\nB Q\n"""\n',
    "untoml": b"a = = 1\n[[[",
    "chess": json.dumps({**PAGE, "game": "chess"}).encode(),
    "odd setup": json.dumps({**PAGE, "setup": {"players": "many"}}).encode(),
    "odd event": json.dumps({**PAGE, "events": [{"type": "fly"}]}).encode(),
    "late event": json.dumps({**PAGE, "events": [*PAGE["events"], {"type": "gather"}, 7]}).encode(),
    "odd seed": json.dumps({**PAGE, "seed": "zz"}).encode(),
    "lone half": b'{"game": "\\ud800"}',
}
NOWHERE = ["nowhere.json", ".", "", "\udcff\udcfe", "x" * 5000, "nowhere/at/all.json"]
BOARDS = ["empty", "binary", "nul", "list", "toml", "untoml"]


def record_calls():
    files = [*(f"{{}}/{name}" for name in FILES), *NOWHERE]
    for command in ("replay", "audit", "picture", "review"):
        yield from ([command, file] for file in files)
        yield from ([command], [command, "--fly", "x"], [command, "{}/good", "more"])
    yield from (["picture", "{}/good", "--ply", ply] for ply in ("-1", "999", "x", "9" * 40))
    yield from (["picture", "{}/good", "-o", to] for to in ("{}", "{}/no/such/folder.svg", "x" * 5000))
    yield from (["review", "{}/good", option, "x"] for option in ("--seat", "--games"))


def board_calls():
    boards = [*(f"{{}}/{name}" for name in BOARDS), *filter(None, NOWHERE)]
    for command in ("play", "solve"):
        yield from ([command, "mmm", "--board", file] for file in boards)
        yield from ([command, game] for game in ("chess", "é", "\udcff", "x" * 3000))
        yield [command, "chopchop", "--board", "{}/toml"]
    options = ("--side x", "--steps 0", "--steps -1", "--steps 99", "--steps x", "--policy x", "--on tpu", "--fly")
    yield from (["solve", "mmm", *option.split()] for option in options)
    yield from (["solve"], ["solve", "mystics"])


def play_calls():
    wrong = (
        "players",
        "players=9",
        "players=x",
        "=1",
        "steps=" + "9" * 60,
        "side=three",
        "fly=1",
        "board=Q",
    )
    yield from (["play", "mmm", field] for field in wrong)
    yield from (["play", "mmm", "--seats", who] for who in ("bot:nobody", ",,,,,,,,,", "bot:\udcff"))
    yield from (
        ["play", game, "--pack", folder] for game in ("mmm", "mystics") for folder in ("{}/no", "{}", "{}/empty")
    )
    yield from (
        ["play", "mmm", "--hints", "maybe"],
        ["play", "mmm", "--resume", "nope"],
        ["play", "--resume", "\udcff"],
    )


def author_calls():
    yield from (["rules"], ["rules", "chess"], ["rules", "mmm", "--proofs", "--tests", "no"], ["rules", "mmm", "--fly"])
    yield from (["games", "x"], ["games", "--fly"], ["schema"], ["schema", "mmm", "{}/out"], ["schema", "chess", "x"])
    yield from (["schema", "mystics", "{}/empty"], ["schema", "mystics", "x" * 5000])
    names = ("", "A", "class", "json", "mmm", "a b", "../x", "é" * 3)
    yield from (["new", name, "--package", "{}/box"] for name in names)
    yield from (["new"], ["new", "piglets", "--package", "{}/empty"], ["new", "piglets", "--package", "x" * 5000])
    yield from (["scenario"], ["scenario", "{}/toml", "--game", "chess"], ["scenario", "{}/toml", "--game", "mmm"])
    yield from (["scenario", file] for file in ["{}/binary", "{}/nul", "{}/list", "{}/untoml", "{}/toml", *NOWHERE])
    wrong = ([], ["{}/no"], ["{}/empty"], ["{}"], ["x" * 5000], ["{}", "--game", "mmm"], ["{}", "--game", "chess"])
    yield from (["pack", verb, *rest] for verb in ("check", "show", "try") for rest in wrong)
    yield from (["pack", "words", *rest] for rest in wrong if rest != ["{}"])
    yield from (["pack"], ["pack", "fly", "{}"])


def other_calls():
    arena = ("--players nobody", "--players ,", "--against nobody", "--games 0", "--games -1", "--games x", "--pack no")
    arena += (
        "--processes 0",
        "--processes x",
        "--on mars",
        "--set players",
        "--set players=9",
        "--set fly=1",
        "--set =",
    )
    yield from (["arena", "mmm", *words.split()] for words in (*arena, "--fly"))
    yield from (["arena"], ["arena", "chess"], ["arena", "mmm", "--set", "board=\udcff"])
    web = (
        "--port 99999999",
        "--port -1",
        "--port x",
        "--public-url mice",
        "--limit fly=1",
        "--limit x",
        "--fly",
        "more",
    )
    yield from (
        ["web", "--no-browser", *words.split()] for words in (*web, "--limit sockets=x", "--keep-days x", "--pack no")
    )
    yield from (
        ["fly"],
        ["é"],
        ["\udcff"],
        ["--fly"],
        ["-x"],
        ["--language", "fr", "fly"],
        ["--language=zz", "fly"],
        [""],
    )


def upkeep_calls():
    stores = (
        "mysql://x",
        "nowhere.db",
        "\udcff",
        "x" * 5000,
        "postgresql://127.0.0.1:1/x",
        "postgresql://[",
        "{}/binary",
    )
    for command in (["verify"], ["backup", "b"], ["admin", "tables"], ["worker"]):
        yield from ([*command, "--store", store] for store in stores)
        yield from ([*command, "--config", "nowhere.toml"], [*command, "--config", "{}/untoml"], [*command, "--fly"])
    yield from (
        ["backup"],
        ["backup", "{}/good"],
        ["backup", ""],
        ["backup", "x" * 5000],
        ["backup", "no/b"],
        ["restore"],
    )
    yield from (["restore", file] for file in [*(f"{{}}/{name}" for name in FILES), *NOWHERE])
    yield from (["rescue", file] for file in ("{}/good", "nowhere.db", "", "x" * 5000, "\udcff"))
    yield from (["move-store", *words] for words in ([], ["{}"], ["nowhere", "there"], ["{}/binary", "there"]))
    yield from (["move-store", store, "there"] for store in stores)
    yield from (["admin"], ["admin", "fly"], ["admin", "remove"], ["admin", "close", "\udcff"], ["worker"])
    yield from (["compile", "mmm"], ["compile", "--fly"])
    yield from (["pages"], ["pages", "{}"], ["pages", "{}/good"], ["pages", "site", "--base", "a b"])


def puzzle_calls():
    files = [*(f"{{}}/{name}" for name in FILES), *NOWHERE]
    yield from (["puzzles", "mmm", "--check", file] for file in files if file)
    yield from (["puzzles", game] for game in ("chess", "é", "\udcff", "x" * 3000))
    options = (
        "--easy x",
        "--easy -1",
        "--hard 1e9",
        "--hard 999999",
        "--fly",
        "players=99",
        "players",
        "=",
        "board=x",
        "--write .",
    )
    yield from (["puzzles", "mmm", *option.split()] for option in options)
    yield from (["puzzles"], ["puzzles", "mystics"])


def benchmark_calls():
    files = [*(f"{{}}/{name}" for name in FILES), "{}/good", *NOWHERE]
    yield from (["benchmark", "check", file] for file in files)
    yield from (["benchmark", "--task", task] for task in ("", "chess", "\udcff"))
    players = ("nobody", "", ":", "os:nothing", "nowhere:Nobody", "os:path", "os:sep")
    yield from (["benchmark", "run", "--task", "mmm-6", "--games", "1", "--player", one] for one in players)
    options = ("run --games -1", "run --games x", "dataset --positions 0", "dataset --positions x", "fly", "run --fly")
    yield from (["benchmark", *option.split()] for option in options)
    yield from (["benchmark", "check"], ["benchmark", "run", "{}/good"])
    yield ["benchmark", "dataset", "--task", "chess"]


CALLS = [
    *record_calls(),
    *board_calls(),
    *play_calls(),
    *author_calls(),
    *other_calls(),
    *upkeep_calls(),
    *puzzle_calls(),
    *benchmark_calls(),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    home = tmp_path_factory.mktemp("wrong")
    for name, content in {**FILES, "good": json.dumps(PAGE).encode()}.items():
        (home / name).write_bytes(content)
    return home


@pytest.fixture
def called(folder, tmp_path, monkeypatch):
    """Call a command in this process, on streams of an encoding; the exit code and what was written."""
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path))
    monkeypatch.setenv("MOUSEHOLE_PACKS", "")
    monkeypatch.chdir(tmp_path)

    def call(words, encoding):
        streams = {name: io.TextIOWrapper(io.BytesIO(), encoding=encoding) for name in ("stdin", "stdout", "stderr")}
        for name, stream in streams.items():
            monkeypatch.setattr(sys, name, stream)
        try:
            code = main([word.replace("{}", str(folder)) for word in words])
        except SystemExit as left:
            code = left.code
        except Exception as error:  # noqa: BLE001
            code = repr(error)
        for name in ("stdout", "stderr"):
            streams[name].flush()
        return code, b"".join(streams[name].buffer.getvalue() for name in ("stdout", "stderr")).decode(encoding)

    return call


def test_there_are_over_200_wrong_calls_and_some_of_every_command():
    assert len({tuple(words) for words in CALLS}) > 200
    assert {words[0] for words in CALLS if words} >= set(COMMANDS)


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("command", [*COMMANDS, "none"])
def test_a_wrong_call_gets_words_and_never_a_traceback(called, command, encoding):
    mine = [words for words in CALLS if (words[0] if words[0] in COMMANDS else "none") == command]
    assert mine
    wrong = []
    for words in mine:
        for language in ("en", "fr"):
            code, told = called(["--language", language, *words], encoding)
            if code not in (1, 2) or not told.strip() or "Traceback" in told:
                wrong.append((words, code, told[-300:]))
    assert wrong == []


@pytest.mark.parametrize(
    "words", [["replay", "{}/binary"], ["play", "mmm", "--board", "{}/binary"], ["picture", "{}/nested"], ["é", "…"]]
)
@pytest.mark.parametrize("encoding", ["ascii:strict", "cp1252", "utf-8"])
def test_a_process_of_its_own_says_it_too(folder, words, encoding, tmp_path):
    env = {
        "PYTHONIOENCODING": encoding,
        "PYTHONUTF8": "0",
        "MOUSEHOLE_DATA": str(tmp_path),
        "LC_ALL": os.environ.get("LC_ALL", "C"),
    }
    told = mousehole(*(word.replace("{}", str(folder)) for word in words), **env)
    assert told.returncode == 2
    assert told.stderr and "Traceback" not in told.stderr
