"""Runs a program on the card through CuPy."""

from typing import Any

import numpy as np

from mousehole.compiled.graphics_card import obstacle
from mousehole.core.words import Trouble
from mousehole.envs.card.program import Program


class CudaRunner:
    """Arrays on the card, and the program that writes them."""

    def __init__(self, program: Program):
        problem = obstacle()
        if problem:
            raise Trouble(problem)
        import cupy

        self._cupy, self._threads = cupy, program.constants["THREADS"]
        self._module = cupy.RawModule(code=program.source, options=("--std=c++17", *program.options()))
        self._calls: dict[str, Any] = {}

    def array(self, values: Any) -> Any:
        """A copy on the card."""
        return self._cupy.asarray(values)

    def zeros(self, shape: Any, kind: Any) -> Any:
        """An array of zeros."""
        return self._cupy.zeros(shape, kind)

    def shared(self, values: Any) -> Any:
        """Somebody's array, without a copy where it is on the card."""
        if isinstance(values, (self._cupy.ndarray, np.ndarray)) or not hasattr(values, "__dlpack__"):
            return self._cupy.asarray(values)
        return self._cupy.from_dlpack(values)

    def fetched(self, array: Any) -> Any:
        """A copy for the processor."""
        return self._cupy.asnumpy(array)

    def address(self, array: Any) -> int:
        """Where an array is."""
        return int(array.data.ptr)

    def call(self, name: str, games: int, *arguments: Any) -> None:
        """Queue a call for all games, without waiting for it."""
        if name not in self._calls:
            self._calls[name] = self._module.get_function(name)
        self._calls[name]((-(-games // self._threads),), (self._threads,), arguments)
