"""Wheel and source distribution: built, installed into an empty environment, and used outside of the repository."""

import email
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.installing import install
from tests.web.browser import Browser

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WHOLE = re.compile(r'(?:href|src)="(/(?:static|art)/[^"#]+)')


def build(source, out, *kinds):
    command = [sys.executable, "-m", "hatchling", "build", *kinds, "-d", str(out)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder with both distributions."""
    out = tmp_path_factory.mktemp("dist")
    build(ROOT, out)
    return out


@pytest.fixture(scope="module")
def wheel(built):
    return next(built.glob("*.whl"))


@pytest.fixture(scope="module")
def metadata(wheel):
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return email.message_from_string(archive.read(name).decode("utf-8"))


@pytest.fixture(scope="module")
def home(wheel, metadata, tmp_path_factory):
    """An empty environment with the wheel and what its extra `web` asks for, and nothing else."""
    home = tmp_path_factory.mktemp("empty")
    venv.EnvBuilder(symlinks=os.name != "nt", with_pip=False).create(home)
    for name in needed(metadata.get_all("Requires-Dist"), "web"):
        copy(distribution(name), next(home.rglob("site-packages")))
    install(python(home), wheel)
    return home


def needed(lines, extra):
    """List the distributions that requirements ask for, with all that these ask for."""
    names, waiting = set(), [(Requirement(line), extra) for line in lines]
    while waiting:
        wanted, extra = waiting.pop()
        if (not wanted.marker or wanted.marker.evaluate({"extra": extra})) and wanted.name not in names:
            names.add(wanted.name)
            waiting += [(Requirement(line), "") for line in distribution(wanted.name).requires or ()]
    return names


def copy(found, site):
    for file in found.files:
        if ".." not in file.parts and "__pycache__" not in file.parts:
            (site / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(found.locate_file(file), site / file)


def python(home):
    return next((home / ("Scripts" if os.name == "nt" else "bin")).glob("python*"))


def outside(home, *arguments, **options):
    """Run the environment's Python in a folder that knows nothing of the repository."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {
        "MOUSEHOLE_DATA": str(home / "data")
    }
    command = [python(home), "-P", *map(str, arguments)]
    return subprocess.run(command, cwd=home, env=env, capture_output=True, text=True, check=False, **options)


def test_the_metadata_are_those_of_a_published_project(metadata):
    marks = metadata.get_all("Classifier")
    versions = {mark.rpartition(" ")[2] for mark in marks if mark.startswith("Programming Language :: Python :: 3.")}
    assert versions == {"3.11", "3.12", "3.13"}, "no more than was run: docs/versions.md"
    assert "Operating System :: OS Independent" not in marks
    kinds = {mark.partition(" :: ")[0] for mark in marks}
    assert {"Development Status", "Intended Audience", "Operating System", "Topic", "Typing"} <= kinds
    assert set(metadata.get_all("Provides-Extra")) == set(PROJECT["project"]["optional-dependencies"])
    assert not {"dev", "bench"} & set(metadata.get_all("Provides-Extra"))
    assert {"dev", "bench"} <= set(PROJECT["dependency-groups"])


def test_the_description_shows_no_picture_and_no_link_that_leads_nowhere(metadata):
    text = metadata.get_payload()
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert "## If you write programs" in text and "docs/deploy.md" in text
    assert "![" not in text and "<img" not in text and not re.search(r"\]\((?!https?:|#)", text)
    assert "on a phone" not in text, "the head of a table of pictures"


def test_the_description_is_for_somebody_who_has_installed_it(metadata):
    text = metadata.get_payload()
    assert 'pip install "mousehole[' in text and "## Whose games these are" in text
    assert "./mousehole" not in text and "CONTRIBUTING" not in text
    extras = re.search(r"mousehole\[(.*?)\]", text)[1].split(",")
    assert {*extras, "rl", "spiel", "pictures", "data", "gpu"} <= {*metadata.get_all("Provides-Extra")}


def test_both_distributions_hold_the_same_package(built, wheel, tmp_path):
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    assert (source / "tests").is_dir() and (source / "CITATION.cff").is_file() and (source / "LICENSE").is_file()
    build(source, tmp_path / "again", "-t", "wheel")
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(next((tmp_path / "again").glob("*.whl"))) as two:
        assert {file.filename: file.CRC for file in one.infolist()} == {
            file.filename: file.CRC for file in two.infolist()
        }


def test_a_manual_that_was_built_travels_along(built, tmp_path):
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    page = source / "src/mousehole/web/manual/index.html"
    page.parent.mkdir(exist_ok=True)
    page.write_text("<h1>All about mice</h1>", "utf-8")
    assert (source / ".gitignore").is_file()  # which names that folder
    build(source, tmp_path / "dist")
    with zipfile.ZipFile(next((tmp_path / "dist").glob("*.whl"))) as wheel:
        assert "mousehole/web/manual/index.html" in wheel.namelist()
    with tarfile.open(next((tmp_path / "dist").glob("*.tar.gz"))) as archive:
        assert any(name.endswith("/web/manual/index.html") for name in archive.getnames())


def test_every_file_of_the_source_travels(wheel):
    tracked = subprocess.run(["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True, check=False)
    if tracked.returncode:
        pytest.skip("this is not a checkout")
    with zipfile.ZipFile(wheel) as archive:
        assert {name.removeprefix("src/") for name in tracked.stdout.splitlines()} <= set(archive.namelist())


def test_the_program_of_the_readme_runs(home):
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    told = outside(home, "-c", program)
    assert "Over(" in told.stdout.splitlines()[-1], told.stderr
    told = outside(home, "-c", "import mousehole; print(mousehole.__file__)")
    assert str(ROOT) not in told.stdout


def test_a_game_is_played_and_every_command_explains_itself(home):
    told = outside(home, "-m", "mousehole", "play", "mmm", input="\n1\nquit\n")
    assert told.returncode == 0 and "Your game is kept" in told.stdout, told.stderr
    assert "Mice and Mystics" in outside(home, "-m", "mousehole", "games").stdout
    told = outside(home, "-m", "mousehole", "new", "piglets")
    assert told.returncode == 2 and "--package" in told.stderr
    assert outside(home, "-m", "mousehole", "new", "piglets", "--package", home / "piglets").returncode == 0


def test_the_pages_and_all_they_name_are_served(home):
    env = {**os.environ, "MOUSEHOLE_DATA": str(home / "web"), "PYTHONUNBUFFERED": "1"}
    env.pop("PYTHONPATH", None)
    command = [python(home), "-P", "-m", "mousehole", "web", "--no-browser", "--port", "0"]
    with subprocess.Popen(
        command, cwd=home, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            browser = Browser(int(next(row for row in server.stdout if "127.0.0.1:" in row).rpartition(":")[2]))
            pages = [browser.get(path) for path in ("/", "/new/mmm", "/learn/mystics")]
            assert [page.status for page in pages] == [200] * 3
            named = {path for page in pages for path in WHOLE.findall(page.text)}
            assert len(named) > 5
            assert dict.fromkeys(named, 200) == {path: browser.get(path).status for path in named}
            table = browser.follow(browser.post("/play/mmm"))
            assert table.status == 200
        finally:
            server.kill()
