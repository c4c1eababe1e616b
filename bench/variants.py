"""Which set-ups of a game are measured and soaked, and the laws it has to obey."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from mousehole.core.game import AnyGame


def laws(name: str) -> ModuleType | None:
    """Find the laws in the tests of a game."""
    module = f"tests.games.{name}.laws"
    try:
        return import_module(module) if find_spec(module) else None
    except ModuleNotFoundError:  # a game from another package has no folder here
        return None


def setups(game: AnyGame) -> dict[str, Any]:
    """List the set-ups that its laws name, or the default one."""
    return getattr(laws(game.name), "SETUPS", None) or {"default": game.setup()}
