"""Which kernels can run here: WebAssembly modules through wasmtime or a browser."""

import sys
from importlib.util import find_spec

from mousehole.core.game import AnyGame, Parts
from mousehole.core.kernel import WasmKernel
from mousehole.core.words import Line, UserError, line

IN_BROWSER = sys.platform == "emscripten"
PAGE = 1 << 16  # bytes by which the memory of a module grows


def kernel_of(game: AnyGame) -> WasmKernel | None:
    """The kernel of a game, where it can run here."""
    return game.parts.kernel if runs() else None


def no_kernel(game: AnyGame) -> Exception:
    """Why a game cannot be played compiled here."""
    if Parts.kernel not in game.parts:
        return ValueError("this game has no compiled rules: play it by the readable ones")
    return NotFast()


class NotFast(UserError):
    """Something needs kernels, and nothing here can run them."""

    def __init__(self) -> None:
        super().__init__(needed())


def needed() -> Line:
    """Say what is missing where no kernel can run."""
    return line("this needs wasmtime, which is not installed: it comes with mousehole[fast]")


def slower() -> Line:
    """Say what it means that no kernel can run."""
    return line("wasmtime is not installed, so players think more slowly: it comes with mousehole[fast]")


def runs() -> bool:
    """Whether modules can run here."""
    return IN_BROWSER or find_spec("wasmtime") is not None


class KernelTrap(RuntimeError):
    """A module stopped in the middle of a call; its instance is of no use any more."""
