"""Writes the description of the package for a registry: README.md, where relative pictures and links lead nowhere."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"!\[[^\]]*\]\((?!https?:)[^)]*\)|<img [^>]*>")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)[^)]*\)")
NOTE = "\nThe pages and pictures that this text speaks of are in the source distribution.\n"


class LongDescription(MetadataHookInterface):
    """Fills in the field `readme` of the project."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Take the README as it is, without what a registry cannot show."""
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": described(text)}


def described(text: str) -> str:
    """Leave out pictures and tables of pictures; say only the words of links that lead into the tree."""
    blocks = [block for block in text.split("\n\n") if not only_pictures(block)]
    return LINK.sub(r"\1", PICTURE.sub("", "\n\n".join(blocks))) + NOTE


def only_pictures(block: str) -> bool:
    """Whether nothing is left of a block without its pictures, a table's head aside."""
    rows = block.splitlines()[2:] if block.startswith("|") else [block]
    return bool(PICTURE.search(block)) and not any(PICTURE.sub("", row).strip(" |\n") for row in rows)
