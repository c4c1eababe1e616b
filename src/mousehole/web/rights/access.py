"""Roles at a table, the links, keys and codes that give them, and how they are written."""

import hmac
import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from mousehole.core.words import UserError, line
from mousehole.store import Store

OWNER, WATCH, SEAT = "owner", "watch", "seat-"
BROWSER = "browser"  # the cookie with the key of a browser
COOKIE = "grants"  # of earlier versions: tokens, a cookie for each table
MINE = "tables"  # of earlier versions: a list of tables
KEY = 20  # bytes
SECRET = 32  # bytes


class Grants(Struct, frozen=True):
    """What one browser may do at a table."""

    roles: tuple[str, ...] = ()

    @property
    def owner(self) -> bool:
        """Whether this browser opened the table."""
        return OWNER in self.roles

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats this browser plays."""
        return seats_of(self.roles)

    def __bool__(self) -> bool:
        return bool(self.roles)


@lru_cache(4096)
def seats_of(roles: tuple[str, ...]) -> tuple[int, ...]:
    """The seats among roles; asked several times for every frame."""
    return tuple(sorted(seat for role in roles if (seat := seat_of(role)) is not None))


class Keys:
    """Makes and reads tokens of 128 bits."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def token(self, table: str, role: str, epoch: int = 0) -> str:
        """Make the token of a role at a table."""
        text = f"{table}/{role}/{epoch}".encode()
        return hmac.new(self._secret, text, sha256).hexdigest()[:32]

    @property
    def words(self) -> bytes:
        """The key that authenticates messages between servers."""
        return hmac.new(self._secret, b"words", sha256).digest()

    @property
    def push(self) -> bytes:
        """What the key for messages to browsers is made from."""
        return hmac.new(self._secret, b"push", sha256).digest()

    def code(self, table: str, epoch: int = 0) -> str:
        """Make the code that brings ownership of a table to another browser."""
        return spelled(hmac.new(self._secret, f"{table}/code/{epoch}".encode(), sha256).digest())

    def role(self, table: str, token: str, seats: int, epochs: dict[str, int]) -> str | None:
        """Find the role a token stands for."""
        given = token.encode("utf-8", "replace")
        for role in roles(seats):
            if hmac.compare_digest(self.token(table, role, epochs.get(role, 0)).encode(), given):
                return role
        return None

    def grants(self, table: str, cookie: str, seats: int, epochs: dict[str, int]) -> Grants:
        """Read what a cookie of an earlier version grants: nothing once any part of it has been revoked."""
        tokens = cookie.split(".")[: seats + 2] if cookie else []
        found = {self.role(table, token, seats, epochs) for token in tokens}
        return Grants(tuple(sorted(role for role in found if role)) if None not in found else ())

    def cookie(self, table: str, granted: Iterable[str], epochs: dict[str, int]) -> str:
        """Write roles as a cookie."""
        return ".".join(self.token(table, role, epochs.get(role, 0)) for role in granted)


def roles(seats: int) -> tuple[str, ...]:
    """List the roles of a table."""
    return (OWNER, WATCH, *(f"{SEAT}{seat}" for seat in range(seats)))


def seat_role(seat: int) -> str:
    """Name the role that plays a seat."""
    return f"{SEAT}{seat}"


def seat_of(role: str) -> int | None:
    """Name the seat that a role plays, if it does."""
    return int(role.removeprefix(SEAT)) if role.startswith(SEAT) else None


def new_key() -> str:
    """A new key for a browser."""
    return secrets.token_hex(KEY)


def browser_of(key: str) -> str:
    """The name of a browser in the store: a hash of its key."""
    wellformed = len(key) == 2 * KEY and all(sign in "0123456789abcdef" for sign in key)
    return sha256(key.encode()).hexdigest() if wellformed else ""


async def shared_secret(store: Store, folder: Path) -> bytes:
    """The secret shared by all servers on one store; games moved there from a folder bring their links along."""
    own = folder / "web.secret"
    return await store.secret(secret(folder) if own.exists() else secrets.token_bytes(SECRET))


def secret(folder: Path) -> bytes:
    """Read this server's secret, made on the first start; only its user can read it."""
    path = folder / "web.secret"
    if not path.exists():
        _make_secret(path)
    path.chmod(0o600)
    found = path.read_bytes()
    if (
        len(found) < SECRET or len(set(found)) < SECRET // 4
    ):  # empty, cut short or full of zeros: anybody could guess it
        words = (
            "{path} cannot be used: anybody could guess it. Delete it to get a new one; links sent before stop working."
        )
        raise UserError(line(words, path=str(path)))
    return found


def _make_secret(path: Path) -> None:
    """Write a new secret, whole or not at all; the first of two servers that start together wins."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(file, secrets.token_bytes(SECRET))
        os.fsync(file)
    finally:
        os.close(file)
    with suppress(FileExistsError):
        os.link(draft, path)
    draft.unlink()


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


def stored_name(code: str) -> str:
    """The name of a code in the store: a hash of it."""
    return KEPT_AS + sha256(read_code(code).encode()).hexdigest()
