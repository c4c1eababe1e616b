"""The order in which saved games reach the disk inside a browser, where SQLite's own calls to flush arrive nowhere."""

import base64
import json
import shutil
import subprocess
from pathlib import Path

import pytest

FILES = Path(__file__).parents[2] / "src/mousehole/offline/shell/saved_files.js"
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
SIZES = """
const { fileSystem } = await import("data:text/javascript;base64," + process.argv[1]);
let size = 0, room = 100, asked = 0;
const games = {
  getSize: () => (asked++, size),
  write: (bytes, { at }) => (at + bytes.length > room ? 3 : ((size = Math.max(size, at + bytes.length)), bytes.length)),
  truncate: (to) => (size = to),
  flush: () => {},
};
const FS = { createNode: (parent, name) => ({ name }), ErrnoError: Error };
const root = fileSystem(FS, { games }, () => {}).mount({});
const stream = { node: root.node_ops.lookup(root, "games"), position: 0 };
const { llseek, write } = stream.node.stream_ops;
const told = [];
const tell = () => told.push([stream.node.node_ops.getattr(stream.node).size, llseek(stream, 0, 2), size]);
for (const [bytes, at] of [[8, 0], [8, 4], [4, 0], [50, 90]]) {
  try { write(stream, new Uint8Array(bytes), 0, bytes, at); } catch { size = 13; }
  tell();
}
stream.node.node_ops.setattr(stream.node, { size: 2 });
tell();
console.log(JSON.stringify([told, asked]));
"""
FULL = """
const { fileSystem } = await import("data:text/javascript;base64," + process.argv[1]);
const done = [];
const quota = () => { throw Object.assign(new Error(), { name: "QuotaExceededError" }); };
const broken = () => { throw Object.assign(new Error(), { name: "InvalidStateError" }); };
for (const write of [() => 4294967288, () => 3, quota, broken, () => 4294967292]) {
  class ErrnoError { constructor(number) { this.errno = number; } }
  const FS = { createNode: (parent, name) => ({ name }), ErrnoError };
  const root = fileSystem(FS, { games: { getSize: () => 0, write } }, (what) => done.push(what)).mount({});
  const stream = { node: root.node_ops.lookup(root, "games") };
  try {
    done.push(stream.node.stream_ops.write(stream, new Uint8Array(8), 0, 8, 0));
  } catch (error) {
    done.push(error.errno);
  }
}
console.log(JSON.stringify(done));
"""
NO_SPACE, BROKEN = 51, 29


def ran(script):
    node = shutil.which("node")
    if not node:
        pytest.skip("NO NODE: the files of saved games were not tried; install Debian's package nodejs")
    code = base64.b64encode(FILES.read_bytes()).decode()
    command = [node, "--input-type=module", "-e", script, code]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_a_full_device_and_files_that_are_gone_are_told_however_the_browser_says_it():
    assert ran(FULL) == [*["full", NO_SPACE] * 3, *["gone", BROKEN] * 2]


def test_how_long_a_file_is_is_known_after_whatever_happened_to_it_and_seldom_asked():
    told, asked = ran(SIZES)
    assert told == [[size] * 3 for size in (8, 12, 12, 13, 2)]
    assert asked == 3  # at first, after words that did not fit, and after a cut


def test_the_journal_is_on_the_disk_before_the_games_and_they_before_it_is_cut():
    assert ran(COMMIT) == [
        *("write journal", "write journal", "flush journal"),
        *("write games", "write games", "flush games"),
        *("cut journal", "flush journal"),
    ]
