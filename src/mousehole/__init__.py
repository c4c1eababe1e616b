"""Four mouse board games: rules, players, tables, pictures, and a way to add a fifth.

What stands here is the public face: it changes only with a word in the changelog. Everything is loaded when it is
first used, so that `import mousehole` costs nothing.
"""

TYPE_CHECKING = False  # as type checkers know it: `typing` itself takes longer to load than all of this
if TYPE_CHECKING:
    from typing import Any

    from mousehole.core.game import AnyGame as AnyGame
    from mousehole.core.game import Chance as Chance
    from mousehole.core.game import Decide as Decide
    from mousehole.core.game import Game as Game
    from mousehole.core.game import Luck as Luck
    from mousehole.core.game import Over as Over
    from mousehole.core.game import Parts as Parts
    from mousehole.core.game import Player as Player
    from mousehole.core.game import Seat as Seat
    from mousehole.core.game import SeatKind as SeatKind
    from mousehole.core.game import Turn as Turn
    from mousehole.core.record import BadRecord as BadRecord
    from mousehole.core.record import BadSetup as BadSetup
    from mousehole.core.record import Illegal as Illegal
    from mousehole.core.record import Ply as Ply
    from mousehole.core.record import Record as Record
    from mousehole.core.record import audit as audit
    from mousehole.core.record import draw as draw
    from mousehole.core.record import dump as dump
    from mousehole.core.record import plies as plies
    from mousehole.core.record import replay as replay
    from mousehole.core.scene import Scene as Scene
    from mousehole.core.solvable import Oracle as Oracle
    from mousehole.core.words import Line as Line
    from mousehole.core.words import UserError as UserError
    from mousehole.core.words import line as line
    from mousehole.core.words import voice as voice
    from mousehole.library.contests import contest as contest
    from mousehole.library.contests import find_player as find_player
    from mousehole.library.contests import lineups as lineups
    from mousehole.library.contests import played as played
    from mousehole.library.contests import players_of as players_of
    from mousehole.library.contests import review as review
    from mousehole.library.position_text import BadPosition as BadPosition
    from mousehole.library.positions import Position as Position
    from mousehole.library.positions import load as load
    from mousehole.library.positions import picture as picture
    from mousehole.library.positions import play as play
    from mousehole.library.positions import position as position
    from mousehole.library.positions import start as start
    from mousehole.library.remote import NotAtTable as NotAtTable
    from mousehole.library.remote import NotOpened as NotOpened
    from mousehole.library.remote import OpenedTable as OpenedTable
    from mousehole.library.remote import RemoteSeat as RemoteSeat
    from mousehole.library.remote import open_table as open_table
    from mousehole.library.remote import sit as sit
    from mousehole.library.solving import solve as solve
    from mousehole.players.arena import Report as Report
    from mousehole.players.arena import Tally as Tally
    from mousehole.players.hints import Hint as Hint
    from mousehole.players.hints import best_of as best_of
    from mousehole.players.hints import hints as hints
    from mousehole.players.player import NoSuchPlayer as NoSuchPlayer
    from mousehole.players.review import Review as Review
    from mousehole.players.simulated import Budget as Budget
    from mousehole.shelf import NoSuchGame as NoSuchGame
    from mousehole.shelf import every_game as every_game
    from mousehole.shelf import find as find
    from mousehole.table import Table as Table

__version__ = "0.2.0"

_PLACES = {
    "AnyGame": ("mousehole.core.game", "AnyGame"),
    "Chance": ("mousehole.core.game", "Chance"),
    "Decide": ("mousehole.core.game", "Decide"),
    "Game": ("mousehole.core.game", "Game"),
    "Luck": ("mousehole.core.game", "Luck"),
    "Over": ("mousehole.core.game", "Over"),
    "Parts": ("mousehole.core.game", "Parts"),
    "Player": ("mousehole.core.game", "Player"),
    "Seat": ("mousehole.core.game", "Seat"),
    "SeatKind": ("mousehole.core.game", "SeatKind"),
    "Turn": ("mousehole.core.game", "Turn"),
    "audit": ("mousehole.core.record", "audit"),
    "BadRecord": ("mousehole.core.record", "BadRecord"),
    "BadSetup": ("mousehole.core.record", "BadSetup"),
    "draw": ("mousehole.core.record", "draw"),
    "dump": ("mousehole.core.record", "dump"),
    "Illegal": ("mousehole.core.record", "Illegal"),
    "plies": ("mousehole.core.record", "plies"),
    "Ply": ("mousehole.core.record", "Ply"),
    "Record": ("mousehole.core.record", "Record"),
    "replay": ("mousehole.core.record", "replay"),
    "Scene": ("mousehole.core.scene", "Scene"),
    "Oracle": ("mousehole.core.solvable", "Oracle"),
    "Line": ("mousehole.core.words", "Line"),
    "line": ("mousehole.core.words", "line"),
    "UserError": ("mousehole.core.words", "UserError"),
    "voice": ("mousehole.core.words", "voice"),
    "contest": ("mousehole.library.contests", "contest"),
    "find_player": ("mousehole.library.contests", "find_player"),
    "lineups": ("mousehole.library.contests", "lineups"),
    "played": ("mousehole.library.contests", "played"),
    "players_of": ("mousehole.library.contests", "players_of"),
    "NotOpened": ("mousehole.library.remote", "NotOpened"),
    "open_table": ("mousehole.library.remote", "open_table"),
    "OpenedTable": ("mousehole.library.remote", "OpenedTable"),
    "BadPosition": ("mousehole.library.position_text", "BadPosition"),
    "load": ("mousehole.library.positions", "load"),
    "picture": ("mousehole.library.positions", "picture"),
    "play": ("mousehole.library.positions", "play"),
    "Position": ("mousehole.library.positions", "Position"),
    "position": ("mousehole.library.positions", "position"),
    "start": ("mousehole.library.positions", "start"),
    "NotAtTable": ("mousehole.library.remote", "NotAtTable"),
    "RemoteSeat": ("mousehole.library.remote", "RemoteSeat"),
    "sit": ("mousehole.library.remote", "sit"),
    "solve": ("mousehole.library.solving", "solve"),
    "Report": ("mousehole.players.arena", "Report"),
    "Tally": ("mousehole.players.arena", "Tally"),
    "Budget": ("mousehole.players.simulated", "Budget"),
    "best_of": ("mousehole.players.hints", "best_of"),
    "Hint": ("mousehole.players.hints", "Hint"),
    "hints": ("mousehole.players.hints", "hints"),
    "NoSuchPlayer": ("mousehole.players.player", "NoSuchPlayer"),
    "Review": ("mousehole.players.review", "Review"),
    "review": ("mousehole.library.contests", "review"),
    "every_game": ("mousehole.shelf", "every_game"),
    "find": ("mousehole.shelf", "find"),
    "NoSuchGame": ("mousehole.shelf", "NoSuchGame"),
    "Table": ("mousehole.table", "Table"),
}
__all__ = ["__version__", *sorted(_PLACES)]  # noqa: PLE0604 (the names above)


def __getattr__(name: str) -> "Any":
    if name not in _PLACES:
        raise AttributeError(f"module 'mousehole' has no attribute {name!r}")
    from importlib import import_module

    module, called = _PLACES[name]
    found = globals()[name] = getattr(import_module(module), called)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING"})
