"""Which set-ups of a game are measured and soaked, and the laws it has to obey."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # other commits are played too, where it may not exist
    from mousehole.core.game import AnyGame

GAMES = Path(__file__).parents[1] / "tests" / "games"


def laws(name: str) -> ModuleType | None:
    """Find the laws in the tests of a game by their file: installed packages may have a folder `tests` too."""
    module, file = f"tests.games.{name}.laws", GAMES / name / "laws.py"
    if module not in sys.modules and file.exists():  # a game from another package has no folder here
        spec = spec_from_file_location(module, file)
        assert spec and spec.loader
        sys.modules[module] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules[module])
    return sys.modules.get(module)


def setups(game: "AnyGame") -> dict[str, Any]:
    """List the set-ups that its laws name, or the default one."""
    return getattr(laws(game.name), "SETUPS", None) or {"default": game.setup()}
