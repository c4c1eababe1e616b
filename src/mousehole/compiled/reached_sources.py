"""Which sources of other packages a compiled function is made from: when one of them changes, it is compiled anew.

The sources of the house need no look: a change of theirs gives a new folder, see `compile_cache`.
"""

import sys
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

OURS = ("mousehole", "numba", "numpy")


def outside_mark(function: Any, kinds: Any) -> str:
    """Hash the packages outside of the house that a function reaches, also through the types of its arguments."""
    homes, waiting, seen = set[str](), [function, *called_in(kinds)], set[int]()
    figures: list[str] = []
    while waiting:
        plain = getattr(one := waiting.pop(), "py_func", one)
        if id(plain) not in seen and hasattr(plain, "__code__"):
            seen.add(id(plain))
            waiting += called_by(plain)
            if (home := plain.__module__.partition(".")[0]) not in OURS:
                homes.add(home)
                figures += figures_of(plain)
    parts = [*map(hashed, sorted(homes)), repr(sorted(figures)).encode()]
    return blake2b(b"".join(parts), digest_size=8).hexdigest() if homes else ""


def figures_of(plain: Any) -> Iterator[str]:
    """List the numbers and words, wherever they are from, that a function is compiled with."""
    for name in set(names_in(plain.__code__)):
        if isinstance(value := plain.__globals__.get(name), int | float | str | bytes | tuple):
            yield f"{name}={value!r}"


def called_in(kinds: Any) -> list[Any]:
    """List the compiled functions among types of arguments."""
    return [called for kind in flat(kinds) if (called := getattr(kind, "dispatcher", None))]


def flat(kinds: Any) -> Iterator[Any]:
    """List types and the types they are made of."""
    for kind in kinds:
        yield kind
        yield from flat(getattr(kind, "types", ()))


def called_by(plain: Any) -> Iterator[Any]:
    """List the compiled functions that a function can call: by their names, through modules and from around it."""
    names = set(names_in(plain.__code__))
    known = [value for name, value in plain.__globals__.items() if name in names]
    known += [cell.cell_contents for cell in plain.__closure__ or () if cell.cell_contents is not plain]
    for value in known:
        if hasattr(value, "py_func"):
            yield value
        elif isinstance(value, ModuleType):
            yield from (one for name in names if hasattr(one := getattr(value, name, None), "py_func"))


def names_in(code: CodeType) -> Iterator[str]:
    """List the names that a code uses, also within functions it defines."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


@cache
def hashed(home: str) -> bytes:
    """Hash the sources of a package, or of a module that stands alone."""
    module = sys.modules.get(home)
    folders = list(getattr(module, "__path__", ()))
    file = getattr(module, "__file__", None)
    mark = blake2b(home.encode(), digest_size=8)
    found = [each for folder in folders for each in Path(folder).rglob("*.py")]
    for source in sorted(found or ([Path(file)] if file else [])):
        mark.update(source.name.encode() + b"\0" + source.read_bytes())
    return mark.digest()
