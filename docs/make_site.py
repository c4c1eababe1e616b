"""Builds the manual as a site: `./mousehole docs [DIR]`; by default where the server shows it at /docs."""

import os
import re
import runpy
import shutil
import sys
import tempfile
from pathlib import Path

DOCS = Path(__file__).parent
ROOT = DOCS.parent
SOURCE = ROOT / "src" / "mousehole"
SHOWN = SOURCE / "web" / "manual"
AROUND = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "ARCHITECTURE.md": "architecture.md"}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
MARK = re.compile(r'<symbol id="house-mark" viewBox="([^"]*)"[^>]*>(.*?)</symbol>', re.DOTALL)
REPAIRS = {  # what the server forbids inside of pages, and what screen readers and keyboards miss
    'style="display: none;"': 'class="icons-to-use"',
    'style="opacity: 50%"': 'opacity="0.5"',
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
    "<pre>": '<pre tabindex="0">',
}
ROWS = re.compile(r'<dl>\n((?:<dd><em class="sig-param">.*?</dd>\n)+)</dl>')  # of a long signature: they define nothing
MORE = "\n```{{toctree}}\n:hidden:\n:caption: More\n{}\n```\n"
# each has `pages()`: names and texts
MAKERS = ("make_commands", "make_examples", "make_games", "make_keys", "make_numbers", "make_reference")


def main(arguments):
    """Put the pages together, and let Sphinx write them; every warning is a mistake."""
    from sphinx.cmd.build import main as sphinx

    out = Path(arguments[0] if arguments else SHOWN).resolve()
    with tempfile.TemporaryDirectory() as folder:
        source, built = Path(folder, "source"), Path(folder, "html")
        assemble(source)
        options = ["-b", "html", "-W", "--keep-going", "-q", "-c", str(DOCS / "site")]
        if sphinx([*options, "-d", str(Path(folder, "kept")), str(source), str(built)]):
            return 1
        finish(built)
        replace(out, built)
    print(out / "index.html")
    return 0


def assemble(source):
    """Write every page and picture into one folder."""
    shutil.copytree(DOCS / "pictures", source / "pictures")
    for page in (*DOCS.glob("*.md"), *DOCS.glob("design/*.md")):
        (source / place(page.relative_to(ROOT))).write_text(linked(page), "utf-8")
    for name, target in AROUND.items():
        (source / target).write_text(linked(ROOT / name), "utf-8")
    for maker in MAKERS:
        for name, text in runpy.run_path(str(DOCS / f"{maker}.py"))["pages"]().items():
            (source / name).write_text(text, "utf-8")
    list_others(source)


def list_others(source):
    """Name the pages that no list of the index names, so that a new page is never lost."""
    index = source / "index.md"
    text = index.read_text("utf-8")
    listed = {*text.splitlines(), "index"}
    if others := sorted(page.stem for page in source.glob("*.md") if page.stem not in listed):
        index.write_text(text + MORE.format("\n".join(others)), "utf-8")


def linked(page):
    """The text of a page, whose links lead to pages of the site."""
    return LINK.sub(lambda link: led(page, *link.groups(default="")), page.read_text("utf-8"))


def led(page, picture, words, target, anchor):
    """Write a link as the site has it; a source file has no page there, so its words remain."""
    if "://" in target:
        return f"{picture}[{words}]({target}{anchor})"
    path = Path(os.path.normpath(page.parent / target)).relative_to(ROOT)
    if path.parts[0] in ("src", "deploy", "bench"):
        return words
    return f"{picture}[{words}]({place(path)}{anchor})"


def place(path):
    """Where a file of the project stands in the site."""
    if path.parts[:2] == ("docs", "design"):
        return f"design-{path.name}"
    if path.parts[0] == "docs":
        return path.relative_to("docs").as_posix()
    if path.parts[:2] == ("examples", "frozen_well"):
        return "frozen-well.md"
    if path.parts[:2] == ("examples", "nibbles"):
        return "nibbles.md"
    if path.parts[0] == "examples":
        return "examples.md" + (f"#{path.name.replace('.', '')}" if path.suffix else "")
    return AROUND[path.as_posix()]


def finish(built):
    """Repair the pages, draw the mark for the tabs of browsers, and leave out what only a next build would need."""
    texts = {path: path.read_text("utf-8") for path in built.glob("*.html")}
    for old, new in REPAIRS.items():
        assert any(old in text for text in texts.values()), f"no page holds {old}: is that repair still needed?"
        texts = {path: text.replace(old, new) for path, text in texts.items()}
    for path, text in texts.items():
        path.write_text(ROWS.sub(in_rows, text), "utf-8")
    symbol = MARK.search((SOURCE / "art" / "sprites.svg").read_text("utf-8"))
    mark = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{symbol[1]}">{symbol[2]}</svg>'
    (built / "_static" / "mark.svg").write_text(mark, "utf-8")
    (built / ".buildinfo").unlink(missing_ok=True)
    shutil.rmtree(built / "_sources", ignore_errors=True)


def in_rows(signature):
    """Write the rows of a long signature without the tags of definitions."""
    rows = signature[1].replace("<dd>", '<span class="sig-row">').replace("</dd>", "</span>")
    return f'<span class="sig-rows">{rows}</span>'


def replace(out, built):
    """Put the new site in the place of the old one; a folder that holds something else is left alone."""
    if out.exists() and any(out.iterdir()) and not (out / "searchindex.js").exists():
        sys.exit(f"{out} is not empty and holds no manual")
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(built, out)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
