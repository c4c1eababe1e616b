"""The order in which saved games reach the disk inside a browser, where SQLite's own calls to flush arrive nowhere."""

import base64
import json
import shutil
import subprocess
from pathlib import Path

import pytest

FILES = Path(__file__).parents[2] / "src/mousehole/anywhere/shell/saved_files.js"
COMMIT = """
const { fileSystem } = await import("data:text/javascript;base64," + process.argv[1]);
const done = [];
const handle = (name) => ({
  getSize: () => 0,
  write: (bytes) => (done.push(`write ${name}`), bytes.length),
  truncate: () => done.push(`cut ${name}`),
  flush: () => done.push(`flush ${name}`),
});
const FS = { createNode: (parent, name, mode) => ({ name, mode }), ErrnoError: Error };
const root = fileSystem(FS, { games: handle("games"), journal: handle("journal") }, () => {}).mount({});
const [games, journal] = ["games", "journal"].map((name) => ({ node: root.node_ops.lookup(root, name) }));
const write = (stream) => stream.node.stream_ops.write(stream, new Uint8Array(8), 0, 8, 0);
for (const stream of [journal, journal, games, games]) write(stream);
journal.node.node_ops.setattr(journal.node, { size: 0 });
console.log(JSON.stringify(done));
"""


def test_the_journal_is_on_the_disk_before_the_games_and_they_before_it_is_cut():
    node = shutil.which("node")
    if not node:
        pytest.skip("NO NODE: the order of writing was not tried; install Debian's package nodejs")
    code = base64.b64encode(FILES.read_bytes()).decode()
    done = subprocess.run(
        [node, "--input-type=module", "-e", COMMIT, code], capture_output=True, text=True, check=True, timeout=60
    )
    assert json.loads(done.stdout) == [
        *("write journal", "write journal", "flush journal"),
        *("write games", "write games", "flush games"),
        *("cut journal", "flush journal"),
    ]
