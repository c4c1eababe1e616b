"""The layout is the architecture."""

import ast
import sys
import zipfile

from hatchling.build import build_wheel

from tests.house import tree

VAGUE = {"util", "utils", "helper", "helpers", "manager", "common", "misc", "data", "info"}
GAME_FILES = {"__init__.py", "ledger.toml", "words/fr.po"}
GAME_MODULES = {"moves", "state", "rules", "scene", "story"}  # each a file, or a room of several


def core():
    return [(path, ast.parse(path.read_text("utf-8"))) for path in sorted(tree.SOURCE.glob("core/**/*.py"))]


def imported(module):
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_core_imports_the_standard_library_and_msgspec_alone():
    allowed = sys.stdlib_module_names | {"msgspec"}
    names = {name for _, module in core() for name in imported(module)}
    assert {n for n in names if n.split(".")[0] not in allowed and not f"{n}.".startswith("mousehole.core.")} == set()
    assert "msgspec" in names


def test_every_public_function_and_class_of_core_says_what_its_name_cannot():
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    public = [(p.name, n) for p, m in core() for n in m.body if isinstance(n, kinds) and not n.name.startswith("_")]
    assert len(public) > 20
    assert [f"{file}: {node.name}" for file, node in public if not ast.get_docstring(node)] == []


def test_any_game_is_spelt_once():
    texts = {path: path.read_text("utf-8") for path in tree.SOURCE.rglob("*.py")}
    assert [path.name for path, text in texts.items() if "Game[Any, Any, Any]" in text] == ["game.py"]


def test_no_module_has_a_vague_name():
    assert [path for path in tree.SOURCE.rglob("*") if path.stem in VAGUE] == []


def test_every_game_has_the_files_of_a_game():
    games = [path.parent for path in tree.SOURCE.glob("games/*/__init__.py")]
    missing = [game / name for game in games for name in GAME_FILES if not (game / name).is_file()]
    missing += [game / name for game in games for name in GAME_MODULES if not is_module(game / name)]
    assert len(games) >= 4
    assert missing == []


def is_module(path):
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def test_every_package_is_marked():
    folders = {path.parent for path in tree.SOURCE.rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_the_wheel_carries_every_file_of_the_package(tmp_path, monkeypatch):
    monkeypatch.chdir(tree.ROOT)
    wheel = zipfile.ZipFile(tmp_path / build_wheel(str(tmp_path)))
    inside = {name for name in wheel.namelist() if name.startswith("mousehole/")}
    wanted = {p.relative_to(tree.ROOT / "src").as_posix() for p in tree.files() if p.is_relative_to(tree.SOURCE)}
    assert wanted <= inside
    assert "mousehole/core/game.py" in wanted
