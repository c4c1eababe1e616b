"""The golden records of Mousewarming Party: `python -m tests.games.mousewarming.goldens` finds and writes them anew."""

from pathlib import Path

from mousehole.core.game import Over
from mousehole.core.record import dump, plies
from mousehole.games.mousewarming import GAME
from mousehole.games.mousewarming.moves import MICE, Bonus, Setup
from mousehole.players.arena import played

FOLDER = Path(__file__).with_name("golden")
USE = {mouse: "nap" if mouse == "mommy" else mouse for mouse in MICE}
# burrows are always there to run to, so what the sprinter is refused is food
ABILITY = USE | {"sprinter": "food"}
PARTNER = {
    "mommy": "traveler",
    "slingshot": "sprinter",
    "ninja": "fitness",
    "sprinter": "traveler",
    "fitness": "slingshot",
    "traveler": "ninja",
}


def ended(reason, won):
    """Look for an ending."""
    return lambda record, over: over.reason == reason and bool(over.winners) == won


def used(mouse):
    """Look for a game in which a mouse uses its ability."""
    return lambda record, over: any(isinstance(e, Bonus) and e.use == USE[mouse] for e in record.events)


def refused(mouse):
    """Look for a game in which cheese is rolled and the rules do not offer this ability."""
    return lambda record, over: any(ABILITY[mouse] not in uses for uses in offered(record))


def offered(record):
    """List what each cheese roll of a game may be used for, a sprint by its target."""
    turns = [ply.turn for ply in plies(GAME, record) if ply.state.stage == "bonus"]
    return [{action.target or action.use for action in turn.actions} for turn in turns]


def pair(mouse, **more):
    return Setup(mice=(mouse, PARTNER[mouse]), abilities=True, **more)


# name: set-up, who plays, and what is looked for
WANTED = {
    "table.won": (Setup(players=3), "greedy", ended("table", True)),
    "pantry.won": (Setup(), "greedy", ended("pantry", True)),
    "pantry.lost": (Setup(golden=(0, 1), players=2), "greedy", ended("pantry", False)),
    "feeders.won": (Setup(mice=("ninja", "fitness"), abilities=True), "greedy", ended("feeders", True)),
    "feeders.lost": (Setup(mice=("fitness", "ninja"), abilities=True, players=2), "random", ended("feeders", False)),
    "first-game.won": (Setup(first_game=True, raccoon_start=8), "greedy", lambda record, over: bool(over.winners)),
    "golden.won": (Setup(golden=(1,), mice_start=(3, 11)), "greedy", lambda record, over: bool(over.winners)),
    **{f"{mouse}.used": (pair(mouse), "greedy", used(mouse)) for mouse in MICE},
    # a nap can always be had with Mommy in play, so it is refused where she stays at home
    "mommy.refused": (Setup(mice=("ninja", "traveler"), abilities=True), "greedy", refused("mommy")),
    **{f"{mouse}.refused": (pair(mouse), "greedy", refused(mouse)) for mouse in MICE[1:]},
}


def found(name):
    """Play games one after the other until one is as wanted."""
    setup, player, wanted = WANTED[name]
    for number in range(20_000):
        record, over = played(GAME, setup, (player,), f"golden/{name}", number)
        assert isinstance(over, Over)
        if wanted(record, over):
            return record
    raise LookupError(name)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in WANTED:
        (FOLDER / f"{name}.json").write_bytes(dump(found(name)))
        print(name, flush=True)
