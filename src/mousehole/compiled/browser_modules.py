"""WebAssembly modules through the engine of the browser that runs Python: the memories are two, so bytes are copied."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from mousehole.compiled.kernels import PAGE, KernelTrap


class BrowserModule:
    """A module with memory of its own."""

    def __init__(self, file: Path, most: int):
        self._most, self._exports = most, browser().WebAssembly.Instance.new(module(file)).exports
        self.size: int = self._exports.memory.buffer.byteLength

    def call(self, name: str) -> Callable[..., Any]:
        """A function of the module."""
        found, trap = getattr(self._exports, name), import_module("pyodide.ffi").JsException

        def call(*arguments: float) -> Any:
            try:
                return found(*arguments)
            except trap as error:
                raise KernelTrap(f"{name}: {error}") from None

        return call

    def grow(self, pages: int) -> bool:
        """Make the memory larger, unless it may not be."""
        if self.size + pages * PAGE > self._most:
            return False
        try:
            self._exports.memory.grow(pages)
        except import_module("pyodide.ffi").JsException:
            return False
        self.size += pages * PAGE
        return True

    def lend(self, at: int, size: int) -> "memoryview[int]":
        """Nothing: Python cannot see into another memory."""
        raise KernelTrap(f"{size} bytes at {at} are in a memory of their own")

    def write(self, at: int, data: bytes) -> None:
        """Copy bytes into the memory."""
        self._part(at, len(data)).assign(data)

    def read(self, at: int, size: int) -> bytes:
        """Copy bytes out of the memory."""
        found: bytes = self._part(at, size).to_bytes()
        return found

    def _part(self, at: int, size: int) -> Any:
        if not 0 <= at <= at + size <= self.size:
            raise KernelTrap(f"{size} bytes at {at} are outside of the memory")
        return browser().Uint8Array.new(self._exports.memory.buffer, at, size)


@cache
def browser() -> Any:
    """What scripts find in this worker."""
    return import_module("js")


@cache
def module(file: Path) -> Any:
    """A module as machine code, made when it is first asked for."""
    return browser().WebAssembly.Module.new(import_module("pyodide.ffi").to_js(file.read_bytes()))
