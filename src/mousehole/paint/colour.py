"""Colours "#rrggbb" for painters: mixing, and ink that is readable on a paper."""

DARK, LIGHT = "#1b1713", "#fff8ea"


def mix(colour: str, other: str, share: float) -> str:
    """Mix two colours; `share` is how much of the other one."""
    pairs = zip(_parts(colour), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def ink_on(paper: str) -> str:
    """Choose dark or light ink, whichever reads better on a paper."""
    red, green, blue = _parts(paper)
    return DARK if 299 * red + 587 * green + 114 * blue > 128_000 else LIGHT


def is_colour(text: str) -> bool:
    """Whether a text is a colour that painters understand."""
    return len(text) == 7 and text[0] == "#" and all(c in "0123456789abcdefABCDEF" for c in text[1:])


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
