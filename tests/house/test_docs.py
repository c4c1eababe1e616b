"""What is written about the project holds."""

import re
import tomllib

import mousehole
from tests.house import tree

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
WRITTEN = {
    "commands.md",
    "environment-numbers.md",
    "examples.md",
    "games.md",
    "pack-keys.md",
    "reference.md",
    "reference-games.md",
}  # by `./mousehole docs` alone


def pages():
    return {name: text for name, text in tree.texts(".md") if not name.startswith("src/")}


def version():
    return tomllib.loads((tree.ROOT / "pyproject.toml").read_text())["project"]["version"]


def anchors(text):
    titles = re.findall(r"^#+ +(.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def broken(name, link):
    path, _, anchor = link.partition("#")
    if path in WRITTEN and name.startswith("docs/"):
        return False  # tests/docs/test_site.py follows it in the site
    target = (tree.ROOT / name).parent / path if path else tree.ROOT / name
    return not target.exists() or bool(anchor and anchor not in anchors(target.read_text("utf-8")))


def test_every_relative_link_leads_somewhere():
    links = [(name, link) for name, text in pages().items() for link in LINK.findall(text) if "://" not in link]
    assert [f"{name}: {link}" for name, link in links if broken(name, link)] == []


def test_a_broken_link_is_noticed():
    assert broken("CHANGELOG.md", "nowhere.md")
    assert broken("CHANGELOG.md", "CHANGELOG.md#nothing-of-that-name")
    assert broken("CHANGELOG.md", "commands.md")
    assert not broken("CHANGELOG.md", "CONTRIBUTING.md#dependencies")


def test_the_version_is_one_and_the_changelog_knows_it():
    assert mousehole.__version__ == version()
    assert re.search(rf"^## {re.escape(version())}\b", pages()["CHANGELOG.md"], re.MULTILINE)


def test_every_part_of_the_house_stands_in_the_architecture_page():
    page = pages().get("ARCHITECTURE.md", "")
    parts = {path.stem for path in tree.SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert [part for part in sorted(parts) if page and not part.startswith("__") and part not in page] == []
