"""WebAssembly modules through wasmtime: memory lent without copying, calls of a microsecond."""

from atexit import register
from collections.abc import Callable
from ctypes import (
    POINTER,
    addressof,
    byref,
    c_char,
    c_double,
    c_int32,
    c_int64,
    c_size_t,
    c_void_p,
    cast,
    memmove,
    memset,
    sizeof,
    string_at,
)
from functools import cache
from pathlib import Path
from struct import Struct
from typing import Any
from weakref import finalize

from wasmtime import Engine, Func, Instance, Memory, Module, Store, Trap, WasmtimeError
from wasmtime import _bindings as native

from mousehole.compiled.kernels import PAGE, KernelTrap


class WasmtimeModule:
    """A module with memory of its own."""

    def __init__(self, file: Path, most: int):
        self._store = Store(engine())
        finalize(self, self._store.close)  # before the interpreter takes wasmtime apart
        self._store.set_limits(memory_size=most)
        exports = Instance(self._store, module(file), []).exports(self._store)
        memory = exports["memory"]
        assert isinstance(memory, Memory)
        self._memory, self._exports = memory, exports
        self.size: int = memory.data_len(self._store)
        self._start: int = addressof(memory.data_ptr(self._store).contents)  # a memory grows where it is

    def call(self, name: str) -> Callable[..., Any]:
        """A function of the module."""
        found = self._exports[name]
        assert isinstance(found, Func)
        return quick_call(self._store, found, name)

    def grow(self, pages: int) -> bool:
        """Make the memory larger, unless it may not be."""
        try:
            self._memory.grow(self._store, pages)
        except WasmtimeError:
            return False
        self.size += pages * PAGE
        return True

    def lend(self, at: int, size: int) -> "memoryview[int]":
        """Some bytes of the memory as they are, to read and write; they keep the instance alive."""
        lent = (c_char * size).from_address(self._address(at, size))
        lent.owner = self  # type: ignore[attr-defined]
        return memoryview(lent).cast("B")

    def write(self, at: int, data: bytes) -> None:
        """Copy bytes into the memory."""
        memmove(self._address(at, len(data)), data, len(data))

    def read(self, at: int, size: int) -> bytes:
        """Copy bytes out of the memory."""
        return string_at(self._address(at, size), size)

    def _address(self, at: int, size: int) -> int:
        if not 0 <= at <= at + size <= self.size:
            raise KernelTrap(f"{size} bytes at {at} are outside of the memory")
        return self._start + at


@cache
def engine() -> Engine:
    """What all modules are compiled by."""
    made = Engine()
    register(made.close)
    return made


@cache
def module(file: Path) -> Module:
    """A module as machine code, made when it is first asked for."""
    made = Module(engine(), file.read_bytes())
    register(made.close)
    return made


def quick_call(store: Store, func: Func, name: str) -> Callable[..., Any]:
    """A function without wasmtime's checks of every argument, which take ten times as long as the call."""
    kind = func.type(store)
    given, returned = [str(one) for one in kind.params], [str(one) for one in kind.results]
    slots = max(1, len(given), len(returned))
    numbers = (c_int64 * (2 * slots))()  # a value has room for 16 bytes
    write = Struct("<" + "".join("d8x" if kind == "f64" else "q8x" for kind in given)).pack_into
    results = {"": None, "i32": c_int32, "i64": c_int64, "f64": c_double}[returned[0] if returned else ""]
    found = results.from_buffer(numbers) if results else None
    values = (native.wasmtime_val_raw_t * slots).from_buffer(numbers)
    trap = POINTER(native.wasm_trap_t)()
    start = native.dll["wasmtime_func_call_unchecked"]  # a function of our own: without conversions it is quicker
    start.restype, trapped = c_void_p, addressof(trap)
    where = store._context(), byref(func._func), values, c_size_t(slots), byref(trap)

    def call(*arguments: float) -> Any:
        write(numbers, 0, *arguments)
        error = start(*where)
        if error:
            raise KernelTrap(f"{name}: {WasmtimeError._from_ptr(cast(error, POINTER(native.wasmtime_error_t)))}")
        if trap:
            told = Trap._from_ptr(type(trap).from_buffer_copy(trap)).message.splitlines()[-1].strip()
            memset(trapped, 0, sizeof(trap))
            raise KernelTrap(f"{name}: {told}")
        return None if found is None else found.value

    return call
