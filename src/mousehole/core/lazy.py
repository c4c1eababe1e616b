"""Fields that name where something is, and load it when it is first asked for."""

from functools import cache
from importlib import import_module
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class Lazy(Generic[T]):
    """A field of a dataclass: written as "module:name", read as what stands there, or None where nothing is named."""

    name: str

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, parts: None, owner: type) -> "Lazy[T]": ...
    @overload
    def __get__(self, parts: object, owner: type) -> T | None: ...
    def __get__(self, parts: object | None, owner: type) -> "Lazy[T] | T | None":
        if parts is None:
            return self
        place: str | None = parts.__dict__.get(self.name)
        return loaded(place) if place else None

    def __set__(self, parts: object, place: "str | Lazy[T]") -> None:
        if isinstance(place, str):  # otherwise it is the field's own default: nothing is named
            parts.__dict__[self.name] = checked(self.name, place)


@cache
def loaded(place: str) -> Any:
    """Load what stands at "module:name"."""
    module, name = place.split(":")
    return getattr(import_module(module), name)


def checked(name: str, place: str) -> str:
    """Refuse what can name no place."""
    module, _, attribute = place.partition(":")
    if not (attribute.isidentifier() and all(step.isidentifier() for step in module.split("."))):
        raise ValueError(f'{name}: expected "module:name", found {place!r}')
    return place
