"""The code of a table, to be written down: 95 bits in five groups of four signs; the last sign checks the others."""

from hashlib import sha256

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without I, L, O and U, which are taken for others
LENGTH = 20
ALIKE = str.maketrans({"O": "0", "I": "1", "L": "1", " ": "", "-": "", ".": "", "–": ""})
KEPT_AS = "code:"  # a code is kept as a browser that has the owner's role


def spelled(digest: bytes) -> str:
    """Spell the beginning of a digest as a code."""
    number = int.from_bytes(digest[:12], "big") >> 1
    signs = "".join(SIGNS[number >> 5 * place & 31] for place in reversed(range(LENGTH - 1)))
    return "-".join((signs + check(signs))[first : first + 4] for first in range(0, LENGTH, 4))


def read_code(text: str) -> str:
    """Read a code as people type it; empty if it cannot be right."""
    signs = text.upper().translate(ALIKE)
    sound = len(signs) == LENGTH and all(sign in SIGNS for sign in signs) and check(signs[:-1]) == signs[-1]
    return signs if sound else ""


def check(signs: str) -> str:
    """The sign that follows others (Luhn's way): it differs when one is wrong, or two neighbours are swapped."""
    total = 0
    for place, sign in enumerate(reversed(signs)):
        value = SIGNS.index(sign) * (1 if place % 2 else 2)
        total += value // len(SIGNS) + value % len(SIGNS)
    return SIGNS[-total % len(SIGNS)]


def kept_as(code: str) -> str:
    """The name under which the store knows a code; nobody can make the code from it."""
    return KEPT_AS + sha256(read_code(code).encode()).hexdigest()
