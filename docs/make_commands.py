"""Writes the page of all commands from what they say about themselves."""

import os

from mousehole.cli.main import COMMANDS, Parser, command_at, overview
from mousehole.core.words import voice

HEAD = """# Every command
In a checkout `./mousehole` stands for `mousehole`; on Windows it is `py mousehole`. Each command explains itself with
`--help`, and what it says is what stands here.
"""
BLOCK = "```\n{}\n```\n"


def pages():
    """The page, by its name."""
    os.environ["COLUMNS"] = "88"  # argparse wraps its lines there
    parts = [f"\n## {name}\n{BLOCK.format(explained(name))}" for name in COMMANDS]
    return {"commands.md": HEAD + "\n" + BLOCK.format(overview("en")) + "".join(parts)}


def explained(name):
    """What a command says about itself."""
    place, about = COMMANDS[name]
    parser = Parser(f"mousehole {name}", voice("en")(about))
    command_at(place).arguments(parser)
    return parser.format_help().strip()
