"""Parts of a game are named by where they are, typed, and loaded when they are asked for."""

import subprocess
import sys
from math import pi

import pytest

from mousehole.core.game import Parts

SEEN = "import sys; from mousehole import shelf; [*shelf.every()]; print(*{seen})"


def test_a_part_is_loaded_when_it_is_asked_for_and_nothing_where_none_is_named():
    parts = Parts(doubt="math:pi", value="there.is.no:such_module")
    assert parts.doubt is pi
    assert parts.kernel is None


def test_whether_a_part_is_there_can_be_asked_without_loading_it():
    parts = Parts(kernel="there.is.no:such_module")
    assert Parts.kernel in parts
    assert Parts.value not in parts
    with pytest.raises(ModuleNotFoundError):
        _ = parts.kernel


def test_a_misspelt_part_fails_where_it_is_written_and_where_it_is_read():
    with pytest.raises(TypeError, match="unexpected keyword argument 'valeu'"):
        Parts(valeu="math:pi")
    with pytest.raises(AttributeError):
        _ = Parts().valeu


@pytest.mark.parametrize("place", ["", "math", "math:", ":pi", "math.pi", "math:pi:e", "a/b:c", "math:p i"])
def test_what_names_no_place_is_refused_at_once(place):
    with pytest.raises(ValueError, match='doubt: expected "module:name"'):
        Parts(doubt=place)


def test_parts_are_frozen():
    parts = Parts(doubt="math:pi")
    with pytest.raises(AttributeError):
        parts.doubt = "math:e"
    assert parts.doubt is pi


def test_a_game_taken_off_the_shelf_brings_no_compiler_and_no_solver():
    seen = "[m for m in sys.modules if m.startswith(('wasmtime', 'numpy', 'mousehole.players')) or '.solver' in m]"
    told = subprocess.run([sys.executable, "-c", SEEN.format(seen=seen)], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == ""


def test_help_of_the_commands_takes_no_game_off_the_shelf():
    told = "import sys; from mousehole.cli import main; main(['--help']); print('mousehole.shelf' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"
