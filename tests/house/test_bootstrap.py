"""The bootstrap is read by whatever Python a person has."""

import ast
import shutil
import subprocess
import sys

import pytest

from tests.house import tree

NEWER = (ast.JoinedStr, ast.NamedExpr, ast.AnnAssign, ast.Match, ast.AsyncFunctionDef, ast.Await)
OLDER = [f"python{version}" for version in ("2.7", "3.5", "3.6", "3.7", "3.8", "3.9", "3.10")]


def modern(source):
    """List what a Python before 3.6 could not parse."""
    try:
        module = ast.parse(source, feature_version=(3, 7))
    except SyntaxError as error:
        return [str(error)]
    nodes = [node for node in ast.walk(module) if isinstance(node, NEWER)]
    return [f"line {getattr(node, 'lineno', '?')}: {type(node).__name__}" for node in nodes]


def test_it_uses_the_grammar_of_an_old_python():
    assert modern((tree.ROOT / "mousehole").read_text()) == []


@pytest.mark.parametrize("line", ["f'{x}'", "x: int = 1", "(x := 1)", "def f(a, /): pass", "match x:\n  case 1: pass"])
def test_newer_grammar_is_noticed(line):
    assert modern(line)


def test_every_older_python_at_hand_gets_the_message():
    for python in filter(shutil.which, OLDER):
        done = subprocess.run([python, tree.ROOT / "mousehole"], capture_output=True, text=True, check=False)
        told = done.returncode == 1 and done.stderr.startswith("mousehole needs Python 3.11 or newer")
        assert told or "command not found" in done.stderr, done.stderr


def test_it_writes_letters_that_every_stream_can_carry():
    assert (tree.ROOT / "mousehole").read_bytes().isascii()


def test_it_needs_the_standard_library_alone():
    names = {
        a.name
        for n in ast.walk(ast.parse((tree.ROOT / "mousehole").read_text()))
        if isinstance(n, ast.Import)
        for a in n.names
    }
    assert {name for name in names if name.split(".")[0] not in sys.stdlib_module_names} == set()
    assert "os" in names
