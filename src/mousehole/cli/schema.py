"""`mousehole schema GAME DIR`."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from mousehole import shelf
from mousehole.core.words import Trouble, line, voice


def arguments(parser: ArgumentParser) -> None:
    """Take the game, and where to write."""
    parser.add_argument("game")
    parser.add_argument("folder", type=Path, metavar="DIR", help="created if it does not exist")


def run(asked: Namespace, language: str) -> int:
    """Write a JSON Schema for every kind of content file of a game, for editors."""
    schemas = shelf.find(asked.game).parts.schemas
    if schemas is None:
        raise Trouble(line("{game} has no content files with a schema", game=asked.game))
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name, schema in schemas().items():
        file = asked.folder / f"{Path(name).stem}.schema.json"
        file.write_text(json.dumps(schema, indent=2) + "\n", "utf-8")
        print(voice(language)(line("written: {file}", file=str(file))))
    return 0
