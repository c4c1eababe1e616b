"""The bootstrap, tried on a tiny project whose one package is a wheel beside it: real installers, no network."""

import base64
import hashlib
import json
import os
import runpy
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PYPROJECT = """
[project]
name = "mousehole"
version = "7.8"
scripts = { mousehole = "mousehole.cli:main" }
"""
MAIN = """
import sys, importlib.metadata, cheese
print(sys.argv[1:], cheese.AGE, importlib.metadata.version("mousehole"))
sys.exit(len(sys.argv) - 1)
"""
TESTS = '[tool.mousehole.tests]\nquick = ["tests"]\nthorough = []\nbrowser = []\n'
PYTHON_CHECKS = ["format", "lint", "types", "imports", "house"]
CLIENT = ["client types", "client lint"]
BLOCKED = "raise ImportError('not on this machine')\n"


def bake(folder, version):
    """Make a wheel by hand and return the line that locks it."""
    info, wheel = f"cheese-{version}.dist-info", folder / f"cheese-{version}-py3-none-any.whl"
    files = {
        "cheese.py": f"AGE = {version}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: cheese\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},sha256={digest(text)},{len(text)}\n" for name, text in files.items())
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in (*files.items(), (f"{info}/RECORD", f"{record}{info}/RECORD,,\n")):
            archive.writestr(name, text)
    return f"cheese @ {wheel.as_uri()} --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n"


def digest(text):
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "a house with spaces"
    (root / "src/mousehole").mkdir(parents=True)
    (root / "locks").mkdir()
    shutil.copy(ROOT / "mousehole", root)
    (root / "pyproject.toml").write_text(PYPROJECT)
    (root / "src/mousehole/__init__.py").touch()
    (root / "src/mousehole/__main__.py").write_text(MAIN)
    (root / "locks/play.txt").write_text(bake(tmp_path, 1))
    (root / "locks/fast.txt").touch()
    return root


def command(project, *args, path="", blocked=()):
    """Return how to start the project with a given search path, some modules hidden from Python."""
    hidden = project.parent / "hidden"
    hidden.mkdir(exist_ok=True)
    for name in blocked:
        (hidden / f"{name}.py").write_text(BLOCKED)
    keep = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL_ENV"))}
    env = keep | {"PATH": path, "PYTHONPATH": str(hidden), "PIP_NO_INDEX": "1", "UV_OFFLINE": "1"}
    return {"args": [sys._base_executable, str(project / "mousehole"), *args], "env": env, "text": True}


def start(project, *args, **how):
    return subprocess.run(**command(project, *args, **how), capture_output=True, check=False)


def uv_folder():
    found = shutil.which("uv")
    return str(Path(found).parent) if found else ""


@pytest.mark.parametrize("path", ["", uv_folder()], ids=["pip", "whatever is here"])
def test_the_first_start_sets_up_and_the_second_is_quiet(project, path):
    first = start(project, "one", "--two", path=path)
    assert (first.stdout, first.returncode) == ("['one', '--two'] 1 7.8\n", 2), first.stderr
    assert first.stderr.startswith("Setting up mousehole (once) ...\n")
    second = start(project)
    assert (second.stdout, second.stderr, second.returncode) == ("[] 1 7.8\n", "", 0)


def test_the_environment_has_the_command_itself(project):
    start(project)
    folder = project / ".venv" / ("Scripts" if os.name == "nt" else "bin")
    done = subprocess.run([folder / "mousehole", "x"], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("['x'] 1 7.8\n", 1)


def test_a_changed_lock_installs_again_and_keeps_the_rest(project):
    start(project)
    (project / ".venv/mark").touch()
    (project / "locks/play.txt").write_text(bake(project.parent, 2))
    again = start(project)
    assert (again.stdout, again.stderr.splitlines()[0]) == ("[] 2 7.8\n", "Updating mousehole ...")
    assert (project / ".venv/mark").exists()


def test_an_interrupted_set_up_starts_afresh(project):
    start(project)
    (project / ".venv/mark").touch()
    (project / ".venv/ready-play").unlink()
    again = start(project)
    assert (again.stdout, again.stderr.splitlines()[0]) == ("[] 1 7.8\n", "Setting up mousehole (once) ...")
    assert not (project / ".venv/mark").exists()


def test_a_moved_folder_sets_itself_up_anew(project):
    start(project)
    moved = project.rename(project.parent / "elsewhere")
    assert "Setting up" in start(moved).stderr
    assert start(moved).stdout == "[] 1 7.8\n"


def test_two_starts_at_once_set_up_once(project):
    both = [subprocess.Popen(**command(project), stdout=-1, stderr=-1) for _ in range(2)]
    answers = [process.communicate() for process in both]
    assert [out for out, _ in answers] == ["[] 1 7.8\n"] * 2
    assert sorted("Setting up" in err for _, err in answers) == [False, True]


def test_debian_without_its_venv_package_will_do(project):
    done = start(project, blocked=["ensurepip"])
    assert (done.stdout, done.returncode) == ("[] 1 7.8\n", 0), done.stderr


def test_without_any_installer_it_says_what_to_install(project):
    done = start(project, blocked=["ensurepip", "pip"])
    assert done.returncode == 1
    assert "neither uv nor pip is here" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_package_that_is_not_as_locked_is_refused(project):
    lock = project / "locks/play.txt"
    lock.write_text(lock.read_text().rstrip()[:-4] + "0000\n")
    done = start(project)
    assert done.returncode == 1
    assert "hash" in done.stderr.lower()
    assert "could not be installed" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Setting up" in start(project).stderr


def test_a_missing_optional_package_stops_nobody(project):
    (project / "locks/fast.txt").write_text("wasmtime==0.0.1 --hash=sha256:" + "0" * 64 + "\n")
    done = start(project)
    assert (done.stdout, done.returncode) == ("[] 1 7.8\n", 0)
    assert "going on without it" in done.stderr
    assert start(project).stderr == ""


def test_the_manual_is_built_where_the_person_stands_with_packages_that_players_do_without(project):
    (project / "docs").mkdir()
    (project / "docs/make_site.py").write_text("import sys, cheese; print(sys.argv[1:], cheese.AGE)")
    start(project)
    (project / "locks/docs.txt").write_text(bake(project.parent, 3))
    plan = command(project, "docs", "out")
    done = subprocess.run(**plan, cwd=project.parent, capture_output=True, check=False)
    assert done.stdout == f"{[str(project.parent / 'out')]} 3\n", done.stderr
    assert "what writes the manual" in done.stderr


def test_an_old_python_is_told_so(project):
    trick = (
        "import sys, runpy; sys.version_info = (3, 5, 2, 'final', 0); runpy.run_path(sys.argv[1], run_name='__main__')"
    )
    plan = command(project)
    plan["args"] = [sys.executable, "-c", trick, str(project / "mousehole")]
    done = subprocess.run(**plan, capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("mousehole needs Python 3.11 or newer; this is Python 3.5.2")


def steps(done):
    return [line for line in done.stdout.splitlines() if line.startswith("==")]


def test_it_names_all_failed_checks_and_runs_the_others(project, monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    (project / "locks/dev.txt").touch()
    done = start(project, "check")
    assert done.returncode == 1
    assert steps(done)[:5] == ["== format", "== lint", "== types", "== imports", "== house"]
    assert [line.partition(": node")[0] for line in steps(done)[5:7]] == [f"== {name}: SKIPPED" for name in CLIENT]
    assert steps(done)[-1] == "== check: FAILED: format, lint, types, imports, house"


def test_in_ci_a_client_that_cannot_be_checked_is_a_failure(project, monkeypatch):
    monkeypatch.setenv("CI", "true")
    (project / "locks/dev.txt").touch()
    assert steps(start(project, "check"))[-1].endswith("house, client types, client lint")


@pytest.fixture
def client(project):
    """Tools for the client that are packages beside it: real npm, no network."""
    if not shutil.which("npm"):
        pytest.skip("NO NPM: how the client's tools are fetched was not tried; install Debian's package npm")
    folder = project / "tools/client"
    for package, program in (("typescript", "bin/tsc"), ("eslint", "bin/eslint.js")):
        (folder / package / "bin").mkdir(parents=True)
        (folder / package / "package.json").write_text(json.dumps({"name": package, "version": "1.0.0"}))
        (folder / package / program).write_text("console.log(process.argv.slice(2).join(' '))\n")
    (folder / "package.json").write_text(
        json.dumps({"dependencies": {n: f"file:{n}" for n in ("typescript", "eslint")}})
    )
    lock = ["npm", "install", "--package-lock-only", "--offline", "--no-audit", "--no-fund"]
    subprocess.run(lock, cwd=folder, check=True, capture_output=True)
    (project / "locks/dev.txt").touch()
    return folder


def test_the_tools_of_the_client_are_fetched_once_and_again_when_their_lock_changes(project, client):
    path = os.pathsep.join({str(Path(shutil.which(name)).parent) for name in ("node", "npm", "sh")})
    first, second = start(project, "check", path=path), start(project, "check", path=path)
    assert steps(first)[5:] == ["== client types", "== client lint", "== check: FAILED: " + ", ".join(PYTHON_CHECKS)]
    assert "--project tools" in first.stdout
    assert ["with npm" in done.stderr for done in (first, second)] == [True, False]
    (client / "package-lock.json").write_text((client / "package-lock.json").read_text() + "\n")
    assert "with npm" in start(project, "check", path=path).stderr


def commanded(*args):
    """What the bootstrap prepares and runs for a command, without doing it."""
    bootstrap = runpy.run_path(str(ROOT / "mousehole"))
    done = []
    bootstrap["main"].__globals__.update(prepare=done.append, in_root=done.append)
    bootstrap["main"](list(args))
    return done


DEFAULTS = ["-m", "pytest", "-n", "auto", "--dist", "worksteal", "--durations=10"]
LISTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mousehole"]["tests"]
QUICK = ["--ring", "quick", *(f"--ignore={name}" for name in LISTS["thorough"]), *LISTS["quick"]]


@pytest.mark.parametrize("given", [[], ["tests/web", "-k", "sit"], ["-n", "0"], ["tests/core", "tests/web"]])
def test_tests_run_on_all_cores_whatever_is_asked_for(given):
    assert commanded("test", *given) == ["dev", [*DEFAULTS, *given]]


@pytest.mark.parametrize(
    ("given", "level", "run"),
    [
        (["quick"], "quick", QUICK),
        (["quick", "-x"], "quick", [*QUICK, "-x"]),
        (["quick", "tests/core"], "quick", ["--ring", "quick", "tests/core"]),
        (["quick", "tests/web"], "dev", ["--ring", "quick", "tests/web"]),
        (["long", "--one-in", "9"], "dev", ["--ring", "long", "--one-in", "9"]),
        (["tests/core/test_words.py::test_x", "-k", "y"], "quick", ["tests/core/test_words.py::test_x", "-k", "y"]),
        (["./tests/table/", "tests/core"], "quick", ["./tests/table/", "tests/core"]),
        (["tests/games/mmm"], "dev", ["tests/games/mmm"]),
        (["tests/games/mmm/test_solver.py"], "dev", ["tests/games/mmm/test_solver.py"]),
        (["tests/browser/test_form.py"], "browser", ["tests/browser/test_form.py"]),
    ],
)
def test_a_ring_and_a_folder_fetch_no_more_than_they_need(given, level, run):
    assert commanded("test", *given) == [level, [*DEFAULTS, *run]]


def test_the_lists_of_rings_name_what_is_there():
    assert [name for names in LISTS.values() for name in names if not (ROOT / name).exists()] == []


def test_a_layer_beside_another_leaves_it_ready(project):
    """The quick tests' packages come beside those of players, and neither is fetched again."""
    (project / "pyproject.toml").write_text(PYPROJECT + TESTS)
    start(project)
    (project / "locks/quick.txt").write_text(bake(project.parent, 4))
    (project / "src/pytest.py").write_text("import sys, cheese; print(cheese.AGE, sys.argv[-1])")
    (project / "tests").mkdir()
    first, second = start(project, "test", "quick"), start(project, "test", "quick")
    assert (first.stdout, second.stdout, second.stderr) == ("4 tests\n", "4 tests\n", ""), first.stderr
    assert "what runs the quick tests" in first.stderr
    assert start(project).stderr == ""


def project_says(*arguments, folder):
    return subprocess.run(
        [sys.executable, ROOT / "mousehole", *arguments], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("command", ["test", "check", "types", "docs", "lock"])
def test_commands_of_the_project_explain_themselves_and_do_nothing(command, tmp_path):
    told = project_says(command, "--help", folder=tmp_path)
    assert (told.returncode, told.stderr) == (0, "") and told.stdout.startswith(f"./mousehole {command} ")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("arguments", [["bench"], ["bench", "nothing"], ["bench", "--help"]])
def test_benches_are_listed_where_none_of_them_is_named(arguments, tmp_path):
    told = project_says(*arguments, folder=tmp_path)
    assert told.returncode == (0 if "--help" in arguments else 2) and "benches: campaigns, " in told.stdout
    assert "checkouts" not in told.stdout and "coverage" in told.stdout
