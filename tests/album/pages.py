"""Pages of albums for tests, as short as they can be."""

from itertools import count

import msgspec
from msgspec import Raw

from mousehole import shelf
from mousehole.core.game import Over
from mousehole.web.album.memory import Measure, Memory, Sitter

names = count()
DAY = 24 * 3600.0
ME = Sitter("person", "mice", "Anna", mine=True)
BEN = Sitter("person", "mice", "Ben", face="cap")
CAT = Sitter("bot", "cat", level="strong")


def page(game="mmm", won=True, day=0.0, sitters=(ME,), setup=None, **fields):
    """A game that was won or lost on a day."""
    mine = [seat for seat, sitter in enumerate(sitters) if sitter.mine]
    over = Over(
        tuple(mine) if won else (), "gathered" if won else "cat", 3 if won else -3, "win-2" if won else "loss-2"
    )
    fields = {"over": over, "clean": True, "title": "", "plies": 9, "edition": 1, "group": "g", **fields}
    written = msgspec.json.encode(setup or shelf.find(game).setup())
    return Memory(
        table=f"t{next(names)}", game=game, setup=Raw(written), ended=day * DAY + 1e9, sitters=sitters, **fields
    )


def measured(loss=0.0, lowest=0.5, exact=True, decisions=20):
    return Measure(decisions, loss, lowest, exact)
