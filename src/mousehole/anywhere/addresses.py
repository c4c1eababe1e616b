"""Pages as they are written stand at `/`; below another folder their addresses get its name in front."""

import re

EVERY = re.compile(r' (href|src|action|formaction|data-[a-z-]+)="/(?!/)')
BODY = "<body "


def below(base: str, page: str) -> str:
    """Write a page for a base such as `/a/b`, which the scripts find in it too.

    Markup is escaped by construction: in text every quotation mark is an entity, so that only attributes match.
    """
    moved = EVERY.sub(rf' \1="{base}/', page) if base else page
    return moved.replace(BODY, f'{BODY}data-base="{base}" ', 1)


def moved(base: str, address: str) -> str:
    """An address of the house below a base; one of elsewhere stays as it is."""
    return base + address if address.startswith("/") and not address.startswith("//") else address
