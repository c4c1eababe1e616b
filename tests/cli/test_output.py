"""Commands write to streams of any encoding, and JSON that every program reads."""

import io
import json
import subprocess
import sys

import pytest

from mousehole.cli.main import main
from mousehole.cli.streams import as_json, bare
from tests.cli.test_cli import ROOT, mousehole
from tests.cli.test_solve import BOARD

MMM = ROOT / "examples" / "mmm.json"
COMMANDS = [["games"], ["rules", "mmm"], ["replay", str(MMM)], ["--help"], ["audit", str(MMM)], ["fly"]]


def narrow(monkeypatch, encoding, *arguments):
    """Run a command in this process on streams of an encoding; the exit code and what was written."""
    streams = {name: io.TextIOWrapper(io.BytesIO(), encoding=encoding) for name in ("stdout", "stderr")}
    for name, stream in streams.items():
        monkeypatch.setattr(sys, name, stream)
    code = main(["--language", "fr", *arguments])
    for stream in streams.values():
        stream.flush()
    return code, "".join(stream.buffer.getvalue().decode(encoding) for stream in streams.values())


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "utf-8"])
@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda words: words[0])
def test_every_command_can_write_to_streams_of_any_encoding(monkeypatch, encoding, arguments):
    code, text = narrow(monkeypatch, encoding, *arguments)
    assert code == (2 if arguments == ["fly"] else 0)
    assert text and "?" not in text.replace(" ?", "")


def test_letters_that_a_stream_lacks_are_written_more_plainly(monkeypatch):
    assert "montrer les jeux de l'etagere" in narrow(monkeypatch, "ascii", "--help")[1]
    assert "montrer les jeux de l’étagère" in narrow(monkeypatch, "cp1252", "--help")[1]


def test_a_board_keeps_its_lines_in_plain_letters():
    assert "".join(map(bare, "╔═╗│║━─┼🐭")) == "+=+||=-+?"


@pytest.mark.parametrize("encoding", ["cp1252", "ascii:strict"])
def test_a_process_with_narrow_streams_reviews_and_plays(encoding, tmp_path):
    env = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "MOUSEHOLE_DATA": str(tmp_path)}
    told = mousehole("--language", "fr", "review", MMM, "--games", "1", **env)
    assert told.returncode == 0, told.stderr
    told = mousehole("--language", "fr", "play", "mmm", stdin="\n1\nquit\n", **env)
    assert told.returncode == 0, told.stderr


def test_json_is_written_in_ascii_without_a_loss():
    value = {"é": ["…", "🐭", "plain", "\u2028"]}
    assert as_json(value).isascii() and json.loads(as_json(value)) == value


def test_solved_chances_have_the_same_keys_in_every_language(tmp_path):
    board = tmp_path / "own.toml"
    board.write_text(BOARD)
    asked = ("solve", "mmm", "--json", "--board", board)
    english, french = (mousehole("--language", code, *asked, MOUSEHOLE_DATA=tmp_path).stdout for code in ("en", "fr"))
    assert english == french
    page = json.loads(english)
    assert (page["game"], page["policy"], page["chances"][0]["when"]) == ("mmm", "", "cat 1 step away")
    assert all(0 < one["chance"] < 1 for one in page["chances"])


@pytest.mark.parametrize("command", ["play", "solve"])
def test_a_board_that_is_not_text_gets_words(command, tmp_path):
    board = tmp_path / "rand.bin"
    board.write_bytes(b"\xff\xfe\x00\x81")
    told = mousehole(command, "mmm", "--board", board, MOUSEHOLE_DATA=tmp_path)
    assert told.returncode == 2
    assert told.stderr.splitlines() == [f"mousehole: {board}: this is not text in UTF-8"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["mmm", "--resume", "nope"], "no table nope"),
        (["mmm", "--resume"], "There is no saved game to continue."),
        (["mmm", "players=2", "--resume", "nope"], "keeps its set-up"),
        (["chess", "--resume", "nope"], "there is no game chess"),
    ],
)
def test_a_saved_game_that_is_not_there_is_not_begun_anew(arguments, words, tmp_path):
    told = mousehole("play", *arguments, stdin="1\n", MOUSEHOLE_DATA=tmp_path)
    assert told.returncode == 2
    assert words in told.stderr


def test_the_last_game_of_a_kind_goes_on(tmp_path):
    for game in ("mmm", "chopchop"):
        mousehole("play", game, stdin="quit\n", MOUSEHOLE_DATA=tmp_path)
    told = mousehole("play", "mmm", "--resume", stdin="quit\n", MOUSEHOLE_DATA=tmp_path)
    assert told.returncode == 0 and "Mmm!" in told.stdout
    told = mousehole("play", "--resume", stdin="quit\n", MOUSEHOLE_DATA=tmp_path)
    assert "Chop" in told.stdout
    told = mousehole("play", "mousewarming", "--resume", stdin="quit\n", MOUSEHOLE_DATA=tmp_path)
    assert told.returncode == 2


def test_help_answers_without_loading_a_game_or_the_shelf():
    code = "import sys; from mousehole.cli.main import main; main(['--help']); "
    code += "print({'mousehole.core.game', 'mousehole.shelf'} & set(sys.modules), file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.stderr.splitlines()[-1] == "set()"
