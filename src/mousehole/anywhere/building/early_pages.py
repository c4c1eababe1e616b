"""Pages that are the same for everybody, written beforehand: they are there before Python is."""

import tempfile
from pathlib import Path

import msgspec

from mousehole import shelf
from mousehole.anywhere.browser_house import open_house
from mousehole.anywhere.requests import Origin
from mousehole.core.words import languages


async def early_pages(base: str) -> dict[str, dict[str, bytes]]:
    """The shelf and how to play each game, by language and path."""
    paths = ["", *(f"learn/{name}" for name in shelf.names())]
    with tempfile.TemporaryDirectory() as folder:
        origin = msgspec.json.encode(Origin("localhost", base=base)).decode()
        house = await open_house(origin, str(Path(folder) / "early.db"), _unheard, _unheard)
        try:
            return {name: {path: await house.page_ahead(path, name) for path in paths} for name in languages()}
        finally:
            await house.close()


def _unheard(*told: object) -> None:
    pass
