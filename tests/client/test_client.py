"""The browser's modules that need no browser, tried by node's own runner."""

import shutil
import subprocess

import msgspec
import pytest

from mousehole import shelf
from mousehole.core.record import load
from mousehole.core.words import voice
from mousehole.host import at_ply
from mousehole.host.concurrency import done
from mousehole.host.stored_table import Begun, adding
from mousehole.table import Chair, Sit, Table
from mousehole.web.live.frames import film
from tests.house import tree

FOLDER = tree.ROOT / "tests" / "client"
FLOOR = 18


def node():
    """Find node, or skip loudly: in CI that fails."""
    found = shutil.which("node")
    if not found:
        pytest.skip("NO NODE: the client's unit tests did not run; install Debian's package nodejs")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.lstrip("v").partition(".")[0]) < FLOOR:
        pytest.skip(f"NODE {version} IS TOO OLD: the client's unit tests did not run; {FLOOR} or newer will do")
    return found


def test_node_finds_nothing_wrong():
    files = sorted(FOLDER.glob("*.test.mjs"))
    done = subprocess.run([node(), "--test", *files], capture_output=True, text=True, check=False)
    print(done.stdout, done.stderr)
    assert files
    assert done.returncode == 0


def recorded(path):
    """A golden game as a film, every scene whole and as changes."""
    game, record = load(path.read_bytes(), shelf.find)
    table = Table("golden", game, record.setup, None)
    for seat in range(len(table.chairs)):
        table.add(table.propose(Sit(seat, Chair("person", f"Mouse {seat}"))))
    done(adding(table, Begun(record.events)))
    say = voice("fr", game.package).naming(table.names(["" for _ in table.chairs]))
    frames = [at_ply(table, ply, 0) for ply in range(table.ply + 1)]
    whole, changes = (list(film(table, frames, (0,), say, wished)) for wished in (False, True))
    return {"name": str(path), "whole": whole, "changes": changes}


@pytest.mark.parametrize("game", shelf.every(), ids=lambda game: game.name)
def test_changes_lead_through_golden_games_to_the_very_scenes(game, tmp_path):
    records = sorted((tree.ROOT / "tests" / "games" / game.name / "golden").glob("*.json"))[:2]
    films = tmp_path / "films.json"
    films.write_bytes(msgspec.json.encode([recorded(path) for path in records]))
    command = [node(), FOLDER / "whole_games.mjs", films]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert records
    assert done.returncode == 0, done.stderr
