"""Writes the description of the package for a registry: README.md for somebody who has installed it.

There, relative pictures and links lead nowhere, and the commands of a checkout do not exist.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"!\[[^\]]*\]\((?!https?:)[^)]*\)|<img [^>]*>")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)[^)]*\)")
NOTE = "\nThe pages and pictures that this text speaks of are in the source distribution.\n"
OF_A_CHECKOUT = re.compile(r"## (?:Two commands|Read on)\n.*?(?=^## )", re.DOTALL | re.MULTILINE)
INSTALL = """## Install
You need Python 3.11 or newer.

```
pip install "mousehole[web,terminal,fast]"
mousehole            # opens the browser: your family can play within a minute
mousehole play       # plays in the terminal
mousehole --help     # what else it can do
```
The rules alone need `pip install mousehole` and bring one other package, msgspec. `rl` and `spiel` are for
environments, `pictures` for PNG, `data` for datasets, `gpu` for graphics cards. The manual is at `/docs` of the page
that opens.

"""


class LongDescription(MetadataHookInterface):
    """Fills in the field `readme` of the project."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Take the README as it is, without what a registry cannot show."""
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": described(text)}


def described(text: str) -> str:
    """Say how it is installed; leave out pictures, and of links that lead into the tree all but the words."""
    head, *rest = OF_A_CHECKOUT.split(text)
    text = (head + INSTALL + "".join(rest)).replace("`./mousehole", "`mousehole")
    blocks = [block for block in text.split("\n\n") if not only_pictures(block)]
    return LINK.sub(r"\1", PICTURE.sub("", "\n\n".join(blocks))) + NOTE


def only_pictures(block: str) -> bool:
    """Whether nothing is left of a block without its pictures, a table's head aside."""
    rows = block.splitlines()[2:] if block.startswith("|") else [block]
    return bool(PICTURE.search(block)) and not any(PICTURE.sub("", row).strip(" |\n") for row in rows)
