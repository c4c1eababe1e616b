"""Writes HTML that is escaped by construction: text becomes markup only through `tag`."""

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})


class Html(str):
    """Markup that needs no further escaping."""

    __slots__ = ()


Child: TypeAlias = "str | Iterable[Child] | None"


def tag(name: str, /, *children: Child, **attributes: str | int | bool | None) -> Html:
    """Write an element; `class_` and `data_x` become class and data-x, None and False leave an attribute out."""
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in VOID:
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{joined(children)}</{name}>")


def joined(children: Child) -> Html:
    """Write children one after the other; plain text is escaped."""
    if children is None:
        return Html("")
    if isinstance(children, Html):
        return children
    if isinstance(children, str):
        return Html(escape(children))
    return Html("".join(map(joined, children)))


def sprite(art: str, name: str, **attributes: str) -> Html:
    """Show a symbol of the art at an address; it says nothing to screen readers, its neighbour's words do."""
    use = tag("use", href=f"{art}#{name}")
    return tag("svg", use, aria_hidden="true", focusable="false", **attributes)


def _attribute(key: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
