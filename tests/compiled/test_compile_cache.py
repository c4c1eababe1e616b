"""What was compiled is kept for the next start; nothing that is lost or broken there stops a game."""

import inspect
import os
import re
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from mousehole.compiled import compile_cache, compiler

pytestmark = pytest.mark.skipif(not compiler.fast(), reason="numba is not installed")

ROOT = Path(__file__).parents[2]
SOURCES = Path(compiler.__file__).parents[2]
WIDEN = (
    "read compiled/compile_cache.py beside numba/core/caching.py of that version, mend what differs, "
    "then change the range of the extra `fast` in pyproject.toml and run ./mousehole lock"
)
SHARED = """
from mousehole.compiled.compiler import compiled

@compiled()
def first(box):
    return box.price + 1
"""
OWN = """
from typing import NamedTuple
from shared import first

class Box(NamedTuple):
    price: int

print(first(Box({price})), sum(first.stats.cache_hits.values()))
"""


@pytest.fixture
def program(tmp_path):
    """Run a program beside a function that several share; it tells its result and how much it found compiled."""
    (tmp_path / "shared.py").write_text(SHARED)

    def run(name: str, price: int = 1) -> str:
        (tmp_path / f"{name}.py").write_text(OWN.format(price=price))
        path = os.pathsep.join([str(tmp_path), str(Path(compiler.__file__).parents[2])])
        env = os.environ | {"PYTHONPATH": path, "NUMBA_CACHE_DIR": str(tmp_path / "kept")}
        command = [sys.executable, "-c", f"import {name}"]
        return subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout.strip()

    return run


def kept(tmp_path):
    return sorted((tmp_path / "kept").rglob("*.kept"))


def test_each_package_finds_its_own_again_and_one_that_is_gone_stops_nobody(program, tmp_path):
    assert program("mill") == "2 0"
    assert program("guest") == "2 0"  # its type is called Box, too
    assert len(kept(tmp_path)) == 2
    (tmp_path / "guest.py").unlink()
    assert program("mill", price=5) == "6 1"


HELPED = {
    "helper.py": """
from mousehole.compiled.compiler import compiled

@compiled()
def scaled(x):
    return {factor} * x
""",
    "by_name.py": """
from mousehole.compiled.compiler import compiled
from {package}helper import scaled

@compiled()
def caller(x):
    return scaled(x) + 1
""",
    "figures.py": "FACTOR = {factor}\n",
    "by_figure.py": """
from mousehole.compiled.compiler import compiled
from {package}figures import FACTOR

@compiled()
def caller(x):
    return FACTOR * x + 1
""",
    "by_module.py": """
from mousehole.compiled.compiler import compiled
{module}

@compiled()
def caller(x):
    return helper.scaled(x) + 1
""",
}


@pytest.mark.parametrize("package", ["", "deep."])
@pytest.mark.parametrize("caller", ["by_name", "by_module", "by_figure"])
def test_a_caller_is_compiled_anew_when_one_of_its_helpers_changes(package, caller, tmp_path):
    home = tmp_path / "deep" if package else tmp_path
    home.mkdir(exist_ok=True)

    def told(factor):
        for name, text in HELPED.items():
            module = "from deep import helper" if package else "import helper"
            (home / name).write_text(text.format(factor=factor, package=package, module=module))
        env = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{SOURCES}", "NUMBA_CACHE_DIR": str(tmp_path / "kept")}
        asked = f"from {package}{caller} import caller; print(caller(10), sum(caller.stats.cache_hits.values()))"
        command = [sys.executable, "-c", asked]
        return subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout.strip()

    assert told(2) == "21 0"
    assert told(2) == "21 1"
    assert told(3) == "31 0"


SHARED_BY_ARGUMENT = """
from typing import Any, NamedTuple
from mousehole.compiled.compiler import compiled
from rules import worth

class Box(NamedTuple):
    worth: Any

@compiled()
def judged(box, x):
    return box.worth(x)

print(judged(Box(worth), 10))
"""


def test_a_function_is_compiled_anew_when_one_that_it_is_given_changes(tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "play.py").write_text(SHARED_BY_ARGUMENT)
    (tmp_path / "rules" / "__init__.py").write_text(
        SHARED.replace("first(box)", "worth(x)")
        .replace("box.price", "chance(x)")
        .replace("compiled\n\n", "compiled\nfrom rules.odds import chance\n\n")
    )
    env = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{SOURCES}", "NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    for factor in (2, 3):
        (tmp_path / "rules" / "odds.py").write_text(
            HELPED["helper.py"].format(factor=factor).replace("scaled", "chance")
        )
        told = subprocess.run(
            [sys.executable, "-c", "import play"], env=env, capture_output=True, text=True, check=True
        )
        assert told.stdout.strip() == str(factor * 10 + 1)


def test_a_torn_file_is_made_again(program, tmp_path):
    program("mill")
    (file,) = kept(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    assert program("mill") == "2 0"
    assert len(file.read_bytes()) == len(whole)


def test_without_a_place_to_keep_them_functions_are_compiled_all_the_same(monkeypatch):
    numba = pytest.importorskip("numba")
    asked = []

    def nowhere(**options):
        asked.append(options["cache"])
        if options["cache"]:
            raise RuntimeError("cannot cache function: no locator available")
        return lambda function: function

    monkeypatch.setattr(numba, "njit", nowhere)
    assert compiler.compiled()(len) is len
    assert asked == [True, False]


def test_the_installed_numba_is_one_whose_private_files_are_known():
    numba, project = pytest.importorskip("numba"), tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (wanted,) = map(Requirement, project["project"]["optional-dependencies"]["fast"])
    assert numba.__version__ in wanted.specifier, f"numba {numba.__version__} is not {wanted}: {WIDEN}"


def test_the_locked_numba_is_in_the_range():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (wanted,) = map(Requirement, project["project"]["optional-dependencies"]["fast"])
    (locked,) = re.findall(r"^numba==(\S+)", (ROOT / "locks" / "fast.txt").read_text("utf-8"), re.MULTILINE)
    assert locked in wanted.specifier, f"numba {locked} is locked, but {wanted} is wanted: {WIDEN}"


def test_numba_still_has_the_private_files_that_ours_take_the_place_of():
    numba = pytest.importorskip("numba")
    own = numba.njit(cache=True)(plus_one)._cache._cache_file
    absent = [name for name in ("_index_path", "_version", "_source_stamp", "load", "save") if not hasattr(own, name)]
    assert not absent, f"numba {numba.__version__} has no {absent}: {WIDEN}"
    assert (named(own.load), named(own.save)) == (["key"], ["key", "data"]), WIDEN
    assert callable(numba.core.serialize.dumps), WIDEN


def plus_one(number):
    return number + 1


def named(method):
    """List what a method takes."""
    return list(inspect.signature(method).parameters)


def test_versions_nobody_used_for_long_are_swept_away(monkeypatch, tmp_path):
    monkeypatch.setattr(compile_cache, "folder", lambda: tmp_path / "compiled-now")
    monkeypatch.setattr(compile_cache, "cache_folder", lambda: tmp_path)
    for name, days in (("compiled-now", 90), ("compiled-old", 90), ("compiled-used", 90), ("solved-old", 90)):
        aged(tmp_path / name, days)
    aged(tmp_path / "compiled-used" / "warm", 2)
    compile_cache.sweep()
    assert sorted(left.name for left in tmp_path.iterdir()) == ["compiled-now", "compiled-used", "solved-old"]


def aged(folder, days):
    """Make a folder that was last used some days ago."""
    folder.mkdir()
    then = time.time() - days * 86_400
    for each in (folder, folder.parent):
        os.utime(each, (then, then))
