"""Writes the pages of the examples: every program, and the files of the example adventure."""

import ast
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
KINDS = ("*.py", "games/*.py", "learning/*.py")
HEAD = """# Examples
Short programs to start from, three games of one file, and programs that learn. They are the files of `examples/`, and
tests run them, those of `learning/` where what they need is installed. A whole game of a package of its own is
[Nibbles](nibbles.md).
"""
WELL = """# The Frozen Well
A complete content pack of Mice and Mystics, in English and French: the files of `examples/frozen_well`. [Your own
adventure](own-adventure.md) explains how to write one, and [every key of a content pack](pack-keys.md) lists what may
stand in them.
"""

NIBBLES = """# Nibbles
A complete little game in a package of its own, with hands of cards that nobody else sees and a choice that all make at
the same time: the modules of `examples/nibbles`. [Writing a game](writing-a-game.md) explains the pieces.
"""


def pages():
    """All pages, by their names."""
    programs = "".join(program(path) for kind in KINDS for path in sorted(EXAMPLES.glob(kind)))
    files = "".join(map(content, sorted((EXAMPLES / "frozen_well").glob("*.toml"))))
    modules = "".join(map(module, sorted((EXAMPLES / "nibbles" / "nibbles").glob("*.py"))))
    return {"examples.md": HEAD + programs, "frozen-well.md": WELL + files, "nibbles.md": NIBBLES + modules}


def program(path):
    """One program, with what it says about itself in front."""
    text = path.read_text("utf-8")
    words = ast.get_docstring(ast.parse(text))
    return f"\n## {path.name}\n{words}\n\n```python\n{text}```\n"


def module(path):
    """One module of the example game."""
    return f"\n## {path.name}\n```python\n{path.read_text('utf-8')}```\n"


def content(path):
    """One file of the adventure."""
    return f"\n## {path.name}\n```toml\n{path.read_text('utf-8')}```\n"
