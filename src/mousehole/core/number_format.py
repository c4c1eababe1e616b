"""Numbers as people write them: every language has its own signs."""

from mousehole.core.words import Line, line


def percent(share: float, digits: int = 1) -> Line:
    """Write a share of one as a percentage."""
    whole, _, part = f"{100 * share:.{digits}f}".partition(".")
    return line("{whole}.{part}%", whole=whole, part=part) if part else line("{whole}%", whole=whole)
