"""Hosts WebAssembly modules, through wasmtime or the browser's own engine: rooms in their memory, traps as errors.

An instance belongs to one thread at a time. While it works, other threads of Python run.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from mousehole.compiled.kernels import IN_BROWSER, PAGE, KernelTrap, NotFast, runs

MOST = 1 << 30  # bytes of memory that an instance may use
ALIGNED = 16


class Made(Protocol):
    """A module with memory of its own, as an engine made it."""

    size: int  # of the memory, in bytes

    def call(self, name: str) -> Callable[..., Any]:
        """A function of the module."""

    def grow(self, pages: int) -> bool:
        """Make the memory larger, unless it may not be."""

    def lend(self, at: int, size: int) -> "memoryview[int]":
        """Some bytes of the memory as they are, to read and write; they keep the instance alive."""

    def write(self, at: int, data: bytes) -> None:
        """Copy bytes into the memory."""

    def read(self, at: int, size: int) -> bytes:
        """Copy bytes out of the memory."""


class Instance:
    """A module with memory of its own."""

    def __init__(self, file: Path, most: int = MOST):
        if not runs():
            raise NotFast
        made = self._made = engine(file, most)
        self.lend, self.write, self.read = made.lend, made.write, made.read
        self._calls: dict[str, Callable[..., Any]] = {}
        self._free = made.size

    def __getitem__(self, name: str) -> Callable[..., Any]:
        """A function of the module."""
        if name not in self._calls:
            self._calls[name] = self._made.call(name)
        return self._calls[name]

    def room(self, size: int) -> int:
        """The address of so many bytes that nobody uses, all zero."""
        at = self._free
        self._free += -(-size // ALIGNED) * ALIGNED
        if self._free > self._made.size and not self._made.grow(-(-(self._free - self._made.size) // PAGE)):
            raise KernelTrap(f"no room for {size} bytes more")
        return at


def engine(file: Path, most: int) -> Made:
    """Make an instance by what runs modules here."""
    if IN_BROWSER:
        from mousehole.compiled.browser_modules import BrowserModule

        return BrowserModule(file, most)
    from mousehole.compiled.wasmtime_modules import WasmtimeModule

    return WasmtimeModule(file, most)
