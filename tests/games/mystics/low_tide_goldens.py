"""Golden records of *The Tide That Stayed Out*; `python -m tests.games.mystics.low_tide_goldens` writes them anew."""

from pathlib import Path

from mousehole.core.game import Over
from mousehole.core.record import dump, plies
from mousehole.games.mystics import GAME
from mousehole.games.mystics.moves import Setup
from mousehole.games.mystics.packs.library import campaigns
from mousehole.games.mystics.rules.campaign import endings
from mousehole.players.arena import played

FOLDER = Path(__file__).parent / "golden" / "low_tide"
PACK = next(pack for pack in campaigns() if pack.name and pack.name.name == "low_tide")
TRIES = 2000  # games until a wanted end has to have come


def endings_of(record):
    """The names of the endings that a record tells; none after a defeat."""
    last = list(plies(GAME, record))[-1]
    assert isinstance(last.turn, Over)
    return last.state, [one.name for one in endings(last.state)] if last.turn.winners else []


def written():
    """Play the whole campaign once, then chapters by themselves until every other ending has been told."""
    told, setup = set(), Setup(chapter=PACK.campaign.chapters[0], pack=PACK.name)
    for chapter in PACK.campaign.chapters:
        record, state, names = wanted(setup, chapter, bool)
        yield chapter, record
        told |= set(names)
        setup = GAME.sequel(setup, state, ())
    for chapter, page in PACK.chapters.items():
        for name in [one.name for one in page.endings if chapter in PACK.campaign.chapters and one.name not in told]:
            record, _, _ = wanted(Setup(chapter=chapter, pack=PACK.name), name, lambda names, name=name: name in names)
            yield name.lower().replace(" ", "_"), record


def wanted(setup, seed, fits):
    """Play until a game ends as it should."""
    for number in range(TRIES):
        record, _ = played(GAME, setup, ("strong",), f"low tide/{seed}", number)
        state, names = endings_of(record)
        if fits(names):
            return record, state, names
    raise LookupError(seed)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for file, record in written():
        (FOLDER / f"{file}.json").write_bytes(dump(record))
