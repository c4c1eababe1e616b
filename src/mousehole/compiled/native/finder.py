"""Finds rules that have been compiled when they are imported; where there are none, their sources are found as ever."""

import os
import sys
from collections.abc import Sequence
from functools import cached_property
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from mousehole.compiled.native.rule_rooms import RuleRooms

SWITCH = "MOUSEHOLE_RULES"  # "plain" plays by the sources even where they have been compiled


class RulesFinder:
    """Stands before Python's own finders, and knows the modules of one game."""

    def __init__(self, rooms: RuleRooms) -> None:
        self.rooms = rooms

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The compiled module of this name, if there is one."""
        if name.startswith(self.rooms.package) and self.library and name in self.rooms.modules:
            return within(self.library, name)
        return None

    @cached_property
    def library(self) -> Path | None:
        """The file with the compiled rules, looked for once: made from these sources, and one that can be loaded."""
        if os.environ.get(SWITCH) == "plain" or not self.rooms.libraries():
            return None
        file = self.rooms.library()
        try:
            opened(file, f"{self.rooms.group}__mypyc")
        except ImportError:  # made from other sources, damaged, or for another machine
            return None
        return file


def within(library: Path, name: str) -> ModuleSpec | None:
    """Where a module is in a library that holds many."""
    return spec_from_file_location(name, library, loader=ExtensionFileLoader(name, str(library)))


def opened(library: Path, name: str) -> None:
    """Load what all modules of a library share."""
    spec = within(library, name)
    assert spec and spec.loader
    sys.modules[name] = shared = module_from_spec(spec)
    spec.loader.exec_module(shared)


def serve(*games: RuleRooms) -> None:
    """Let the rules of these games be found compiled from now on."""
    sys.meta_path[:0] = [RulesFinder(rooms) for rooms in games]
